import {
  type ByteReader,
  byteReader,
  readBytes,
  readCompactSize,
  readInt64,
  readUint8,
  readUint32,
  readVariableBytes,
  remaining,
  TransactionFormatError,
} from './byte-reader.ts';
import { hashToHex } from './hash-hex.ts';
import type { Transaction, TransactionInput, TransactionOutput } from './transaction.ts';

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

type BareInput = Omit<TransactionInput, 'witness'>;

/**
 * Parses a serialised transaction, with or without witnesses (BIP144), as strictly as Bitcoin Core: the whole
 * of `bytes` must be used, a witness record without witnesses and compactsizes longer than needed are
 * refused. A transaction without inputs looks like the witness marker and is refused or read as Core
 * reads it.
 *
 * Amounts beyond +-(2^53 - 1) sats, which no valid transaction has, are clamped to that bound, so that
 * `checkTransaction` still refuses them with the code a node gives.
 *
 * @throws TransactionFormatError
 */
export function parseTransaction(bytes: Uint8Array): Transaction {
  const reader = byteReader(bytes);
  const tx = readTransaction(reader);
  if (remaining(reader) > 0)
    throw new TransactionFormatError(`${remaining(reader)} bytes after the end of the transaction`);
  return tx;
}

/**
 * Reads one transaction at the cursor and leaves the cursor behind it (for blocks). Strict as
 * `parseTransaction`.
 */
export function readTransaction(reader: ByteReader): Transaction {
  const version = readUint32(reader);
  let bareInputs = readVector(reader, readInput);
  let outputs: TransactionOutput[] = [];
  let flags = 0;
  if (bareInputs.length === 0) {
    flags = readUint8(reader);
    if (flags !== 0) {
      bareInputs = readVector(reader, readInput);
      outputs = readVector(reader, readOutput);
    }
  } else {
    outputs = readVector(reader, readOutput);
  }
  const witnesses: Uint8Array[][] =
    (flags & 1) !== 0 ? bareInputs.map(() => readVector(reader, readVariableBytes)) : [];
  if ((flags & 1) !== 0 && witnesses.every((witness) => witness.length === 0))
    throw new TransactionFormatError('Superfluous witness record');
  if ((flags & ~1) !== 0) throw new TransactionFormatError('Unknown transaction optional data');
  const inputs = bareInputs.map((input, index) => ({ ...input, witness: witnesses[index] ?? [] }));
  return { version, inputs, outputs, lockTime: readUint32(reader) };
}

function readVector<T>(reader: ByteReader, readOne: (reader: ByteReader) => T): T[] {
  const count = readCompactSize(reader);
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(readOne(reader));
  return items;
}

function readInput(reader: ByteReader): BareInput {
  const txid = hashToHex(readBytes(reader, 32));
  const vout = readUint32(reader);
  const scriptSig = readVariableBytes(reader);
  return { txid, vout, scriptSig, sequence: readUint32(reader) };
}

function readOutput(reader: ByteReader): TransactionOutput {
  const value = readInt64(reader);
  const exact = value > LARGEST_EXACT ? LARGEST_EXACT : value < -LARGEST_EXACT ? -LARGEST_EXACT : value;
  return { valueSats: Number(exact), script: readVariableBytes(reader) };
}
