import { expect, test } from 'vitest';
import { requireInSync } from '../../src/ordinals/in-sync.ts';

const tip = { height: 7, hash: 'aa'.repeat(32) };
const against = (indexed: string | null) =>
  requireInSync({ blockHash: async () => indexed }, { tip: async () => tip });

test('an index that has the very block of the tip is level', async () => {
  expect(await against(tip.hash)).toEqual(tip);
});

test('an index behind the tip is unavailable', async () => {
  await expect(against(null)).rejects.toMatchObject({
    code: 'unavailable',
    message: "the inscription index is behind the node's block 7",
  });
});

test('an index at the same height on another branch is unavailable', async () => {
  await expect(against('bb'.repeat(32))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the inscription index is on a stale branch at block 7',
  });
});
