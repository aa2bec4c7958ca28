import { expect, test } from 'vitest';
import { heldBack } from '../../../src/pages/collection/weights.ts';

const picture = (contentBytes: number | null, rawContentType = 'image/png') => ({
  inscriptionId: `${contentBytes}`,
  contentType: 'image' as const,
  rawContentType,
  contentBytes,
});
const many = (count: number, one: ReturnType<typeof picture>) => Array<typeof one>(count).fill(one);

test('cards of 60 items load at most 1.5 MB: small pictures always, larger ones while bytes are left', () => {
  const items = [...many(10, picture(400_000)), ...many(50, picture(10_000))];
  const held = heldBack(items);
  expect(held).toHaveLength(8);
  const loaded = items.reduce((sum, { contentBytes }) => sum + contentBytes!, 0) - 8 * 400_000;
  expect(loaded).toBeLessThanOrEqual(1_500_000);
  expect(heldBack(many(60, picture(25_000)))).toEqual([]);
});

test('each 60 items have an allowance of their own', () => {
  expect(heldBack(many(180, picture(30_000)))).toHaveLength(30);
});

test('a content of unknown length is held back, and what no card loads takes no bytes', () => {
  expect(heldBack([picture(null)])).toHaveLength(1);
  expect(heldBack([picture(9_000_000, 'video/mp4'), picture(1_400_000)])).toEqual([]);
});
