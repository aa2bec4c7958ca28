import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../src/cli/collect-garbage.ts';

test('what is no longer used is gone afterwards', async () => {
  const used = { size: 1 };
  const refs = [new WeakRef(used), new WeakRef({ size: 2 })];
  // an object stays until the end of the turn in which a reference to it was made
  await nextTurn();
  await collectGarbage();
  await nextTurn();
  expect(refs.map((ref) => ref.deref())).toEqual([used, undefined]);
});
