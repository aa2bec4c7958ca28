import type { Coin } from '../chain/coins.ts';
import { type Rejection, reject } from '../chain/rejection.ts';
import { btcText } from '../chain/transaction-rules.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { feeAt, rateOf, rateText, type SatsPerKvb } from './fee-rate.ts';
import { type Mempool, type MempoolEntry, totalFeeOf, withAncestors, withDescendants } from './mempool.ts';

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

/** Replace-by-fee rules of one transaction (BIP125 2 to 5 and the rate rule; signalling is not asked for). */
export function checkReplacement(
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

/** Rules for two transactions, parent and child, that replace together (Core's PackageMempoolChecks). */
export function checkPackageReplacement(
  candidates: readonly Candidate[],
  incrementalRate: SatsPerKvb,
): Rejection | undefined {
  const fail = (text: string, detail = '') => reject('policy', `package RBF failed: ${text}`, detail);
  const [parent, child] = candidates;
  if (!parent || !child || candidates.length !== 2) return fail('package must be 1-parent-1-child');
  if (candidates.some((candidate) => candidate.ancestors.size > 0))
    return fail('new transaction cannot have mempool ancestors');
  const conflicts = new Set([...parent.conflicts, ...child.conflicts]);
  const childTxid = txidOf(child.tx);
  const crowd = tooManyReplaced(conflicts, childTxid);
  if (crowd) return fail('too many potential replacements', crowd);
  const replaced = withDescendants(conflicts);
  const feeSats = parent.feeSats + child.feeSats;
  const vsize = parent.vsize + child.vsize;
  const underpaid = paysForReplaced(replaced, feeSats, vsize, incrementalRate, childTxid);
  if (underpaid) return fail('insufficient anti-DoS fees', underpaid);
  const parentRate = rateOf(parent.feeSats, parent.vsize);
  const packageRate = rateOf(feeSats, vsize);
  if (packageRate <= parentRate)
    return fail(
      'package feerate is less than or equal to parent feerate',
      `package feerate ${rateText(packageRate)} <= parent feerate is ${rateText(parentRate)}`,
    );
  const large = clusterTooLarge(replaced);
  if (large) return fail(large);
  return replaced.size > 0 && bestChunkRate(conflicts) >= feeSats / vsize
    ? fail('insufficient feerate: does not improve feerate diagram')
    : undefined;
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
  /** Entries it would push out, a sibling to evict included; their descendants go as well. */
  readonly conflicts: ReadonlySet<MempoolEntry>;
  readonly siblingEviction: boolean;
  readonly ancestors: ReadonlySet<MempoolEntry>;
};
