import { compareRates } from './fee-rate.ts';

/** A transaction of a cluster, as far as its place in a block depends on it. `adjustedWeight` in WU. */
export type Linked<T> = {
  readonly txid: string;
  readonly feeSats: number;
  readonly adjustedWeight: number;
  readonly parents: Iterable<T>;
};

/** Transactions that are mined together, parents first, and what they pay and weigh together. */
export type Chunk<T> = { readonly txs: readonly T[]; readonly feeSats: number; readonly weight: number };

/** The txid in the byte order in which Core compares hashes. */
export const orderedId = (txid: string): string => txid.match(/../g)!.reverse().join('');

/** The highest txid of a chunk, in the order of `orderedId`. */
export function highestId(txs: Iterable<{ readonly txid: string }>): string {
  let highest = '';
  for (const { txid } of txs) {
    const id = orderedId(txid);
    if (id > highest) highest = id;
  }
  return highest;
}

/**
 * The chunks of one cluster, best rate first: again and again the part whose rate is highest among all parts
 * that need no transaction left behind. Of equal rates the smallest part comes first, then the one with the
 * lowest txid. Parents that are not among `txs` are ignored. The order is that of Bitcoin Core 31's mempool,
 * whose linearization is optimal for clusters of the sizes that tests have.
 */
export function linearize<T extends Linked<T>>(txs: readonly T[]): Chunk<T>[] {
  if (txs.length === 1) return [chunkFrom(txs)];
  const left = new Set(txs);
  const chunks: Chunk<T>[] = [];
  while (left.size > 0) {
    const part = inOrder(bestPart([...left]));
    for (const tx of part) left.delete(tx);
    chunks.push(chunkFrom(part));
  }
  return chunks;
}

function chunkFrom<T extends Linked<T>>(txs: readonly T[]): Chunk<T> {
  let feeSats = 0;
  let weight = 0;
  for (const tx of txs) {
    feeSats += tx.feeSats;
    weight += tx.adjustedWeight;
  }
  return { txs, feeSats, weight };
}

/** Parents first; of those that are ready the best rate, then the smallest, then the lowest txid. */
function inOrder<T extends Linked<T>>(part: readonly T[]): T[] {
  const left = new Set(part);
  const ordered: T[] = [];
  while (left.size > 0) {
    let next: T | undefined;
    for (const tx of left) {
      if ([...tx.parents].some((parent) => left.has(parent))) continue;
      if (!next || comesBefore(tx, next)) next = tx;
    }
    left.delete(next!);
    ordered.push(next!);
  }
  return ordered;
}

function comesBefore<T extends Linked<T>>(a: T, b: T): boolean {
  const rates = compareRates(b.feeSats, b.adjustedWeight, a.feeSats, a.adjustedWeight);
  if (rates !== 0) return rates < 0;
  if (a.adjustedWeight !== b.adjustedWeight) return a.adjustedWeight < b.adjustedWeight;
  return orderedId(a.txid) < orderedId(b.txid);
}

/**
 * The smallest part with the highest rate. Starts from the rate of everything and asks a maximum flow for a
 * part that pays more than that rate, until there is none (Dinkelbach's method on the closure problem).
 */
function bestPart<T extends Linked<T>>(txs: readonly T[]): T[] {
  const single = bestAlone(txs);
  if (single) return [single];
  const parents = parentIndexes(txs);
  let { feeSats, weight } = chunkFrom(txs);
  for (;;) {
    const surplus = txs.map(
      (tx) => BigInt(tx.feeSats) * BigInt(weight) - BigInt(feeSats) * BigInt(tx.adjustedWeight),
    );
    const flow = saturate(surplus, parents);
    const better = flow.paysMore();
    if (better.length === 0) return smallest(txs, flow);
    ({ feeSats, weight } = chunkFrom(better.map((index) => txs[index]!)));
  }
}

/**
 * The best part when it is one transaction: no part has a higher rate than the best of its transactions, and
 * a part of several with that rate has a smaller one in it, the transaction that needs none of the others.
 * This is every part of a chain whose rates never rise, and needs no flow.
 */
