import { createNode } from '@ordbook/devnode';
import { expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { playFullMempool } from './full-mempool.ts';

vi.setConfig({ testTimeout: 600_000 });

const { mempoolVsize, ...MARKET } =
  rounds(2) === 2
    ? { mempoolVsize: 700_000, singles: 12, batches: 1, minutes: 60 }
    : { mempoolVsize: 300_000, singles: 12, batches: 0, minutes: 180 };

test('while fees rise to 1,000 sat/vB and fall, the book is true, nothing is stuck, and trades pay their cost', async () => {
  const { call } = createNode({ policy: { maxMempoolVsize: mempoolVsize } });
  const outcome = await playFullMempool({ call, mempoolVsize, ...MARKET });
  expect(outcome.untrue).toEqual([]);
  expect(outcome.open).toBe(0);
  expect(outcome.lockedListings).toBe(0);
  expect(outcome.operatorSats).toBeLessThanOrEqual(outcome.incomeSats);
});
