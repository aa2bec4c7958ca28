import type { Transaction } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { compareRates } from './fee-rate.ts';
import { type Chunk, highestId, linearize } from './linearize.ts';
import { type Mempool, type MempoolEntry, parentsOf } from './mempool.ts';

/**
 * Limits on a cluster: transactions that depend on each other, however far (-limitclustercount,
 * -limitclustersize).
 */
export const CLUSTER_LIMITS = { count: 64, vsize: 101_000 };

export type PoolChunk = Chunk<MempoolEntry>;

/** Everything connected with an entry, itself included. */
export function clusterOf(entry: MempoolEntry): Set<MempoolEntry> {
  // A Set's iteration visits what is added during it.
  const cluster = new Set([entry]);
  for (const member of cluster) {
    for (const parent of member.parents) cluster.add(parent);
    for (const child of member.children) cluster.add(child);
  }
  return cluster;
}

/** The clusters of these entries, each once. */
export function clustersOf(entries: Iterable<MempoolEntry>): Set<MempoolEntry>[] {
  const seen = new Set<MempoolEntry>();
  const clusters: Set<MempoolEntry>[] = [];
  for (const entry of entries) {
    if (seen.has(entry)) continue;
    const cluster = clusterOf(entry);
    for (const member of cluster) seen.add(member);
    clusters.push(cluster);
  }
  return clusters;
}

const linearized = new WeakMap<MempoolEntry, { sequence: number; chunks: readonly PoolChunk[] }>();

/** The chunks of an entry's cluster, in the order in which they would be mined. */
export function clusterChunks(pool: Mempool, entry: MempoolEntry): readonly PoolChunk[] {
  const known = linearized.get(entry);
  if (known?.sequence === pool.sequence) return known.chunks;
  const cluster = clusterOf(entry);
  const chunks = linearize([...cluster]);
  for (const member of cluster) linearized.set(member, { sequence: pool.sequence, chunks });
  return chunks;
}

/** The chunk with which an entry would be mined. */
export const chunkOf = (pool: Mempool, entry: MempoolEntry): PoolChunk =>
  clusterChunks(pool, entry).find(({ txs }) => txs.includes(entry))!;

const orders = new WeakMap<Mempool, { sequence: number; chunks: PoolChunk[] }>();

/**
 * All chunks of the pool in mining order: by rate, then by what else pays as much in the cluster, then by
 * txid.
 */
export function chunksInOrder(pool: Mempool): readonly PoolChunk[] {
  const known = orders.get(pool);
  if (known?.sequence === pool.sequence) return known.chunks;
  const placed = clustersOf(pool.byTxid.values()).flatMap(([entry]) => placedChunks(pool, entry!));
  placed.sort(
    (a, b) =>
      compareRates(b.chunk.feeSats, b.chunk.weight, a.chunk.feeSats, a.chunk.weight) ||
      a.before - b.before ||
      (a.id < b.id ? -1 : 1),
  );
  const chunks = placed.map(({ chunk }) => chunk);
  orders.set(pool, { sequence: pool.sequence, chunks });
  return chunks;
}

/** `before`: the weight of the chunks of equal rate up to and with this one, in its cluster. */
function placedChunks(pool: Mempool, entry: MempoolEntry) {
  let last: PoolChunk | undefined;
  let before = 0;
  return clusterChunks(pool, entry).map((chunk) => {
    const equal = last && compareRates(last.feeSats, last.weight, chunk.feeSats, chunk.weight) === 0;
    before = (equal ? before : 0) + chunk.weight;
    last = chunk;
    return { chunk, before, id: highestId(chunk.txs) };
  });
}

/** A transaction that is about to enter. */
export type Incoming = {
  readonly tx: Transaction;
  readonly feeSats: number;
  readonly adjustedWeight: number;
};

type Node = {
  readonly txid: string;
  readonly feeSats: number;
  readonly adjustedWeight: number;
  readonly parents: Set<Node>;
};

/**
 * What a change would do to the clusters that it touches: their chunks before and after, best rate first.
 * Only replacements ask for them, and a large cluster takes milliseconds.
 */
export type Change = {
  readonly before: () => readonly Chunk<unknown>[];
  readonly after: () => readonly Chunk<unknown>[];
  /** A cluster would break `CLUSTER_LIMITS`. */
  readonly tooLarge: boolean;
};

