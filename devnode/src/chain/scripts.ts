import { MANDATORY_FLAGS, STANDARD_FLAGS } from '../script/flags.ts';
import { type InputError, verifyTransaction } from '../script/verify.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import type { Coin } from './coins.ts';
import type { PolicyName } from './policy-name.ts';
import { type Rejection, reject } from './rejection.ts';

const REMEMBERED_TRANSACTIONS = 50_000;

/**
 * Wtxids whose scripts are known to be valid under the rules of blocks. A wtxid commits to the spent outputs
 * through its outpoints, so a transaction checked for the mempool need not be checked again in a block.
 */
export type VerifiedScripts = Set<string>;

/** The failure of the scripts under the mempool's rules. */
export function mempoolScriptRejection(tx: Transaction, coins: readonly Coin[]): Rejection | undefined {
  const failure = verifyTransaction(tx, coins, STANDARD_FLAGS);
  if (!failure) return undefined;
  return reject('policy', `mempool-${reasonOf(failure)}`, placeOf(tx, failure));
}

const reasonOf = ({ message }: InputError): string => `script-verify-flag-failed (${message})`;

function placeOf(tx: Transaction, { inputIndex }: InputError): string {
  const spent = tx.inputs[inputIndex]!;
  return `input ${inputIndex} of ${txidOf(tx)} (wtxid ${wtxidOf(tx)}), spending ${spent.txid}:${spent.vout}`;
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
  { verified, follows }: { readonly verified: VerifiedScripts; readonly follows: PolicyName },
): Rejection | undefined {
  if (verified.has(wtxidOf(tx))) return undefined;
  const failure = verifyTransaction(tx, coins, MANDATORY_FLAGS);
  if (!failure) {
    rememberVerified(tx, verified);
    return undefined;
  }
  // Bitcoin Core 30 renamed the reason.
  const prefix = follows === 'core' ? 'block' : 'mandatory';
  return reject('consensus', `${prefix}-${reasonOf(failure)}`, placeOf(tx, failure));
}
