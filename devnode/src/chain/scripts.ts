import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../script/flags.ts';
import { verifyTransaction } from '../script/verify.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import type { Coin } from './coins.ts';
import { type Rejection, reject } from './rejection.ts';

const REMEMBERED_TRANSACTIONS = 50_000;

/**
 * Wtxids whose scripts are known to be valid under the rules of blocks. A wtxid commits to the spent outputs
 * through its outpoints, so a transaction checked for the mempool need not be checked again in a block.
 */
export type VerifiedScripts = Set<string>;

/**
 * The failure of the scripts under the rules of the mempool or of blocks, in the words Core 29 has for each.
 */
export function scriptRejection(
  tx: Transaction,
  coins: readonly Coin[],
  rules: 'mempool' | 'block',
): Rejection | undefined {
  const failure = verifyTransaction(tx, coins, rules === 'mempool' ? STANDARD_FLAGS : MANDATORY_FLAGS);
  if (!failure) return undefined;
  const spent = tx.inputs[failure.inputIndex]!;
  const place = `input ${failure.inputIndex} of ${txidOf(tx)} (wtxid ${wtxidOf(tx)})`;
  return reject(
    rules === 'mempool' ? 'policy' : 'consensus',
    `${rules === 'mempool' ? 'mempool' : 'mandatory'}-script-verify-flag-failed (${failure.message})`,
    `${place}, spending ${spent.txid}:${spent.vout}`,
  );
}

/** Records scripts that passed the mempool's rules, which include those of blocks. */
export function rememberVerified(tx: Transaction, verified: VerifiedScripts): void {
  if (verified.size >= REMEMBERED_TRANSACTIONS) verified.clear();
  verified.add(wtxidOf(tx));
}

/** Checks scripts as blocks do, once per wtxid. */
export function checkBlockScripts(
  tx: Transaction,
  coins: readonly Coin[],
  verified: VerifiedScripts,
): Rejection | undefined {
  if (verified.has(wtxidOf(tx))) return undefined;
  const rejection = scriptRejection(tx, coins, 'block');
  if (!rejection) rememberVerified(tx, verified);
  return rejection;
}
