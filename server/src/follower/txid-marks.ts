import { digitsOf } from '@ordbook/protocol/outpoint';

/**
 * Transactions to find among the inputs of blocks, of which hardly any spend one of them. To look up a text
 * that was just read costs far more than its first digits, and those alone rule most out.
 */
export interface TxidMarks {
  add(txid: string): void;
  /** false: it was not added. */
  mayHave(txid: string): boolean;
}

/** Hex digits that are compared: 2^20 marks. */
const DIGITS = 5;

export function createTxidMarks(): TxidMarks {
  const marks = new Uint8Array(16 ** DIGITS);
  return {
    add(txid) {
      marks[markOf(txid)] = 1;
    },
    mayHave: (txid) => marks[markOf(txid)] === 1,
  };
}

/** Within the marks, also for a text that is no hex. */
function markOf(txid: string): number {
  return digitsOf(txid, 0, DIGITS) & (16 ** DIGITS - 1);
}
