import type { Transaction } from '../transaction/transaction.ts';
import { type Mempool, type MempoolEntry, parentsOf, totalVsizeOf, withDescendants } from './mempool.ts';
import { CHAIN_LIMITS, type ChainLimits } from './settings.ts';

/**
 * vB a last child may have beyond the descendant limit when it has a single unconfirmed parent (CPFP
 * carve-out).
 */
const CARVE_OUT_VSIZE = 10_000;

/**
 * The unconfirmed ancestors that `count` transactions of `vsize` vB together, spending `parents`, would get;
 * or the limit they would break, in Core's words (CalculateAncestorsAndCheckLimits).
 */
export function ancestorsWithin(
  parents: ReadonlySet<MempoolEntry>,
  vsize: number,
  count: number,
  limits: ChainLimits,
): Set<MempoolEntry> | string {
  if (parents.size + count > limits.ancestorCount)
    return `too many unconfirmed parents [limit: ${limits.ancestorCount}]`;
  const ancestors = new Set(parents);
  let totalVsize = vsize;
  for (const ancestor of ancestors) {
    totalVsize += ancestor.vsize;
    const descendants = withDescendants([ancestor]);
    if (totalVsizeOf(descendants) + vsize > limits.descendantVsize)
      return `exceeds descendant size limit for tx ${ancestor.txid} [limit: ${limits.descendantVsize}]`;
    if (descendants.size + count > limits.descendantCount)
      return `too many descendants for tx ${ancestor.txid} [limit: ${limits.descendantCount}]`;
    if (totalVsize > limits.ancestorVsize)
      return `exceeds ancestor size limit [limit: ${limits.ancestorVsize}]`;
    for (const parent of ancestor.parents) ancestors.add(parent);
    if (ancestors.size + count > limits.ancestorCount)
      return `too many unconfirmed ancestors [limit: ${limits.ancestorCount}]`;
  }
  return ancestors;
}

/**
 * The ancestors of one transaction, with Core's two allowances: for its only conflict, and for a last small
 * child.
 */
export function ancestorsOf(
  pool: Mempool,
  tx: Transaction,
  vsize: number,
  conflicts: ReadonlySet<MempoolEntry>,
  carveOut: boolean,
): Set<MempoolEntry> | string {
  const parents = parentsOf(pool, tx);
  const [conflict] = conflicts;
  const limits =
    conflict && conflicts.size === 1
      ? {
          ...CHAIN_LIMITS,
          descendantCount: CHAIN_LIMITS.descendantCount + 1,
          descendantVsize: CHAIN_LIMITS.descendantVsize + conflict.vsize,
        }
      : CHAIN_LIMITS;
  const ancestors = ancestorsWithin(parents, vsize, 1, limits);
  if (typeof ancestors !== 'string' || !carveOut || vsize > CARVE_OUT_VSIZE || tx.version === 3)
    return ancestors;
  const retried = ancestorsWithin(parents, vsize, 1, {
    ancestorCount: 2,
    ancestorVsize: limits.ancestorVsize,
    descendantCount: limits.descendantCount + 1,
    descendantVsize: limits.descendantVsize + CARVE_OUT_VSIZE,
  });
  return typeof retried === 'string' ? ancestors : retried;
}
