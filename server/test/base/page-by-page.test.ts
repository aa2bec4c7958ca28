import { expect, test } from 'vitest';
import { pageByPage } from '../../src/base/page-by-page.ts';

test('every row has its turn, and after the last the first again', async () => {
  const rows = [1, 2, 3, 4, 5];
  const seen: number[][] = [];
  const look = pageByPage(
    2,
    async (last: number | null, limit) => rows.filter((row) => row > (last ?? 0)).slice(0, limit),
    async (slice) => void seen.push([...slice]),
  );
  for (let turn = 0; turn < 4; turn += 1) await look();
  rows.push(6);
  await look();
  expect(seen).toEqual([[1, 2], [3, 4], [5], [1, 2], [3, 4]]);
});
