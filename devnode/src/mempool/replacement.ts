import type { Coin } from '../chain/coins.ts';
import { type Rejection, reject } from '../chain/rejection.ts';
import { btcText } from '../chain/transaction-rules.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { changeOf, clustersOf, improvesDiagram } from './cluster.ts';
import { compareRates, feeAt, rateOf, rateText, type SatsPerKvb } from './fee-rate.ts';
import { type Mempool, type MempoolEntry, totalFeeOf, withAncestors, withDescendants } from './mempool.ts';
import type { PolicySettings } from './settings.ts';

const MAX_REPLACED = 100;

/** A transaction must not descend from what it replaces. */
export function spendsItsConflict(
  tx: Transaction,
  ancestors: ReadonlySet<MempoolEntry>,
  conflicts: ReadonlySet<MempoolEntry>,
): Rejection | undefined {
  for (const ancestor of ancestors) {
    if (conflicts.has(ancestor))
      return reject(
        'consensus',
        'bad-txns-spends-conflicting-tx',
        `${txidOf(tx)} spends conflicting transaction ${ancestor.txid}`,
      );
  }
  return undefined;
}

/** The rules by which one transaction may replace others, under the policy followed. */
export const checkReplacement = (
  pool: Mempool,
  candidate: Candidate,
  policy: PolicySettings,
): Rejection | undefined =>
  policy.follows === 'core'
    ? checkByDiagram(pool, candidate, policy.incrementalRelayFee)
    : checkByRates(pool, candidate, policy.incrementalRelayFee);

/** The rules by which a package may replace others, under the policy followed. */
export const checkPackageReplacement = (
  pool: Mempool,
  candidates: readonly Candidate[],
  policy: PolicySettings,
): Rejection | undefined =>
  policy.follows === 'core'
    ? checkPackageByDiagram(pool, candidates, policy.incrementalRelayFee)
    : checkPackageByRates(candidates, policy.incrementalRelayFee);

/**
 * Bitcoin Core 31: few clusters touched, all fees of what goes and the relay of what comes are paid, clusters
 * stay within their limits, and the fee rate diagram improves. New unconfirmed inputs are allowed.
 */
function checkByDiagram(
  pool: Mempool,
  candidate: Candidate,
  incrementalRate: SatsPerKvb,
): Rejection | undefined {
  const { tx, feeSats, vsize, conflicts } = candidate;
  const txid = txidOf(tx);
  const suffix = candidate.siblingEviction ? ' (including sibling eviction)' : '';
  const crowd = tooManyClusters(conflicts, txid);
  if (crowd) return reject('policy', `too many potential replacements${suffix}`, crowd);
  const replaced = withDescendants(conflicts);
  const underpaid = paysForReplaced(replaced, feeSats, vsize, incrementalRate, txid);
  if (underpaid) return reject('reconsiderable', `insufficient fee${suffix}`, underpaid);
  const change = changeOf(pool, [candidate], replaced);
  if (change.tooLarge) return reject('policy', 'too-large-cluster');
  return improvesDiagram(change) ? undefined : reject('reconsiderable', 'replacement-failed', NO_IMPROVEMENT);
}

const NO_IMPROVEMENT = 'insufficient feerate: does not improve feerate diagram';

/** Core's GetEntriesForConflicts of version 31. */
function tooManyClusters(conflicts: ReadonlySet<MempoolEntry>, txid: string): string | undefined {
  const count = clustersOf(conflicts).length;
  return count > MAX_REPLACED
    ? `rejecting replacement ${txid}; too many conflicting clusters (${count} > ${MAX_REPLACED})`
    : undefined;
}

/**
 * Replace-by-fee rules of one transaction in Bitcoin Core 29 (BIP125 2 to 5 and the rate rule; signalling is
 * not asked for).
 */
