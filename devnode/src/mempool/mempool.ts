import { type Coin, coinOf, type Outpoint, outpointKey, UNCONFIRMED_HEIGHT } from '../chain/coins.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf, wtxidOf } from '../transaction/txid.ts';
import type { SatsPerKvb } from './fee-rate.ts';

/** An unconfirmed transaction with what policy knows of it. `vsize` is adjusted for signature operations. */
export type MempoolEntry = {
  readonly tx: Transaction;
  readonly txid: string;
  readonly wtxid: string;
  /** What it pays. */
  readonly baseFeeSats: number;
  /** What policy counts: what it pays, and what `prioritise` added. */
  feeSats: number;
  readonly vsize: number;
  readonly weight: number;
  /** Weight units, at least 20 for each signature operation; clusters count it. */
  readonly adjustedWeight: number;
  /** The coins spent, in input order. */
  readonly coins: readonly Coin[];
  /** Unix seconds of arrival. */
  readonly time: number;
  /** Chain height at arrival. */
  readonly height: number;
  readonly parents: Set<MempoolEntry>;
  readonly children: Set<MempoolEntry>;
};

/** What `addEntry` derives by itself. */
export type NewEntry = Omit<MempoolEntry, 'parents' | 'children' | 'txid' | 'wtxid' | 'baseFeeSats'>;

/** The unconfirmed transactions and who spends what. Changed only by the functions of this file. */
export type Mempool = {
  readonly byTxid: Map<string, MempoolEntry>;
  readonly byWtxid: Map<string, MempoolEntry>;
  /** The unconfirmed spender of an outpoint, by `txid:vout`. */
  readonly spenders: Map<string, MempoolEntry>;
  totalVsize: number;
  totalFeeSats: number;
  /** Counts changes, as getrawmempool's `mempool_sequence`. */
  sequence: number;
  /** The rate that evictions have raised the minimum to; it halves with time (see limit.ts). */
  rollingMinimum: { rate: SatsPerKvb; updatedAt: number; blockSinceBump: boolean };
};

export function createMempool(): Mempool {
  return {
    byTxid: new Map(),
    byWtxid: new Map(),
    spenders: new Map(),
    totalVsize: 0,
    totalFeeSats: 0,
    sequence: 1,
    rollingMinimum: { rate: 0, updatedAt: 0, blockSinceBump: false },
  };
}

/** The output of an unconfirmed transaction as a coin. */
export function unconfirmedCoin(pool: Mempool, outpoint: Outpoint): Coin | undefined {
  const entry = pool.byTxid.get(outpoint.txid);
  return entry && coinOf(entry.tx, outpoint.vout, UNCONFIRMED_HEIGHT);
}

/** Adds a transaction whose conflicts are gone. Entries that already spend it become its children. */
export function addEntry(pool: Mempool, fresh: NewEntry): MempoolEntry {
  const txid = txidOf(fresh.tx);
  const entry: MempoolEntry = {
    ...fresh,
    baseFeeSats: fresh.feeSats,
    txid,
    wtxid: wtxidOf(fresh.tx),
    parents: parentsOf(pool, fresh.tx),
    children: new Set(),
  };
  pool.byTxid.set(txid, entry);
  pool.byWtxid.set(entry.wtxid, entry);
  for (const parent of entry.parents) parent.children.add(entry);
  for (const input of entry.tx.inputs) pool.spenders.set(outpointKey(input), entry);
  for (const vout of entry.tx.outputs.keys()) {
    const child = pool.spenders.get(outpointKey({ txid, vout }));
    if (!child) continue;
    entry.children.add(child);
    child.parents.add(entry);
  }
  pool.totalVsize += entry.vsize;
  pool.totalFeeSats += entry.baseFeeSats;
  pool.sequence += 1;
  return entry;
}

/** Counts `sats` more for an entry, or less, for as long as it stays. */
export function prioritise(pool: Mempool, entry: MempoolEntry, sats: number): void {
  entry.feeSats += sats;
  pool.sequence += 1;
}

/** Removes exactly these entries; relatives stay. */
export function removeEntries(pool: Mempool, entries: Iterable<MempoolEntry>): void {
  for (const entry of entries) {
    if (pool.byTxid.get(entry.txid) !== entry) continue;
    pool.byTxid.delete(entry.txid);
    pool.byWtxid.delete(entry.wtxid);
    for (const input of entry.tx.inputs) pool.spenders.delete(outpointKey(input));
    for (const parent of entry.parents) parent.children.delete(entry);
    for (const child of entry.children) child.parents.delete(entry);
    pool.totalVsize -= entry.vsize;
    pool.totalFeeSats -= entry.baseFeeSats;
    pool.sequence += 1;
  }
}

/** Removes entries with everything that descends from them. */
export function removeWithDescendants(pool: Mempool, entries: Iterable<MempoolEntry>): void {
  removeEntries(pool, withDescendants(entries));
}

/** Unconfirmed transactions that `tx` spends. */
export function parentsOf(pool: Mempool, tx: Transaction): Set<MempoolEntry> {
  const parents = new Set<MempoolEntry>();
  for (const input of tx.inputs) {
    const parent = pool.byTxid.get(input.txid);
    if (parent) parents.add(parent);
  }
  return parents;
}

/** Entries with all their unconfirmed ancestors. */
export const withAncestors = (entries: Iterable<MempoolEntry>): Set<MempoolEntry> =>
  closure(entries, (entry) => entry.parents);

/** Entries with all their unconfirmed descendants. */
export const withDescendants = (entries: Iterable<MempoolEntry>): Set<MempoolEntry> =>
  closure(entries, (entry) => entry.children);

// A Set's iteration visits what is added during it, so it serves as its own queue.
function closure(
  entries: Iterable<MempoolEntry>,
  next: (entry: MempoolEntry) => Iterable<MempoolEntry>,
): Set<MempoolEntry> {
  const found = new Set(entries);
  for (const entry of found) for (const relative of next(entry)) found.add(relative);
  return found;
}

export const totalVsizeOf = (entries: Iterable<MempoolEntry>): number => {
  let total = 0;
  for (const entry of entries) total += entry.vsize;
  return total;
};

export const totalFeeOf = (entries: Iterable<MempoolEntry>): number => {
  let total = 0;
  for (const entry of entries) total += entry.feeSats;
  return total;
};
