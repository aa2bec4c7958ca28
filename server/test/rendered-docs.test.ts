import { expect, test } from 'vitest';
import { FILES, PAGES, readFile, readPage, rendered } from '../../scripts/render-docs.ts';

test.each(Object.keys(PAGES))('%s shows the tables that the code builds', (path) => {
  const { written, expected } = readPage(path);
  expect(written).toBe(expected);
});

test.each(Object.keys(FILES))('%s shows what the code builds', async (path) => {
  const { written, expected } = await readFile(path);
  expect(written).toBe(expected);
});

test('a page that names an unknown table is not rendered', () => {
  expect(() => rendered('<!-- rendered: nothing -->\n<!-- /rendered -->', {})).toThrow(
    'no table is called nothing',
  );
});
