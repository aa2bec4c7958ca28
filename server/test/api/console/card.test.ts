import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawCard, drawIcon } from '../../../src/api/console/card.ts';
import { drawable } from '../../../src/api/console/glyphs.ts';
import { pngOf } from '../../../src/api/console/png.ts';

const CARD = {
  domain: 'market.test',
  name: 'Mouse',
  plainName: 'Inscription 1',
  sum: '1 sats',
  note: 'Mice',
};

test('a PNG holds the pixels of its picture, row by row', async () => {
  const pixels = Uint8Array.of(0, 1, 1, 0, 1, 1);
  const png = await pngOf({ width: 3, height: 2, palette: ['#ffffff', '#1d6b5a'], pixels });
  const [palette, data] = [png.indexOf('PLTE'), png.indexOf('IDAT')];
  expect(png.subarray(palette + 4, palette + 10).toString('hex')).toBe('ffffff1d6b5a');
  const length = png.readUInt32BE(data - 4);
  expect([...inflateSync(png.subarray(data + 4, data + 4 + length))]).toEqual([0, 0, 1, 1, 0, 0, 1, 1]);
});

test('a card of a name of any length and any letters is as large as another, and as soon drawn', () => {
  for (const name of ['', 'x'.repeat(5_000), 'word '.repeat(900), '🐭'.repeat(50), '日本語', '\u0000\u202E'])
    expect(drawCard({ ...CARD, name }).pixels).toHaveLength(1_200 * 630);
});

test('a name in letters that the typeface lacks gives way to the plain one; accents are left out', () => {
  expect(drawable('日本語')).toBeNull();
  expect(drawable('Élan – No. 5…')).toBe('Elan ? No. 5...');
  const plain = drawCard({ ...CARD, name: CARD.plainName }).pixels;
  expect(drawCard({ ...CARD, name: '日本語' }).pixels).toEqual(plain);
});

test('an icon is square', () => {
  expect(drawIcon(192).pixels).toHaveLength(192 * 192);
});
