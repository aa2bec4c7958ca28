import { tipOf } from '../chain/chain.ts';
import { type Rejection, reject } from '../chain/rejection.ts';
import { rememberVerified, scriptRejection } from '../chain/scripts.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { weightOf, wtxidOf } from '../transaction/txid.ts';
import { ALONE, examine, type MempoolView, RETURNING, type Setting } from './candidate.ts';
import { checkEphemeralSpends } from './dust.ts';
import { rateOf, type SatsPerKvb } from './fee-rate.ts';
import { addEntry, removeEntries, withDescendants } from './mempool.ts';
import { trimMempool } from './minimum-fee.ts';
import { type Candidate, checkReplacement } from './replacement.ts';

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
    rateTooHigh(candidate, options) ??
    checkEphemeralSpends([tx], view.pool, view.policy.dustRelayFee)?.rejection ??
    (candidate.conflicts.size > 0
      ? checkReplacement(view.pool, candidate, view.policy.incrementalRelayFee)
      : undefined) ??
    checkScripts(view, candidate);
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

/** Takes a transaction of a dropped block back, if the mempool's rules still allow it. */
export const readmitTransaction = (view: MempoolView, tx: Transaction): AcceptResult =>
  acceptTransaction(view, tx, {}, RETURNING);

export function rateTooHigh(candidate: Candidate, options: AcceptOptions): Rejection | undefined {
  return options.maxRate !== undefined && rateOf(candidate.feeSats, candidate.vsize) > options.maxRate
    ? reject('policy', 'max feerate exceeded')
    : undefined;
}

/** Scripts under the mempool's rules, which hold those of blocks. */
export function checkScripts(view: MempoolView, { tx, coins }: Candidate): Rejection | undefined {
  const rejection = scriptRejection(tx, coins, 'mempool');
  if (!rejection) rememberVerified(tx, view.chain.verified);
  return rejection;
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
