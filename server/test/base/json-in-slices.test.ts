import { expect, test } from 'vitest';
import { jsonInSlices } from '../../src/base/json-in-slices.ts';

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ i, text: `"${i}",`, none: null }));

test.each([0, 1, 1_023, 1_024, 1_025, 5_000])('%i rows are the JSON of all of them', async (count) => {
  expect(await jsonInSlices(rows(count))).toBe(JSON.stringify(rows(count)));
});

test('everything else runs between two slices of many rows', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await jsonInSlices(rows(5_000));
  clearImmediate(next);
  expect(turns).toBe(4);
});
