import { grouped, sats } from '../inspect/words.ts';
import { sumOf } from '../responses/sats.ts';
import type { Psbt } from '../signing/psbt.ts';
import { addressOf, type NetworkName } from '../wallet/network.ts';

/** Short names of the owners of addresses. */
export type Names = ReadonlyMap<string, string>;

interface Cell {
  readonly name: string;
  readonly valueSats: number;
}

/** A transaction as a table: inputs on the left, outputs on the right, one row per index, the fee below. */
export function drawTransaction(
  { inputs, outputs }: Pick<Psbt, 'inputs' | 'outputs'>,
  names: Names,
  network: NetworkName,
): string {
  const nameOf = (script: Uint8Array) => {
    const address = addressOf(script, network);
    return (
      names.get(address ?? '') ?? (address ? `${address.slice(0, 10)}…${address.slice(-4)}` : 'no address')
    );
  };
  const spent = inputs.map(({ script, valueSats }) => ({ name: nameOf(script), valueSats }));
  const paid = outputs.map(({ script, valueSats }) => ({ name: nameOf(script), valueSats }));
  const [left, right] = [column('spends', spent), column('pays', paid)];
  const height = Math.max(left.lines.length, right.lines.length);
  const rows = Array.from({ length: height }, (_, index) => {
    const number = index === 0 ? '#' : String(index - 1);
    const spends = left.lines[index] ?? ' '.repeat(left.width);
    return `${number.padStart(2)}  ${spends}  │  ${right.lines[index] ?? ''}`.trimEnd();
  });
  const fee = sumOf(spent) - sumOf(paid);
  return [
    ...rows,
    fee >= 0 ? `    network fee ${sats(fee)}` : `    ${sats(-fee)} to come from the sale`,
  ].join('\n');
}

/** A part of a sum: sats, negative when they go off, and what they are; the first part needs no name. */
export type Part = readonly [amount: number, name?: string];

/**
 * A sum as a reader adds it up: `60,000 + 10,000 postage − 1,000 fee = 69,000 sats`. Parts of 0 are left out.
 * Throws an Error when the parts do not make the total.
 */
export function sumInWords(total: number, parts: readonly Part[]): string {
  const sum = parts.reduce((before, [amount]) => before + amount, 0);
  const terms = parts
    .filter(([amount]) => amount !== 0)
    .map(([amount, name], index) => {
      const sign = index === 0 ? '' : amount < 0 ? '− ' : '+ ';
      return `${sign}${grouped(index === 0 ? amount : Math.abs(amount))}${name ? ` ${name}` : ''}`;
    });
  if (sum !== total) throw new Error(`${terms.join(' ')} makes ${grouped(sum)}, not ${grouped(total)}`);
  return `${terms.join(' ')} = ${sats(total)}`;
}

function column(title: string, cells: readonly Cell[]): { lines: string[]; width: number } {
  const rows = [
    { name: title, amount: 'sats' },
    ...cells.map((cell) => ({ ...cell, amount: grouped(cell.valueSats) })),
  ];
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const amountWidth = Math.max(...rows.map(({ amount }) => amount.length));
  const lines = rows.map(({ name, amount }) => `${name.padEnd(nameWidth)}  ${amount.padStart(amountWidth)}`);
  return { lines, width: nameWidth + amountWidth + 2 };
}
