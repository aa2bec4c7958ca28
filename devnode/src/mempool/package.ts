import { outpointKey } from '../chain/coins.ts';
import { type Rejection, reject } from '../chain/rejection.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, weightOf, wtxidOf } from '../transaction/txid.ts';
import {
  type AcceptOptions,
  type AcceptResult,
  accepted,
  acceptTransaction,
  checkCluster,
  checkScripts,
  enter,
  invalid,
  rateTooHigh,
} from './accept.ts';
import {
  ALONE_IN_PACKAGE,
  examine,
  type MempoolView,
  type Setting,
  TESTED_TOGETHER,
  TOGETHER,
} from './candidate.ts';
import { ancestorsWithin } from './chain-limits.ts';
import { checkEphemeralSpends } from './dust.ts';
import { parentsOf, withDescendants } from './mempool.ts';
import { checkFeeRate, trimMempool } from './minimum-fee.ts';
import { type Candidate, checkPackageReplacement } from './replacement.ts';
import { CHAIN_LIMITS } from './settings.ts';
import { checkPackageTruc } from './truc.ts';

export const MAX_PACKAGE_COUNT = 25;
const MAX_PACKAGE_WEIGHT = 404_000;

/** What became of a package: an error of the whole, if any, and a result by wtxid for what was looked at. */
export type PackageResult = {
  readonly error?: Rejection;
  readonly results: ReadonlyMap<string, AcceptResult>;
};

/** Rules a list of transactions obeys whatever the chain (Core's IsWellFormedPackage). */
export function malformedPackage(txs: readonly Transaction[]): Rejection | undefined {
  if (txs.length > MAX_PACKAGE_COUNT) return reject('policy', 'package-too-many-transactions');
  const weight = txs.reduce((sum, tx) => sum + weightOf(tx), 0);
  if (txs.length > 1 && weight > MAX_PACKAGE_WEIGHT) return reject('policy', 'package-too-large');
  const later = new Set(txs.map(txidOf));
  if (later.size !== txs.length) return reject('policy', 'package-contains-duplicates');
  for (const tx of txs) {
    if (tx.inputs.some((input) => later.has(input.txid))) return reject('policy', 'package-not-sorted');
    later.delete(txidOf(tx));
  }
  const spent = new Set<string>();
  for (const tx of txs) {
    if (tx.inputs.some((input) => spent.has(outpointKey(input))))
      return reject('policy', 'conflict-in-package');
    for (const input of tx.inputs) spent.add(outpointKey(input));
  }
  return undefined;
}

/** True when the last transaction spends every other one. */
export function isChildWithParents(txs: readonly Transaction[]): boolean {
  if (txs.length < 2) return false;
  const spent = new Set(txs.at(-1)!.inputs.map((input) => input.txid));
  return txs.slice(0, -1).every((tx) => spent.has(txidOf(tx)));
}

/** True when, moreover, no parent spends another. */
export function isChildWithParentsTree(txs: readonly Transaction[]): boolean {
  if (!isChildWithParents(txs)) return false;
  const parents = new Set(txs.slice(0, -1).map(txidOf));
  return txs.slice(0, -1).every((tx) => !tx.inputs.some((input) => parents.has(input.txid)));
}

/**
 * What `testmempoolaccept` does with several transactions: together, without replacement, each paying for
 * itself.
 */
export function testPackage(view: MempoolView, txs: readonly Transaction[]): PackageResult {
  return acceptTogether(view, txs, TESTED_TOGETHER, { test: true });
}

/**
 * What `submitpackage` does: each transaction alone first; those that only lack fees or inputs then together,
 * judged by the rate of the whole. Not atomic: what passed stays, whatever becomes of the rest.
 */
export function submitPackage(
  view: MempoolView,
  txs: readonly Transaction[],
  options: AcceptOptions = {},
): PackageResult {
  const error = malformedPackage(txs) ?? incompleteFamily(view, txs);
  if (error) return { error, results: new Map() };
  const results = new Map<string, AcceptResult>();
  const left: Transaction[] = [];
  let quit: Rejection | undefined;
  for (const tx of txs) {
    const result = knownResult(view, tx) ?? acceptTransaction(view, tx, options, ALONE_IN_PACKAGE);
    results.set(wtxidOf(tx), result);
    if (result.status !== 'invalid') continue;
    const { kind } = result.rejection;
    if (txs.length > 1 && (kind === 'reconsiderable' || kind === 'missing inputs')) left.push(tx);
    else quit = reject('policy', 'transaction failed');
  }
  const together =
    quit || left.length === 0
      ? { ...(quit && { error: quit }), results: new Map() }
      : acceptRest(view, left, options);
  for (const [wtxid, result] of together.results) results.set(wtxid, result);
  trimMempool(view.pool, view.policy, view.now);
  return withoutEvicted(view, results, together.error);
}

/** One transaction left is not a package: it is tried again as such, now that its parents may be there. */
function acceptRest(view: MempoolView, left: readonly Transaction[], options: AcceptOptions): PackageResult {
  if (left.length > 1) return acceptTogether(view, left, TOGETHER, options);
  const result = acceptTransaction(view, left[0]!, options, ALONE_IN_PACKAGE);
  const results = new Map([[wtxidOf(left[0]!), result]]);
  return result.status === 'invalid'
    ? { error: reject('policy', 'transaction failed'), results }
    : { results };
}