function bestAlone<T extends Linked<T>>(txs: readonly T[]): T | undefined {
  const left = new Set(txs);
  const best = txs.reduce((one, other) =>
    compareRates(other.feeSats, other.adjustedWeight, one.feeSats, one.adjustedWeight) > 0 ? other : one,
  );
  const isBest = (tx: T) =>
    compareRates(tx.feeSats, tx.adjustedWeight, best.feeSats, best.adjustedWeight) === 0;
  const needsNone = (tx: T) => ![...tx.parents].some((parent) => left.has(parent));
  return txs.filter((tx) => isBest(tx) && needsNone(tx)).sort((a, b) => (comesBefore(a, b) ? -1 : 1))[0];
}

function parentIndexes<T extends Linked<T>>(txs: readonly T[]): number[][] {
  const indexes = new Map(txs.map((tx, index) => [tx, index]));
  return txs.map((tx) =>
    [...tx.parents].map((parent) => indexes.get(parent)).filter((index) => index !== undefined),
  );
}

/** Each transaction with what it cannot do without at this rate is a candidate; the smallest one wins. */
function smallest<T extends Linked<T>>(txs: readonly T[], flow: Flow): T[] {
  let best: { part: T[]; weight: number; id: string } | undefined;
  for (const index of txs.keys()) {
    const reached = flow.reachedFrom(index);
    if (!reached) continue;
    const part = reached.map((at) => txs[at]!);
    const { weight } = chunkFrom(part);
    const id = highestId(part);
    if (!best || weight < best.weight || (weight === best.weight && id < best.id))
      best = { part, weight, id };
  }
  return best!.part;
}

type Flow = {
  /** Transactions whose parts pay more than the rate asked about; empty when none does. */
  readonly paysMore: () => number[];
  /** The smallest part around a transaction that pays exactly the rate; undefined when there is none. */
  readonly reachedFrom: (index: number) => number[] | undefined;
};

/**
 * The maximum flow from surpluses to deficits along child-to-parent edges of unlimited capacity. What a flow
 * cannot saturate is a part that pays more than the rate.
 */
function saturate(surplus: readonly bigint[], parents: readonly (readonly number[])[]): Flow {
  const free = surplus.map((value) => (value > 0n ? value : 0n));
  const needed = surplus.map((value) => (value < 0n ? -value : 0n));
  /** What flows from a child to its parent, by parent and child. */
  const carried = surplus.map(() => new Map<number, bigint>());
  const visit = (starts: readonly number[], wanted: (index: number) => boolean) => {
    const from = new Map<number, number>(starts.map((index) => [index, -1]));
    for (const index of from.keys()) {
      if (wanted(index)) return { from, found: index };
      for (const parent of parents[index]!) if (!from.has(parent)) from.set(parent, index);
      for (const [child, amount] of carried[index]!)
        if (amount > 0n && !from.has(child)) from.set(child, index);
    }
    return { from, found: undefined };
  };
  const sources = () => [...free.keys()].filter((index) => free[index]! > 0n);
  for (;;) {
    const { from, found } = visit(sources(), (index) => needed[index]! > 0n);
    if (found === undefined) break;
    const path = [found];
    while (from.get(path[0]!) !== -1) path.unshift(from.get(path[0]!)!);
    let amount = free[path[0]!]! < needed[found]! ? free[path[0]!]! : needed[found]!;
    const back = (at: number) => !parents[path[at]!]!.includes(path[at + 1]!);
    for (let at = 0; at + 1 < path.length; at++) {
      const held = carried[path[at]!]!.get(path[at + 1]!);
      if (back(at) && held! < amount) amount = held!;
    }
    for (let at = 0; at + 1 < path.length; at++) {
      const [tx, next] = [path[at]!, path[at + 1]!];
      if (back(at)) carried[tx]!.set(next, carried[tx]!.get(next)! - amount);
      else carried[next]!.set(tx, (carried[next]!.get(tx) ?? 0n) + amount);
    }
    free[path[0]!]! -= amount;
    needed[found]! -= amount;
  }
  return {
    paysMore: () => [...visit(sources(), () => false).from.keys()],
    reachedFrom: (index) => {
      const { from, found } = visit([index], (at) => needed[at]! > 0n);
      return found === undefined ? [...from.keys()] : undefined;
    },
  };
}
