import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectionOfferVectors } from './vectors.ts';

test('bytes come out as the published vectors say', () => {
  const file = new URL('../vectors/collection-offers.json', import.meta.url);
  const published: unknown = JSON.parse(readFileSync(file, 'utf8'));
  expect(JSON.parse(JSON.stringify(collectionOfferVectors()))).toEqual(published);
});
