import { expect, test } from 'vitest';
import { chunkOf, clusterChunks } from '../../src/mempool/cluster.ts';
import { addEntry, createMempool, type Mempool, removeEntries } from '../../src/mempool/mempool.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { coinFrom, spend } from '../support/open-coins.ts';

const FREE = { txid: '11'.repeat(32), vout: 0, valueSats: 100_000 };

const enter = (pool: Mempool, tx: Transaction, feeSats: number) =>
  addEntry(pool, {
    tx,
    feeSats,
    vsize: 100,
    weight: 400,
    adjustedWeight: 400,
    coins: [],
    time: 0,
    height: 0,
  });

test('a cluster is linearized once for all its members, and again after a change', () => {
  const pool = createMempool();
  const first = spend([FREE], [90_000]);
  const parent = enter(pool, first, 100);
  const second = spend([coinFrom(first)], [80_000]);
  const child = enter(pool, second, 900);
  const chunks = clusterChunks(pool, parent);
  expect(clusterChunks(pool, child)).toBe(chunks);
  expect(chunkOf(pool, parent)).toEqual({ txs: [parent, child], feeSats: 1000, weight: 800 });

  const grandchild = enter(pool, spend([coinFrom(second)], [70_000]), 5000);
  expect(chunkOf(pool, parent).txs).toEqual([parent, child, grandchild]);
  removeEntries(pool, [child, grandchild]);
  expect(chunkOf(pool, parent)).toEqual({ txs: [parent], feeSats: 100, weight: 400 });
});