function withoutEvicted(
  view: MempoolView,
  results: Map<string, AcceptResult>,
  error: Rejection | undefined,
): PackageResult {
  let failure = error;
  for (const [wtxid, result] of results) {
    const entered = result.status === 'valid' || result.status === 'in mempool';
    if (!entered || view.pool.byWtxid.has(wtxid)) continue;
    results.set(wtxid, invalid(reject('policy', 'mempool full')));
    failure ??= reject('policy', 'transaction failed');
  }
  return { ...(failure && { error: failure }), results };
}

function knownResult({ pool }: MempoolView, tx: Transaction): AcceptResult | undefined {
  const same = pool.byWtxid.get(wtxidOf(tx));
  if (same) return { status: 'in mempool', vsize: same.vsize, feeSats: same.feeSats };
  const other = pool.byTxid.get(txidOf(tx));
  return other && { status: 'different witness', wtxid: other.wtxid };
}

/** Under the knots policy a package must hold all unconfirmed parents of its child. */
function incompleteFamily(view: MempoolView, txs: readonly Transaction[]): Rejection | undefined {
  if (txs.length < 2) return undefined;
  if (!isChildWithParents(txs)) return reject('policy', 'package-not-child-with-parents');
  if (view.policy.follows === 'core') return undefined;
  const members = new Set(txs.map(txidOf));
  const complete = txs
    .at(-1)!
    .inputs.every((input) => members.has(input.txid) || view.chain.coins.has(outpointKey(input)));
  return complete ? undefined : reject('policy', 'package-not-child-with-unconfirmed-parents');
}

function acceptTogether(
  view: MempoolView,
  txs: readonly Transaction[],
  setting: Setting,
  options: AcceptOptions,
): PackageResult {
  const malformed = malformedPackage(txs);
  if (malformed) return { error: malformed, results: new Map() };
  const failed = (tx: Transaction, rejection: Rejection, reason = 'transaction failed'): PackageResult => ({
    error: reject('policy', reason),
    results: new Map([[wtxidOf(tx), invalid(rejection)]]),
  });
  const candidates: Candidate[] = [];
  const members = new Map<string, Transaction>();
  for (const tx of txs) {
    const candidate = examine(view, tx, setting, members);
    if ('reason' in candidate) return failed(tx, candidate);
    const expensive = rateTooHigh(view, candidate, options);
    if (expensive) return failed(tx, expensive);
    candidates.push(candidate);
    members.set(txidOf(tx), tx);
  }
  const error = checkTrucFamilies(view, candidates);
  if (error) return { error, results: new Map() };
  if (setting.packageFees) {
    const { feeSats, vsize } = sumOf(candidates);
    const underpaid = checkFeeRate(view.pool, view.policy, vsize, feeSats, view.now);
    if (underpaid) return failed(txs.at(-1)!, underpaid);
  }
  const crowded = txs.length > 1 ? checkTogether(view, candidates) : undefined;
  if (crowded) return { error: crowded, results: new Map() };
  const dust = checkEphemeralSpends(txs, view.pool, view.policy.dustRelayFee);
  if (dust) return failed(dust.tx, dust.rejection, 'unspent-dust');
  return admit(view, candidates, setting, options, failed);
}

function admit(
  view: MempoolView,
  candidates: readonly Candidate[],
  setting: Setting,
  options: AcceptOptions,
  failed: (tx: Transaction, rejection: Rejection) => PackageResult,
): PackageResult {
  const results = new Map<string, AcceptResult>();
  for (const candidate of candidates) {
    const rejection = checkScripts(view, candidate);
    if (rejection) {
      const failure = failed(candidate.tx, rejection);
      return { ...failure, results: new Map([...results, ...failure.results]) };
    }
    if (!options.test) continue;
    const group = setting.packageFees ? candidates : [candidate];
    results.set(wtxidOf(candidate.tx), accepted(candidate, [], group));
  }
  if (options.test) return { results };
  for (const candidate of candidates) {
    const replaced = [...withDescendants(candidate.conflicts)].map((entry) => entry.txid);
    enter(view, candidate);
    results.set(wtxidOf(candidate.tx), accepted(candidate, replaced, candidates));
  }
  return { results };
}

function checkTrucFamilies(view: MempoolView, candidates: readonly Candidate[]): Rejection | undefined {
  const txs = candidates.map((candidate) => candidate.tx);
  for (const { tx, vsize, ancestors } of candidates) {
    const detail = checkPackageTruc(tx, vsize, txs, parentsOf(view.pool, tx), ancestors);
    if (detail) return reject('policy', 'TRUC-violation', detail);
  }
  return undefined;
}

function checkTogether(view: MempoolView, candidates: readonly Candidate[]): Rejection | undefined {
  const replaces = candidates.some((candidate) => candidate.conflicts.size > 0);
  if (view.policy.follows === 'core')
    return (
      (replaces ? checkPackageReplacement(view.pool, candidates, view.policy) : undefined) ??
      checkCluster(view, candidates)
    );
  const parents = new Set(candidates.flatMap((candidate) => [...parentsOf(view.pool, candidate.tx)]));
  const { vsize } = sumOf(candidates);
  const ancestors = ancestorsWithin(parents, vsize, candidates.length, CHAIN_LIMITS);
  if (typeof ancestors === 'string') return reject('policy', 'package-mempool-limits', ancestors);
  return replaces ? checkPackageReplacement(view.pool, candidates, view.policy) : undefined;
}

function sumOf(candidates: readonly Candidate[]): { feeSats: number; vsize: number } {
  let feeSats = 0;
  let vsize = 0;
  for (const candidate of candidates) {
    feeSats += candidate.feeSats;
    vsize += candidate.vsize;
  }
  return { feeSats, vsize };
}