function checkByRates(
  pool: Mempool,
  candidate: Candidate,
  incrementalRate: SatsPerKvb,
): Rejection | undefined {
  const { tx, feeSats, vsize, conflicts } = candidate;
  const txid = txidOf(tx);
  const suffix = candidate.siblingEviction ? ' (including sibling eviction)' : '';
  const rate = rateOf(feeSats, vsize);
  for (const conflict of conflicts) {
    const replacedRate = rateOf(conflict.feeSats, conflict.vsize);
    if (rate <= replacedRate)
      return reject(
        'reconsiderable',
        `insufficient fee${suffix}`,
        `rejecting replacement ${txid}; new feerate ${rateText(rate)} <= old feerate ${rateText(replacedRate)}`,
      );
  }
  const crowd = tooManyReplaced(conflicts, txid);
  if (crowd) return reject('policy', `too many potential replacements${suffix}`, crowd);
  const added = newUnconfirmedInput(pool, tx, conflicts);
  if (added !== undefined)
    return reject(
      'policy',
      `replacement-adds-unconfirmed${suffix}`,
      `replacement ${txid} adds unconfirmed input, idx ${added}`,
    );
  const underpaid = paysForReplaced(withDescendants(conflicts), feeSats, vsize, incrementalRate, txid);
  return underpaid ? reject('reconsiderable', `insufficient fee${suffix}`, underpaid) : undefined;
}

const failed = (text: string, detail = '') => reject('policy', `package RBF failed: ${text}`, detail);

/** What holds for a parent and a child that replace together in every version (Core's PackageRBFChecks). */
function checkPairReplacement(
  candidates: readonly Candidate[],
  incrementalRate: SatsPerKvb,
  crowdOf: (conflicts: ReadonlySet<MempoolEntry>, txid: string) => string | undefined,
  isHigher: (feeA: number, sizeA: number, feeB: number, sizeB: number) => boolean,
): Rejection | { conflicts: ReadonlySet<MempoolEntry>; replaced: ReadonlySet<MempoolEntry> } {
  const fail = failed;
  const [parent, child] = candidates;
  if (!parent || !child || candidates.length !== 2) return fail('package must be 1-parent-1-child');
  if (candidates.some((candidate) => candidate.ancestors.size > 0))
    return fail('new transaction cannot have mempool ancestors');
  const conflicts = new Set([...parent.conflicts, ...child.conflicts]);
  const childTxid = txidOf(child.tx);
  const crowd = crowdOf(conflicts, childTxid);
  if (crowd) return fail('too many potential replacements', crowd);
  const replaced = withDescendants(conflicts);
  const feeSats = parent.feeSats + child.feeSats;
  const vsize = parent.vsize + child.vsize;
  const underpaid = paysForReplaced(replaced, feeSats, vsize, incrementalRate, childTxid);
  if (underpaid) return fail('insufficient anti-DoS fees', underpaid);
  if (!isHigher(feeSats, vsize, parent.feeSats, parent.vsize)) {
    const [rate, parentRate] = [rateOf(feeSats, vsize), rateOf(parent.feeSats, parent.vsize)];
    return fail(
      'package feerate is less than or equal to parent feerate',
      `package feerate ${rateText(rate)} <= parent feerate is ${rateText(parentRate)}`,
    );
  }
  return { conflicts, replaced };
}

function checkPackageByDiagram(
  pool: Mempool,
  candidates: readonly Candidate[],
  incrementalRate: SatsPerKvb,
): Rejection | undefined {
  const isHigher = (...rates: Parameters<typeof compareRates>) => compareRates(...rates) > 0;
  const pair = checkPairReplacement(candidates, incrementalRate, tooManyClusters, isHigher);
  if ('reason' in pair) return pair;
  const change = changeOf(pool, candidates, pair.replaced);
  if (change.tooLarge) return reject('policy', 'too-large-cluster');
  return improvesDiagram(change) ? undefined : failed(NO_IMPROVEMENT);
}

