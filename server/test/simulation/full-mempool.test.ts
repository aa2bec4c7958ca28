import { createNode } from '@ordbook/devnode';
import { expect, test, vi } from 'vitest';
import { playFullMempool } from './full-mempool.ts';

vi.setConfig({ testTimeout: 600_000 });

const MEMPOOL_VSIZE = 700_000;

test('while fees rise to 1,000 sat/vB and fall, the book is true, nothing is stuck, and trades pay their cost', async () => {
  const { call } = createNode({ policy: { maxMempoolVsize: MEMPOOL_VSIZE } });
  const outcome = await playFullMempool({
    call,
    mempoolVsize: MEMPOOL_VSIZE,
    singles: 12,
    batches: 1,
    minutes: 60,
  });
  expect(outcome.untrue).toEqual([]);
  expect(outcome.open).toBe(0);
  expect(outcome.lockedListings).toBe(0);
  expect(outcome.operatorSats).toBeLessThanOrEqual(outcome.incomeSats);
});
