import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRates } from '../../src/mempool/fee-rate.ts';
import { type Chunk, linearize } from '../../src/mempool/linearize.ts';

type Tx = { txid: string; feeSats: number; adjustedWeight: number; parents: Tx[] };

/** Each row is fee, weight, and the indexes of parents among the rows before. */
type Row = readonly [feeSats: number, weight: number, parents: readonly number[]];

function txsOf(rows: readonly Row[]): Tx[] {
  const txs: Tx[] = [];
  for (const [index, [feeSats, adjustedWeight, parents]] of rows.entries()) {
    const txid = index.toString(16).padStart(64, '0');
    const among = index === 0 ? [] : [...new Set(parents.map((at) => at % index))];
    txs.push({ txid, feeSats, adjustedWeight, parents: among.map((at) => txs[at]!) });
  }
  return txs;
}

/** Chunks as lists of row indexes. */
const chunksOf = (rows: readonly Row[]): number[][] =>
  linearize(txsOf(rows)).map(({ txs }) => txs.map(({ txid }) => Number.parseInt(txid, 16)));

test('a child that pays joins its parent, one that does not stays behind', () => {
  expect(
    chunksOf([
      [100, 400, []],
      [900, 400, [0]],
      [50, 400, [0]],
    ]),
  ).toEqual([[0, 1], [2]]);
});

test('two children together can pay for a parent that neither pays for alone', () => {
  expect(
    chunksOf([
      [0, 1000, []],
      [600, 400, [0]],
      [500, 400, [0]],
      [200, 400, []],
    ]),
  ).toEqual([[0, 1, 2], [3]]);
});

test('a chunk is as small as its rate allows', () => {
  expect(
    chunksOf([
      [100, 400, []],
      [100, 400, [0]],
      [200, 800, [1]],
    ]),
  ).toEqual([[0], [1], [2]]);
});

test('of equal rates the smallest chunk comes first, then the lowest txid in the order of its bytes', () => {
  expect(
    chunksOf([
      [200, 800, []],
      [100, 400, []],
      [100, 400, []],
    ]),
  ).toEqual([[1], [2], [0]]);
  const [low, high] = [`${'00'.repeat(31)}ff`, `ff${'00'.repeat(31)}`];
  const tx = (txid: string): Tx => ({ txid, feeSats: 1, adjustedWeight: 4, parents: [] });
  expect(linearize([tx(low), tx(high)]).map(({ txs }) => txs[0]!.txid)).toEqual([high, low]);
});

test('within a chunk parents come first, then the best rate', () => {
  expect(
    chunksOf([
      [0, 400, []],
      [100, 400, [0]],
      [2000, 400, [0, 1]],
      [900, 400, [0]],
    ]),
  ).toEqual([[0, 3, 1, 2]]);
});

/** The fees of the first `weight` WU, on the lines between the ends of chunks. */
function feesAt(chunks: readonly Chunk<Tx>[], weight: number): number {
  let [fee, left] = [0, weight];
  for (const chunk of chunks) {
    const taken = Math.min(left, chunk.weight);
    fee += (chunk.feeSats * taken) / chunk.weight;
    left -= taken;
  }
  return fee;
}

/** All orders with parents first, as chunks of one transaction joined wherever a later one pays more. */
function* allOrders(left: readonly Tx[], taken: readonly Tx[] = []): Generator<Chunk<Tx>[]> {
  if (left.length === 0) {
    const chunks: Chunk<Tx>[] = [];
    for (const tx of taken) {
      let last: Chunk<Tx> = { txs: [tx], feeSats: tx.feeSats, weight: tx.adjustedWeight };
      for (let before = chunks.at(-1); before; before = chunks.at(-1)) {
        if (compareRates(last.feeSats, last.weight, before.feeSats, before.weight) <= 0) break;
        chunks.pop();
        last = {
          txs: [...before.txs, ...last.txs],
          feeSats: before.feeSats + last.feeSats,
          weight: before.weight + last.weight,
        };
      }
      chunks.push(last);
    }
    yield chunks;
  }
  for (const tx of left) {
    if (tx.parents.some((parent) => left.includes(parent))) continue;
    yield* allOrders(
      left.filter((other) => other !== tx),
      [...taken, tx],
    );
  }
}

const row = fc.tuple(
  fc.integer({ min: 0, max: 20 }).map((fee) => fee * 100),
  fc.integer({ min: 1, max: 5 }).map((size) => size * 100),
  fc.array(fc.nat(5), { maxLength: 3 }),
);

test('no order of a cluster earns more at any weight, and parents always come first', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
      const txs = txsOf(rows);
      const best = linearize(txs);
      const order = best.flatMap((chunk) => chunk.txs);
      expect(new Set(order).size).toBe(txs.length);
      for (const [at, tx] of order.entries())
        for (const parent of tx.parents) expect(order.indexOf(parent)).toBeLessThan(at);
      const weights = Array.from({ length: 31 }, (_, step) => step * 100);
      for (const other of allOrders(txs))
        for (const weight of weights)
          expect(feesAt(best, weight)).toBeGreaterThanOrEqual(feesAt(other, weight) - 1e-6);
    }),
    { numRuns: 150 },
  );
});
