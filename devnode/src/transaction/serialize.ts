import {
  type ByteWriter,
  byteWriter,
  writeAmount,
  writeBytes,
  writeCompactSize,
  writeUint8,
  writeUint32,
  writeVariableBytes,
  written,
} from './byte-writer.ts';
import { hexToHash } from './hash-hex.ts';
import {
  hasWitness,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
} from './transaction.ts';

/**
 * Serializes a transaction. With `witness: true` (the default) the BIP144 form is used when any input has a
 * witness; with `witness: false` the form whose double SHA-256 is the txid.
 */
export function serializeTransaction(tx: Transaction, options: { witness?: boolean } = {}): Uint8Array {
  const writer = byteWriter();
  writeTransaction(writer, tx, options);
  return written(writer);
}

/** Appends a transaction to a writer (for blocks). Same forms as `serializeTransaction`. */
export function writeTransaction(
  writer: ByteWriter,
  tx: Transaction,
  options: { witness?: boolean } = {},
): void {
  const withWitness = options.witness !== false && hasWitness(tx);
  writeUint32(writer, tx.version);
  if (withWitness) {
    writeUint8(writer, 0);
    writeUint8(writer, 1);
  }
  writeCompactSize(writer, tx.inputs.length);
  for (const input of tx.inputs) writeInput(writer, input);
  writeCompactSize(writer, tx.outputs.length);
  for (const output of tx.outputs) writeOutput(writer, output);
  if (withWitness) for (const input of tx.inputs) writeWitness(writer, input.witness);
  writeUint32(writer, tx.lockTime);
}

function writeInput(writer: ByteWriter, input: TransactionInput): void {
  writeOutpoint(writer, input);
  writeVariableBytes(writer, input.scriptSig);
  writeUint32(writer, input.sequence);
}

/** Writes the 36 bytes of an outpoint. */
export function writeOutpoint(writer: ByteWriter, outpoint: { txid: string; vout: number }): void {
  writeBytes(writer, hexToHash(outpoint.txid));
  writeUint32(writer, outpoint.vout);
}

/** Writes an output: amount and scriptPubKey with its length. */
export function writeOutput(writer: ByteWriter, output: TransactionOutput): void {
  writeAmount(writer, output.valueSats);
  writeVariableBytes(writer, output.script);
}

/** Writes a witness stack: count, then each element with its length. */
export function writeWitness(writer: ByteWriter, witness: readonly Uint8Array[]): void {
  writeCompactSize(writer, witness.length);
  for (const element of witness) writeVariableBytes(writer, element);
}
