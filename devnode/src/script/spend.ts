import { sha256 } from '@noble/hashes/sha2.js';
import {
  type ByteWriter,
  byteWriter,
  writeAmount,
  writeUint32,
  writeVariableBytes,
  written,
} from '../transaction/byte-writer.ts';
import { writeOutpoint, writeOutput } from '../transaction/serialize.ts';
import type { Transaction, TransactionOutput } from '../transaction/transaction.ts';

/**
 * A transaction with the outputs it spends (one per input, same order) and the parts of its signature hashes
 * that all inputs share. Each part is computed at most once, when first needed.
 */
export interface Spend {
  readonly tx: Transaction;
  readonly spentOutputs: readonly TransactionOutput[];
  /** Single SHA-256 over all inputs or outputs (BIP341); BIP143 hashes these once more. */
  readonly prevoutsHash: () => Uint8Array;
  readonly sequencesHash: () => Uint8Array;
  readonly outputsHash: () => Uint8Array;
  readonly amountsHash: () => Uint8Array;
  readonly scriptsHash: () => Uint8Array;
}

/**
 * Prepares a transaction for verification.
 * @throws Error when there is not exactly one spent output per input: a bug of the caller.
 */
export function spendOf(tx: Transaction, spentOutputs: readonly TransactionOutput[]): Spend {
  if (spentOutputs.length !== tx.inputs.length)
    throw new Error(`${tx.inputs.length} inputs need as many spent outputs, not ${spentOutputs.length}`);
  return {
    tx,
    spentOutputs,
    prevoutsHash: hashOnce((writer) => {
      for (const input of tx.inputs) writeOutpoint(writer, input);
    }),
    sequencesHash: hashOnce((writer) => {
      for (const input of tx.inputs) writeUint32(writer, input.sequence);
    }),
    outputsHash: hashOnce((writer) => {
      for (const output of tx.outputs) writeOutput(writer, output);
    }),
    amountsHash: hashOnce((writer) => {
      for (const output of spentOutputs) writeAmount(writer, output.valueSats);
    }),
    scriptsHash: hashOnce((writer) => {
      for (const output of spentOutputs) writeVariableBytes(writer, output.script);
    }),
  };
}

function hashOnce(fill: (writer: ByteWriter) => void): () => Uint8Array {
  let hash: Uint8Array | undefined;
  return () => {
    if (!hash) {
      const writer = byteWriter();
      fill(writer);
      hash = sha256(written(writer));
    }
    return hash;
  };
}