function checkPackageByRates(
  candidates: readonly Candidate[],
  incrementalRate: SatsPerKvb,
): Rejection | undefined {
  const isHigher = (feeA: number, sizeA: number, feeB: number, sizeB: number) =>
    rateOf(feeA, sizeA) > rateOf(feeB, sizeB);
  const pair = checkPairReplacement(candidates, incrementalRate, tooManyReplaced, isHigher);
  if ('reason' in pair) return pair;
  const large = clusterTooLarge(pair.replaced);
  if (large) return failed(large);
  const [parent, child] = candidates;
  const rate = (parent!.feeSats + child!.feeSats) / (parent!.vsize + child!.vsize);
  return pair.replaced.size > 0 && bestChunkRate(pair.conflicts) >= rate ? failed(NO_IMPROVEMENT) : undefined;
}

function tooManyReplaced(conflicts: ReadonlySet<MempoolEntry>, txid: string): string | undefined {
  let count = 0;
  for (const conflict of conflicts) count += withDescendants([conflict]).size;
  return count > MAX_REPLACED
    ? `rejecting replacement ${txid}; too many potential replacements (${count} > ${MAX_REPLACED})`
    : undefined;
}

function newUnconfirmedInput(
  pool: Mempool,
  tx: Transaction,
  conflicts: ReadonlySet<MempoolEntry>,
): number | undefined {
  const known = new Set<string>();
  for (const conflict of conflicts) for (const parent of conflict.parents) known.add(parent.txid);
  const index = tx.inputs.findIndex((input) => pool.byTxid.has(input.txid) && !known.has(input.txid));
  return index === -1 ? undefined : index;
}

function paysForReplaced(
  replaced: ReadonlySet<MempoolEntry>,
  feeSats: number,
  vsize: number,
  incrementalRate: SatsPerKvb,
  txid: string,
): string | undefined {
  const replacedSats = totalFeeOf(replaced);
  if (feeSats < replacedSats)
    return `rejecting replacement ${txid}, less fees than conflicting txs; ${btcText(feeSats)} < ${btcText(replacedSats)}`;
  const extraSats = feeSats - replacedSats;
  const neededSats = feeAt(incrementalRate, vsize);
  return extraSats < neededSats
    ? `rejecting replacement ${txid}, not enough additional fees to relay; ${btcText(extraSats)} < ${btcText(neededSats)}`
    : undefined;
}

/** Rates can be compared only while everything replaced is in clusters of at most two. */
function clusterTooLarge(replaced: ReadonlySet<MempoolEntry>): string | undefined {
  for (const entry of replaced) {
    const ancestors = withAncestors([entry]).size - 1;
    const descendants = withDescendants([entry]).size - 1;
    if (ancestors > 1) return `${entry.txid} has ${ancestors} ancestors, max 1 allowed`;
    if (descendants > 1) return `${entry.txid} has ${descendants} descendants, max 1 allowed`;
    const [child] = entry.children;
    if (child && child.parents.size > 1) return `${entry.txid} is not the only parent of child ${child.txid}`;
    const [parent] = entry.parents;
    if (parent && parent.children.size > 1)
      return `${entry.txid} is not the only child of parent ${parent.txid}`;
  }
  return undefined;
}

function bestChunkRate(conflicts: ReadonlySet<MempoolEntry>): number {
  const rates = [...conflicts].map((conflict) => {
    const own = conflict.feeSats / conflict.vsize;
    const [child] = conflict.children;
    if (!child) return own;
    return Math.max(own, (conflict.feeSats + child.feeSats) / (conflict.vsize + child.vsize));
  });
  return Math.max(...rates);
}

/** A transaction that passed every check but those of scripts, replacement and package. */
export type Candidate = {
  readonly tx: Transaction;
  readonly coins: readonly Coin[];
  readonly feeSats: number;
  readonly vsize: number;
  readonly adjustedWeight: number;
  /** Entries it would push out, a sibling to evict included; their descendants go as well. */
  readonly conflicts: ReadonlySet<MempoolEntry>;
  readonly siblingEviction: boolean;
  readonly ancestors: ReadonlySet<MempoolEntry>;
};
