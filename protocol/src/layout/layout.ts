import { Transaction } from '@scure/btc-signer';
import {
  bytesToHex,
  compactSize,
  concatBytes,
  hexToBytes,
  sha256d,
  txidBytes,
  u32,
  u64,
  varBytes,
} from '../bitcoin/bytes.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import { type Lock, spendingOf } from '../locks/lock.ts';
import type { Party } from '../locks/spending.ts';
import type { Utxo } from '../outpoint.ts';
import { type Sats, sats, sumSats } from '../sats.ts';

/** Sighash types and their numbers in signatures and PSBTs. Source: BIP143, BIP341. */
export const SIGHASHES = {
  DEFAULT: 0,
  ALL: 1,
  'ALL|ANYONECANPAY': 0x81,
  'SINGLE|ANYONECANPAY': 0x83,
} as const;
export type Sighash = keyof typeof SIGHASHES;

/** Sequence that opts in to replacement (BIP125), without lock time. */
const REPLACEABLE = 0xfffffffd;

/** An input: the coin, its lock, and the sighash type of each party that signs it. */
export interface Spend {
  readonly name: string;
  readonly coin: Utxo;
  readonly lock: Lock;
  readonly signs: { readonly [party in Party]?: Sighash };
  readonly sequence: number;
}

/** An output. `script` is hex. */
export interface Pay {
  readonly name: string;
  readonly valueSats: Sats;
  readonly script: string;
}

/** One index of the transaction: the input and the output there. */
export interface Row {
  readonly input: Spend | null;
  readonly output: Pay | null;
}

/** A transaction as a table. Only `layout` creates it; it is immutable. */
export interface Layout {
  readonly name: string;
  readonly version: number;
  readonly rows: readonly Row[];
  readonly inputs: readonly Spend[];
  readonly outputs: readonly Pay[];
}

export function row(input: Spend | null, output: Pay | null): Row {
  return { input, output };
}

export function spend(
  name: string,
  coin: Utxo,
  lock: Lock,
  signs: Spend['signs'],
  sequence: number = REPLACEABLE,
): Spend {
  return { name, coin, lock, signs, sequence };
}

export function pay(name: string, valueSats: Sats, script: string): Pay {
  return { name, valueSats, script };
}

/** Pairs inputs with outputs, row by row. */
export function rows(inputs: readonly Spend[], outputs: readonly Pay[]): Row[] {
  return Array.from({ length: Math.max(inputs.length, outputs.length) }, (_, index) =>
    row(inputs[index] ?? null, outputs[index] ?? null),
  );
}

/**
 * Builds a transaction from rows. Throws a RangeError (a bug of the caller) for anything that no node would
 * accept: a gap in a column, a SINGLE signature without an output at its index, an invalid amount, an output
 * below the dust limit of its script, or no output at all.
 */
export function layout(name: string, tableRows: readonly Row[], version = 2): Layout {
  const inputs = column(name, 'input', tableRows);
  const outputs = column(name, 'output', tableRows);
  for (const [index, { name: input, signs }] of inputs.entries()) {
    if (Object.values(signs).some((sighash) => sighash.startsWith('SINGLE')) && !outputs[index]) {
      throw new RangeError(`${name}: ${input} is signed SINGLE, but output ${index} does not exist`);
    }
  }
  if (outputs.length === 0) throw new RangeError(`${name}: it has no outputs`);
  for (const output of outputs) {
    const limit = dustLimit(output.script);
    if (sats(output.valueSats, `${name}: ${output.name}`) < limit) {
      throw new RangeError(
        `${name}: ${output.name} of ${output.valueSats} sats is below the dust limit of ${limit}`,
      );
    }
  }
  return { name, version, rows: tableRows, inputs, outputs };
}

function column<Side extends 'input' | 'output'>(name: string, side: Side, tableRows: readonly Row[]) {
  const entries = tableRows.map((tableRow) => tableRow[side]);
  const filled = entries.filter((entry) => entry !== null);
  if (entries.slice(0, filled.length).includes(null)) {
    throw new RangeError(`${name}: the ${side} column has a gap`);
  }
  return filled as NonNullable<Row[Side]>[];
}

/** The network fee, sats: inputs minus outputs. Negative when the outputs exceed the inputs. */
export function networkFee({ inputs, outputs }: Layout): number {
  return (
    sumSats(inputs.map(({ coin }) => coin.valueSats)) - sumSats(outputs.map(({ valueSats }) => valueSats))
  );
}

/** The indexes of the inputs that `party` signs, ascending. */
export function inputsOf({ inputs }: Layout, party: Party): number[] {
  return inputs.flatMap(({ signs }, index) => (signs[party] === undefined ? [] : [index]));
}

/** The outpoint of an input on the wire. */
export function outpointBytes({ coin }: Spend): Uint8Array {
  return concatBytes(txidBytes(coin.txid), u32(coin.vout));
}

