import { MANDATORY_FLAGS, type ScriptFlags } from '../script/flags.ts';
import { verifyTransaction } from '../script/verify.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import type { Coin } from './coins.ts';
import { type Rejection, reject } from './rejection.ts';

const REMEMBERED_TRANSACTIONS = 50_000;

/**
 * Wtxids whose scripts are known to be valid under the rules of blocks. A wtxid commits to the spent outputs through
 * its outpoints, so a transaction checked for the mempool need not be checked again in a block.
 */
export type VerifiedScripts = Set<string>;

/** The failure of the scripts under `flags`; `rule` is Core's prefix for the kind of flags that failed. */
export function scriptRejection(
  tx: Transaction,
  coins: readonly Coin[],
  flags: ScriptFlags,
  rule: 'mandatory-script-verify-flag-failed' | 'non-mandatory-script-verify-flag',
): Rejection | undefined {
  const failure = verifyTransaction(tx, coins, flags);
  if (!failure) return undefined;
  const spent = tx.inputs[failure.inputIndex]!;
  return reject(
    rule === 'mandatory-script-verify-flag-failed' ? 'consensus' : 'policy',
    `${rule} (${failure.message})`,
    `input ${failure.inputIndex} of ${txidOf(tx)} (wtxid ${wtxidOf(tx)}), spending ${spent.txid}:${spent.vout}`,
  );
}

/** Checks scripts as blocks do, once per wtxid. */
export function checkConsensusScripts(
  tx: Transaction,
  coins: readonly Coin[],
  verified: VerifiedScripts,
): Rejection | undefined {
  const wtxid = wtxidOf(tx);
  if (verified.has(wtxid)) return undefined;
  const rejection = scriptRejection(tx, coins, MANDATORY_FLAGS, 'mandatory-script-verify-flag-failed');
  if (rejection) return rejection;
  if (verified.size >= REMEMBERED_TRANSACTIONS) verified.clear();
  verified.add(wtxid);
  return undefined;
}
