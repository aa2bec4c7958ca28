import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import { orderedId } from './linearize.ts';
import type { MempoolEntry } from './mempool.ts';
import { withAncestors, withDescendants } from './mempool.ts';

/** Transaction version that opts in to BIP431: topologically restricted until confirmation. */
export const TRUC_VERSION = 3;
const MAX_VSIZE = 10_000;
const MAX_CHILD_VSIZE = 1_000;

/** A broken TRUC rule; `sibling` is the one transaction whose eviction would mend it. */
export type TrucViolation = { readonly detail: string; readonly sibling?: MempoolEntry };

const name = (tx: Transaction): string => `${txidOf(tx)} (wtxid=${wtxidOf(tx)})`;

/** The order in which Core looks at parents. */
const byTxid = (a: MempoolEntry, b: MempoolEntry): number => (orderedId(a.txid) < orderedId(b.txid) ? -1 : 1);

/** TRUC rules of one transaction on top of the mempool (Core's SingleTRUCChecks). */
export function checkTruc(
  tx: Transaction,
  vsize: number,
  ancestors: ReadonlySet<MempoolEntry>,
  conflicts: ReadonlySet<MempoolEntry>,
): TrucViolation | undefined {
  // Core 31 looks at parents alone; earlier ancestors can only be of their version.
  const parentTxids = new Set(tx.inputs.map(({ txid }) => txid));
  const parents = [...ancestors].filter(({ txid }) => parentTxids.has(txid)).sort(byTxid);
  for (const ancestor of [...parents, ...ancestors]) {
    const mixed = mixedVersions(tx, ancestor.tx);
    if (mixed) return { detail: mixed };
  }
  if (tx.version !== TRUC_VERSION) return undefined;
  if (vsize > MAX_VSIZE)
    return {
      detail: `version=3 tx ${name(tx)} is too big: ${vsize} > ${MAX_VSIZE} virtual bytes`,
    };
  if (ancestors.size > 1) return { detail: `tx ${name(tx)} would have too many ancestors` };
  const [parent] = ancestors;
  if (!parent) return undefined;
  if (vsize > MAX_CHILD_VSIZE)
    return {
      detail: `version=3 child tx ${name(tx)} is too big: ${vsize} > ${MAX_CHILD_VSIZE} virtual bytes`,
    };
  const family = withDescendants([parent]);
  const replaced = [...parent.children].some((child) => conflicts.has(child));
  if (family.size === 1 || replaced) return undefined;
  const [sibling] = parent.children;
  const evictable = family.size === 2 && withAncestors([sibling!]).size === 2;
  return {
    detail: `tx ${name(parent.tx)} would exceed descendant count limit`,
    ...(evictable && { sibling: sibling! }),
  };
}

/** TRUC rules of one transaction of a package (Core's PackageTRUCChecks). */
export function checkPackageTruc(
  tx: Transaction,
  vsize: number,
  txs: readonly Transaction[],
  mempoolParents: ReadonlySet<MempoolEntry>,
  mempoolAncestors: ReadonlySet<MempoolEntry>,
): string | undefined {
  const spentTxids = new Set(tx.inputs.map((input) => input.txid));
  const packageParents = txs.filter((other) => other !== tx && spentTxids.has(txidOf(other)));
  const waiting = [...mempoolParents].sort(byTxid).map((entry) => entry.tx);
  const parents = [...waiting, ...packageParents];
  if (tx.version !== TRUC_VERSION) {
    const mixed = [...parents, ...[...mempoolAncestors].map((entry) => entry.tx)].find(
      (parent) => parent.version === TRUC_VERSION,
    );
    return mixed && mixedVersions(tx, mixed);
  }
  if (vsize > MAX_VSIZE) return `version=3 tx ${name(tx)} is too big: ${vsize} > ${MAX_VSIZE} virtual bytes`;
  if (mempoolAncestors.size + packageParents.length > 1)
    return `tx ${name(tx)} would have too many ancestors`;
  const [parent] = parents;
  if (!parent) return undefined;
  if (vsize > MAX_CHILD_VSIZE)
    return `version=3 child tx ${name(tx)} is too big: ${vsize} > ${MAX_CHILD_VSIZE} virtual bytes`;
  if (parent.version !== TRUC_VERSION) return mixedVersions(tx, parent);
  return packageFamilyViolation(tx, parent, txs, mempoolParents);
}

function packageFamilyViolation(
  tx: Transaction,
  parent: Transaction,
  txs: readonly Transaction[],
  mempoolParents: ReadonlySet<MempoolEntry>,
): string | undefined {
  const txid = txidOf(tx);
  const parentTxid = txidOf(parent);
  for (const other of txs) {
    if (other === tx || other === parent) continue;
    // The first input that breaks a rule is the one that Core names.
    for (const input of other.inputs) {
      if (input.txid === parentTxid) return `tx ${name(parent)} would exceed descendant count limit`;
      if (input.txid === txid) return `tx ${name(other)} would have too many ancestors`;
    }
  }
  const [entry] = mempoolParents;
  return entry && entry.children.size > 0
    ? `tx ${name(parent)} would exceed descendant count limit`
    : undefined;
}

function mixedVersions(tx: Transaction, ancestor: Transaction): string | undefined {
  if ((tx.version === TRUC_VERSION) === (ancestor.version === TRUC_VERSION)) return undefined;
  return tx.version === TRUC_VERSION
    ? `version=3 tx ${name(tx)} cannot spend from non-version=3 tx ${name(ancestor)}`
    : `non-version=3 tx ${name(tx)} cannot spend from version=3 tx ${name(ancestor)}`;
}