/** An output on the wire. */
export function outputBytes({ valueSats, script }: Pay): Uint8Array {
  return concatBytes(u64(valueSats), varBytes(hexToBytes(script)));
}

/**
 * The transaction without witnesses, in bytes. `scriptSigs`: include the scriptSigs of P2SH inputs, as the
 * txid does.
 */
export function serialized(table: Layout, scriptSigs: boolean): Uint8Array {
  return concatBytes(u32(table.version), inputsAndOutputs(table, scriptSigs), NO_LOCK_TIME);
}

/**
 * The transaction with a witness for each input, whose items are hex, in bytes. Source: BIP144. Throws a
 * RangeError when a witness is missing, as without any the form is another.
 */
export function serializedWithWitnesses(
  table: Layout,
  witnesses: readonly (readonly string[])[],
): Uint8Array {
  const count = witnesses.filter((items) => items.length > 0).length;
  if (count === 0 || count !== table.inputs.length)
    throw new RangeError(`${table.name}: it has ${count} witnesses for ${table.inputs.length} inputs`);
  return concatBytes(
    u32(table.version),
    WITNESSES_FOLLOW,
    inputsAndOutputs(table, true),
    ...witnesses.map((items) =>
      concatBytes(compactSize(items.length), ...items.map((item) => varBytes(hexToBytes(item)))),
    ),
    NO_LOCK_TIME,
  );
}

const NO_LOCK_TIME = u32(0);
/** The marker and the flag of BIP144. */
const WITNESSES_FOLLOW = Uint8Array.of(0, 1);

/** Both lists, each with its count. btc-signer needs five times as long, several ms for 500 inputs. */
function inputsAndOutputs({ inputs, outputs }: Layout, scriptSigs: boolean): Uint8Array {
  return concatBytes(
    compactSize(inputs.length),
    ...inputs.map((input) => {
      const scriptSig = scriptSigs ? spendingOf(input.lock).scriptSig() : new Uint8Array();
      return concatBytes(outpointBytes(input), varBytes(scriptSig), u32(input.sequence));
    }),
    compactSize(outputs.length),
    ...outputs.map(outputBytes),
  );
}

const txids = new WeakMap<Layout, string>();

/** The final txid, known before signing: every input is segwit, and scriptSigs are fixed. */
export function layoutTxid(table: Layout): string {
  const txid = txids.get(table) ?? bytesToHex(sha256d(serialized(table, true)).reverse());
  txids.set(table, txid);
  return txid;
}

/**
 * The unsigned transaction for btc-signer. Inputs of `party` carry what a wallet needs to sign them: sighash
 * type (unless it is the wallet's default), redeem script, internal key or leaf. Those of other parties carry
 * the redeem script, which the txid depends on. A leaf input never carries
 * the internal key or the merkle root: with them, wallets would also sign the key path, which spends the
 * passthrough without the market.
 */
export function toTransaction(table: Layout, party?: Party): Transaction {
  const transaction = new Transaction({
    version: table.version,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  for (const { coin, lock, signs, sequence } of table.inputs) {
    const sighash = party === undefined ? undefined : signs[party];
    transaction.addInput(
      {
        txid: coin.txid,
        index: coin.vout,
        sequence,
        witnessUtxo: { script: hexToBytes(lock.script), amount: BigInt(coin.valueSats) },
        ...(sighash === undefined ? txidFields(lock) : signingFields(lock, sighash)),
      },
      true,
    );
  }
  for (const { script, valueSats } of table.outputs) {
    transaction.addOutput({ script: hexToBytes(script), amount: BigInt(valueSats) }, true);
  }
  return transaction;
}

/** What another party needs to know the txid: the redeem script of P2SH. */
function txidFields(lock: Lock) {
  const { redeemScript } = spendingOf(lock).psbtFields();
  return redeemScript ? { redeemScript } : {};
}

function signingFields(lock: Lock, sighash: Sighash) {
  const sighashType = sighash === 'DEFAULT' ? {} : { sighashType: SIGHASHES[sighash] };
  return { ...sighashType, ...spendingOf(lock).psbtFields() };
}

/** The layout as a Markdown table, as in the docs; a test compares them. */
export function renderLayout(table: Layout): string {
  const cells = table.rows.map(({ input, output }, index) => [
    String(index),
    input ? input.name : '',
    input ? grouped(input.coin.valueSats) : '',
    input
      ? Object.entries(input.signs)
          .map(([party, sighash]) => `${party} ${sighash.replace('|', '\\|')}`)
          .join(', ')
      : '',
    output ? output.name : '',
    output ? grouped(output.valueSats) : '',
  ]);
  const lines = [
    ['#', 'spends', 'sats', 'signed by', 'pays', 'sats'],
    ['--:', '---', '--:', '---', '---', '--:'],
    ...cells,
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** 1234567 as 1,234,567. */
function grouped(amount: Sats): string {
  return amount.toLocaleString('en-US');
}
