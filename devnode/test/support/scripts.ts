import { hash160 } from '../../src/script/hashes.ts';
import { pushOf } from '../../src/script/script-bytes.ts';
import type { Transaction, TransactionOutput } from '../../src/transaction/transaction.ts';
import { OPEN_SCRIPT } from './open-coins.ts';

export const scriptOutput = (valueSats: number, script: Iterable<number>): TransactionOutput => ({
  valueSats,
  script: Uint8Array.from(script),
});

/** A P2SH output over a redeem script. */
export const p2shOver = (redeem: Iterable<number>) => {
  const redeemScript = Uint8Array.from(redeem);
  const script = [0xa9, 20, ...hash160(redeemScript), 0x87];
  return { redeemScript, output: (valueSats: number) => scriptOutput(valueSats, script) };
};

/** Spends a P2SH output whose redeem script needs nothing. */
export const p2shSpend = (
  outpoint: { txid: string; vout: number },
  redeemScript: Uint8Array,
  valueSats: number,
): Transaction => ({
  version: 2,
  inputs: [{ ...outpoint, scriptSig: pushOf(redeemScript), sequence: 0xfffffffd, witness: [] }],
  outputs: [{ valueSats, script: OPEN_SCRIPT }],
  lockTime: 0,
});
