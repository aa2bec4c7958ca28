import { TaprootControlBlock, Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { bytesToHex, concatBytes, hexToBytes, sha256d } from '../bitcoin/bytes.ts';
import { type Lock, type Party, redeemScriptOf, scriptSigOf } from '../bitcoin/lock.ts';
import { TAPSCRIPT } from '../bitcoin/taproot.ts';
import { dustLimit } from '../bitcoin/weights.ts';
import type { Utxo } from '../outpoint.ts';
import { type Sats, sats, sumSats } from '../sats.ts';

/** What a signature commits to, and the number that says so in signatures and PSBTs. Source: BIP143, BIP341. */
export const SIGHASHES = {
  DEFAULT: 0,
  ALL: 1,
  'ALL|ANYONECANPAY': 0x81,
  'SINGLE|ANYONECANPAY': 0x83,
} as const;
export type Sighash = keyof typeof SIGHASHES;

/** Opts in to replacement (BIP125); no lock time. */
const REPLACEABLE = 0xfffffffd;

/** An input: the coin, what it asks of its spender, and which party signs it how. */
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

/** One index of the transaction: what is spent there, and what is paid there. */
export interface Row {
  readonly input: Spend | null;
  readonly output: Pay | null;
}

/** A transaction as a table. Made by `layout` only; never changed. */
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

/** Pairs what is left of both columns, row by row. */
export function rows(inputs: readonly Spend[], outputs: readonly Pay[]): Row[] {
  return Array.from({ length: Math.max(inputs.length, outputs.length) }, (_, index) =>
    row(inputs[index] ?? null, outputs[index] ?? null),
  );
}

/**
 * Makes a transaction of rows. Throws a RangeError, a bug of the caller, when a column has a gap, a SINGLE signature has no
 * output beside it, an amount is none, an output is below the dust limit of its script, or there is no output: no node takes that.
 */
export function layout(name: string, tableRows: readonly Row[], version = 2): Layout {
  const inputs = column(name, 'input', tableRows);
  const outputs = column(name, 'output', tableRows);
  for (const [index, { name: input, signs }] of inputs.entries()) {
    if (Object.values(signs).some((sighash) => sighash.startsWith('SINGLE')) && !outputs[index]) {
      throw new RangeError(`${name}: ${input} is signed SINGLE, and output ${index} does not exist`);
    }
  }
  if (outputs.length === 0) throw new RangeError(`${name}: there is no output`);
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

/** What the inputs hold above the outputs: the network's fee, sats. Negative when the layout spends what it has not. */
export function networkFee({ inputs, outputs }: Layout): number {
  return (
    sumSats(inputs.map(({ coin }) => coin.valueSats)) - sumSats(outputs.map(({ valueSats }) => valueSats))
  );
}

/** The inputs that `party` signs: their indexes, ascending. */
export function inputsOf({ inputs }: Layout, party: Party): number[] {
  return inputs.flatMap(({ signs }, index) => (signs[party] === undefined ? [] : [index]));
}

/** The transaction without witnesses; `scriptSigs`: with the scripts of its P2SH inputs, as its txid is made. */
export function serialized({ version, inputs, outputs }: Layout, scriptSigs: boolean): Uint8Array {
  return RawOldTx.encode({
    version,
    inputs: inputs.map(({ coin, lock, sequence }) => ({
      txid: hexToBytes(coin.txid),
      index: coin.vout,
      finalScriptSig: scriptSigs ? scriptSigOf(lock) : new Uint8Array(),
      sequence,
    })),
    outputs: outputs.map(({ valueSats, script }) => ({
      amount: BigInt(valueSats),
      script: hexToBytes(script),
    })),
    lockTime: 0,
  });
}

const txids = new WeakMap<Layout, string>();

/** The txid that the transaction will have, whoever signs: every input is segwit, and scriptSigs are known before. */
export function layoutTxid(table: Layout): string {
  const txid = txids.get(table) ?? bytesToHex(sha256d(serialized(table, true)).reverse());
  txids.set(table, txid);
  return txid;
}

/**
 * The unsigned transaction for btc-signer. Inputs of `party` carry what a wallet needs to sign them: sighash type (unless it
 * is the wallet's default), redeem script, internal key or leaf. A leaf input never carries the internal key or the merkle
 * root: with them, wallets also sign the key path, which would spend the passthrough without the market.
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
        ...(sighash === undefined ? {} : signingFields(lock, sighash)),
      },
      true,
    );
  }
  for (const { script, valueSats } of table.outputs) {
    transaction.addOutput({ script: hexToBytes(script), amount: BigInt(valueSats) }, true);
  }
  return transaction;
}

function signingFields(lock: Lock, sighash: Sighash) {
  const sighashType = sighash === 'DEFAULT' ? {} : { sighashType: SIGHASHES[sighash] };
  switch (lock.type) {
    case 'p2wpkh':
      return sighashType;
    case 'p2sh-p2wpkh':
      return { ...sighashType, redeemScript: redeemScriptOf(lock) };
    case 'p2tr':
      if (lock.internalKey === null) return sighashType;
      return {
        ...sighashType,
        tapInternalKey: hexToBytes(lock.internalKey),
        ...(lock.merkleRoot === undefined ? {} : { tapMerkleRoot: hexToBytes(lock.merkleRoot) }),
      };
    case 'leaf': {
      const leafScript = concatBytes(hexToBytes(lock.leaf), Uint8Array.of(TAPSCRIPT));
      const control = TaprootControlBlock.decode(hexToBytes(lock.controlBlock));
      return { ...sighashType, tapLeafScript: [[control, leafScript] as [typeof control, Uint8Array]] };
    }
  }
}

/** The layout as a Markdown table: the docs show it, and a test compares them. */
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
