/** Transactions as they are on the wire, read as far as custody needs them. Source: BIP144. */
import { bytesToHex, concatBytes, sha256d } from '../bitcoin/bytes.ts';
import type { Outpoint } from '../outpoint.ts';
import { MAX_SATS } from '../sats.ts';
import { ByteReader, Unreadable } from './reader.ts';

interface Output {
  readonly valueSats: number;
  readonly script: Uint8Array;
}

export interface StrippedTransaction {
  readonly txid: string;
  /** The outputs that it spends. */
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly Output[];
}

export interface CompleteTransaction extends StrippedTransaction {
  readonly bytes: Uint8Array;
  /** Without witnesses. */
  readonly stripped: Uint8Array;
  /** Its txid in the order of bytes that is hashed. */
  readonly hash: Uint8Array;
  readonly scriptSigs: readonly Uint8Array[];
  readonly witnesses: readonly (readonly Uint8Array[])[];
}

/** As an input of a coinbase has it. */
export const NO_TXID = '0'.repeat(64);

/** Spends nothing: its sats are new. */
export function isCoinbase({ inputs }: StrippedTransaction): boolean {
  return inputs.some(({ txid }) => txid === NO_TXID);
}

/** A transaction without witnesses. Throws `Unreadable`. */
export function readStripped(bytes: Uint8Array): StrippedTransaction {
  const reader = new ByteReader(bytes);
  reader.take(4);
  const { inputs, outputs } = readBody(reader, bytes.length);
  reader.take(4);
  reader.end();
  return { txid: shownHash(sha256d(bytes)), inputs, outputs };
}

/** A transaction with or without witnesses. Throws `Unreadable`. */
export function readComplete(bytes: Uint8Array): CompleteTransaction {
  const reader = new ByteReader(bytes);
  const transaction = nextTransaction(reader, bytes.length);
  reader.end();
  return transaction;
}

/** The transactions of a block, whose bytes begin with its header. Throws `Unreadable`. */
export function transactionsOf(block: Uint8Array): CompleteTransaction[] {
  const reader = new ByteReader(block);
  reader.take(80);
  const transactions = reader.list(block.length, () => nextTransaction(reader, block.length));
  reader.end();
  return transactions;
}

function nextTransaction(reader: ByteReader, most: number): CompleteTransaction {
  const from = reader.at;
  const version = reader.take(4);
  const isMarked = reader.peek() === 0;
  if (isMarked && (reader.u8() !== 0 || reader.u8() !== 1))
    throw new Unreadable(`the marker of a transaction with witnesses expected at byte ${from + 4}`);
  const bodyFrom = reader.at;
  const { inputs, outputs, scriptSigs } = readBody(reader, most);
  const body = reader.since(bodyFrom);
  const witnesses = inputs.map(() => (isMarked ? reader.list(most, () => reader.sized(most)) : []));
  if (isMarked && witnesses.every((items) => items.length === 0))
    throw new Unreadable(`a witness expected before byte ${reader.at}`);
  const lockTime = reader.take(4);
  const bytes = reader.since(from);
  const stripped = concatBytes(version, body, lockTime);
  const hash = sha256d(stripped);
  return { txid: shownHash(hash), bytes, stripped, hash, inputs, outputs, scriptSigs, witnesses };
}

/** Input and output counts are bounded by the bytes that they take. */
function readBody(reader: ByteReader, most: number) {
  const scriptSigs: Uint8Array[] = [];
  const inputs = reader.list(most, (): Outpoint => {
    const txid = shownHash(reader.take(32));
    const vout = reader.u32();
    scriptSigs.push(reader.sized(most));
    reader.take(4);
    return { txid, vout };
  });
  const outputs = reader.list(most, (): Output => ({ valueSats: reader.sats(), script: reader.sized(most) }));
  const total = outputs.reduce((sum, { valueSats }) => sum + valueSats, 0);
  if (inputs.length === 0 || outputs.length === 0 || total > MAX_SATS)
    throw new Unreadable('a transaction with inputs, and with outputs of no more sats than exist, expected');
  return { inputs, outputs, scriptSigs };
}

/** A hash in the order in which people read it. */
export function shownHash(hash: Uint8Array): string {
  return bytesToHex(Uint8Array.from(hash).reverse());
}
