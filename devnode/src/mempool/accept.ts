import { tipOf } from '../chain/chain.ts';
import { type Rejection, reject } from '../chain/rejection.ts';
import { mempoolScriptRejection, rememberVerified } from '../chain/scripts.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { weightOf, wtxidOf } from '../transaction/txid.ts';
import { ALONE, examine, type MempoolView, RETURNING, type Setting } from './candidate.ts';
import { changeOf } from './cluster.ts';
import { checkEphemeralSpends } from './dust.ts';
import { compareRates, rateOf, type SatsPerKvb } from './fee-rate.ts';
import { addEntry, removeEntries, withDescendants } from './mempool.ts';
import { trimMempool } from './minimum-fee.ts';
import { type Candidate, checkReplacement, spendsItsConflict } from './replacement.ts';

/** What became of one transaction. Sizes in vB (adjusted for signature operations), fees in sats. */
export type AcceptResult =
  | {
      readonly status: 'valid';
      readonly vsize: number;
      readonly feeSats: number;
      readonly effectiveRate: SatsPerKvb;
      /** Wtxids whose fees and sizes make the effective rate. */
      readonly effectiveIncludes: readonly string[];
      /** Txids that were pushed out. */
      readonly replaced: readonly string[];
    }
  | { readonly status: 'in mempool'; readonly vsize: number; readonly feeSats: number }
  | { readonly status: 'different witness'; readonly wtxid: string }
  | { readonly status: 'invalid'; readonly rejection: Rejection };

export const invalid = (rejection: Rejection): AcceptResult => ({ status: 'invalid', rejection });

export type AcceptOptions = {
  /** Decide, but leave the mempool as it is. */
  readonly test?: boolean;
  /** Refuse rates above this. */
  readonly maxRate?: SatsPerKvb;
};

/** Offers one transaction to the mempool. */
export function acceptTransaction(
  view: MempoolView,
  tx: Transaction,
  options: AcceptOptions = {},
  setting: Setting = ALONE,
): AcceptResult {
  const candidate = examine(view, tx, setting);
  if ('reason' in candidate) return invalid(candidate);
  const rejection =
    (view.policy.follows === 'core'
      ? checkAsCore(view, candidate, options, setting)
      : checkAsKnots(view, candidate, options)) ?? checkScripts(view, candidate);
  if (rejection) return invalid(rejection);
  const replaced = [...withDescendants(candidate.conflicts)].map((entry) => entry.txid);
  if (!options.test) {
    enter(view, candidate);
    if (setting === ALONE) {
      trimMempool(view.pool, view.policy, view.now);
      if (!view.pool.byWtxid.has(wtxidOf(tx))) return invalid(reject('policy', 'mempool full'));
    }
  }
  return accepted(candidate, replaced);
}

/** What Bitcoin Core 31 checks between a transaction's own rules and its scripts, in its order. */
function checkAsCore(
  view: MempoolView,
  candidate: Candidate,
  options: AcceptOptions,
  setting: Setting,
): Rejection | undefined {
  const { pool, policy } = view;
  const { tx, conflicts, ancestors } = candidate;
  return (
    (conflicts.size > 0 ? checkReplacement(pool, candidate, policy) : undefined) ??
    checkCluster(view, [candidate]) ??
    spendsItsConflict(tx, ancestors, conflicts) ??
    rateTooHigh(view, candidate, options) ??
    (setting.bypassLimits ? undefined : checkEphemeralSpends([tx], pool, policy.dustRelayFee)?.rejection)
  );
}

/** The same of Bitcoin Core 29. */
function checkAsKnots(
  view: MempoolView,
  candidate: Candidate,
  options: AcceptOptions,
): Rejection | undefined {
  const { pool, policy } = view;
  return (
    rateTooHigh(view, candidate, options) ??
    checkEphemeralSpends([candidate.tx], pool, policy.dustRelayFee)?.rejection ??
    (candidate.conflicts.size > 0 ? checkReplacement(pool, candidate, policy) : undefined)
  );
}

/** Clusters stay within Bitcoin Core's limits when these enter in place of their conflicts. */
export function checkCluster({ pool }: MempoolView, candidates: readonly Candidate[]): Rejection | undefined {
  const conflicts = new Set(candidates.flatMap((candidate) => [...candidate.conflicts]));
  return changeOf(pool, candidates, withDescendants(conflicts)).tooLarge
    ? reject('policy', 'too-large-cluster')
    : undefined;
}

/** Takes a transaction of a dropped block back, if the mempool's rules still allow it. */
export const readmitTransaction = (view: MempoolView, tx: Transaction): AcceptResult =>
  acceptTransaction(view, tx, {}, RETURNING);

export function rateTooHigh(
  { policy }: MempoolView,
  { feeSats, vsize }: Candidate,
  { maxRate }: AcceptOptions,
): Rejection | undefined {
  if (maxRate === undefined) return undefined;
  // Core 29 rounds a rate down to whole sats per kvB.
  const higher =
    policy.follows === 'core'
      ? compareRates(feeSats, vsize, maxRate, 1000) > 0
      : rateOf(feeSats, vsize) > maxRate;
  return higher ? reject('policy', 'max feerate exceeded') : undefined;
}

/**
 * Transactions whose scripts passed: sending one tests it first. A transaction names what it spends, so its
 * scripts pass again, whatever the chain.
 */
const passed = new WeakSet<Transaction>();

/** Scripts under the mempool's rules, which hold those of blocks. */
export function checkScripts(view: MempoolView, { tx, coins }: Candidate): Rejection | undefined {
  const rejection = passed.has(tx) ? undefined : mempoolScriptRejection(tx, coins);
  if (rejection) return rejection;
  passed.add(tx);
  rememberVerified(tx, view.chain.verified);
  return undefined;
}

/** Puts a candidate into the mempool in place of its conflicts. */
export function enter(view: MempoolView, candidate: Candidate): void {
  const { pool, chain, now } = view;
  removeEntries(pool, withDescendants(candidate.conflicts));
  addEntry(pool, {
    tx: candidate.tx,
    feeSats: candidate.feeSats,
    vsize: candidate.vsize,
    weight: weightOf(candidate.tx),
    adjustedWeight: candidate.adjustedWeight,
    coins: candidate.coins,
    time: now,
    height: tipOf(chain).height,
  });
}

export function accepted(
  candidate: Candidate,
  replaced: readonly string[],
  group: readonly Candidate[] = [candidate],
): AcceptResult {
  let feeSats = 0;
  let vsize = 0;
  for (const member of group) {
    feeSats += member.feeSats;
    vsize += member.vsize;
  }
  return {
    status: 'valid',
    vsize: candidate.vsize,
    feeSats: candidate.feeSats,
    effectiveRate: rateOf(feeSats, vsize),
    effectiveIncludes: group.map((member) => wtxidOf(member.tx)),
    replaced,
  };
}
