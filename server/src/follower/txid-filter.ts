import { digitsOf } from '@ordbook/protocol/outpoint';

/**
 * Transactions to find among the inputs of blocks, of which hardly any spend one of them. To look up a text
 * that was just read costs far more than its first digits, and those alone rule most out.
 */
export interface TxidFilter {
  add(txid: string): void;
  /** false: it was not added. */
  mayHave(txid: string): boolean;
}

/** Hex digits that are compared: 2^20 bits. */
const DIGITS = 5;

export function createTxidFilter(): TxidFilter {
  const bits = new Uint8Array(16 ** DIGITS);
  return {
    add(txid) {
      bits[bitOf(txid)] = 1;
    },
    mayHave: (txid) => bits[bitOf(txid)] === 1,
  };
}

/** Within the bits, also for a text that is no hex. */
function bitOf(txid: string): number {
  return digitsOf(txid, 0, DIGITS) & (16 ** DIGITS - 1);
}