/** The change that `incoming` (parents first) and the removal of `removed` would make. */
export function changeOf(
  pool: Mempool,
  incoming: readonly Incoming[],
  removed: ReadonlySet<MempoolEntry>,
): Change {
  const touched = new Set(removed);
  for (const { tx } of incoming) for (const parent of parentsOf(pool, tx)) touched.add(parent);
  const clusters = clustersOf(touched);
  const nodes = remaining(clusters, removed);
  for (const { tx, feeSats, adjustedWeight } of incoming) {
    const parents = new Set<Node>();
    for (const input of tx.inputs) {
      const parent = nodes.get(input.txid);
      if (parent) parents.add(parent);
    }
    const txid = txidOf(tx);
    nodes.set(txid, { txid, feeSats, adjustedWeight, parents });
  }
  const families = connected([...nodes.values()]);
  return {
    before: () => byRate(clusters.flatMap((cluster) => linearize([...cluster]))),
    after: () => byRate(families.flatMap((family) => linearize(family))),
    tooLarge: families.some(isTooLarge),
  };
}

function remaining(clusters: readonly Set<MempoolEntry>[], removed: ReadonlySet<MempoolEntry>) {
  const entries = clusters.flatMap((cluster) => [...cluster].filter((entry) => !removed.has(entry)));
  const nodes = new Map<string, Node>(
    entries.map(({ txid, feeSats, adjustedWeight }) => [
      txid,
      { txid, feeSats, adjustedWeight, parents: new Set<Node>() },
    ]),
  );
  for (const { txid, parents } of entries)
    for (const parent of parents) {
      const node = nodes.get(parent.txid);
      if (node) nodes.get(txid)!.parents.add(node);
    }
  return nodes;
}

function connected(nodes: readonly Node[]): Node[][] {
  const relatives = new Map<Node, Node[]>(nodes.map((node) => [node, [...node.parents]]));
  for (const node of nodes) for (const parent of node.parents) relatives.get(parent)!.push(node);
  const seen = new Set<Node>();
  const families: Node[][] = [];
  for (const node of nodes) {
    if (seen.has(node)) continue;
    const family = new Set([node]);
    for (const member of family) for (const relative of relatives.get(member)!) family.add(relative);
    for (const member of family) seen.add(member);
    families.push([...family]);
  }
  return families;
}

/** True when a cluster breaks `CLUSTER_LIMITS`. */
export function isTooLarge(cluster: readonly { readonly adjustedWeight: number }[]): boolean {
  const weight = cluster.reduce((sum, { adjustedWeight }) => sum + adjustedWeight, 0);
  return cluster.length > CLUSTER_LIMITS.count || weight > CLUSTER_LIMITS.vsize * 4;
}

const byRate = <T>(chunks: readonly Chunk<T>[]): Chunk<T>[] =>
  chunks.toSorted((a, b) => compareRates(b.feeSats, b.weight, a.feeSats, a.weight));

/**
 * True when the fees earned by the best `n` WU are nowhere lower after the change than before, whatever `n`,
 * and somewhere higher (the fee rate diagram).
 */
export function improvesDiagram({ before, after }: Change): boolean {
  const [old, fresh] = [pointsOf(before()), pointsOf(after())];
  let better = false;
  for (const weight of new Set([...old, ...fresh].map((point) => point.weight))) {
    const [was, is] = [feeAtWeight(old, weight), feeAtWeight(fresh, weight)];
    const difference = is.fee * was.over - was.fee * is.over;
    if (difference < 0n) return false;
    if (difference > 0n) better = true;
  }
  return better;
}

type Point = { readonly fee: bigint; readonly weight: bigint };

function pointsOf(chunks: readonly Chunk<unknown>[]): Point[] {
  const points: Point[] = [{ fee: 0n, weight: 0n }];
  for (const { feeSats, weight } of chunks) {
    const last = points.at(-1)!;
    points.push({ fee: last.fee + BigInt(feeSats), weight: last.weight + BigInt(weight) });
  }
  return points;
}

/** The fee at a weight on the line through the points, as `fee / over`; after the last point it stays. */
function feeAtWeight(points: readonly Point[], weight: bigint): { fee: bigint; over: bigint } {
  const next = points.findIndex((point) => point.weight >= weight);
  if (next === -1) return { fee: points.at(-1)!.fee, over: 1n };
  if (next === 0) return { fee: points[0]!.fee, over: 1n };
  const [a, b] = [points[next - 1]!, points[next]!];
  const over = b.weight - a.weight;
  return { fee: a.fee * over + (b.fee - a.fee) * (weight - a.weight), over };
}
