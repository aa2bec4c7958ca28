import type { Mempool, MempoolEntry } from './mempool.ts';

/** A copy that can change on its own. Transactions and coins are values and stay shared. */
export function copyMempool(pool: Mempool): Mempool {
  const copies = new Map<MempoolEntry, MempoolEntry>();
  for (const entry of pool.byTxid.values())
    copies.set(entry, { ...entry, parents: new Set(), children: new Set() });
  for (const [entry, copy] of copies) {
    for (const parent of entry.parents) copy.parents.add(copies.get(parent)!);
    for (const child of entry.children) copy.children.add(copies.get(child)!);
  }
  const copied = <K>(entries: ReadonlyMap<K, MempoolEntry>): Map<K, MempoolEntry> =>
    new Map([...entries].map(([key, entry]) => [key, copies.get(entry)!]));
  return {
    byTxid: copied(pool.byTxid),
    byWtxid: copied(pool.byWtxid),
    spenders: copied(pool.spenders),
    totalVsize: pool.totalVsize,
    totalFeeSats: pool.totalFeeSats,
    sequence: pool.sequence,
    rollingMinimum: { ...pool.rollingMinimum },
  };
}
