import { expect, test } from 'vitest';
import type { MarketEvent } from '../../../src/data/live.ts';
import { changed, type Entry } from '../../../src/pages/activity/entry.ts';

const row = {
  inscriptionId: 'i',
  inscriptionName: 'Mouse #1',
  image: 'http://market.test/content/i',
  collection: { slug: 'mice', name: 'Mice' },
  sellerAddress: 's',
  buyerAddress: 'b',
  txid: 't',
  priceSats: 5,
};
const event = (type: string, status: string, more: object): MarketEvent => {
  const topic = type.split('.')[0]!;
  const data = { status, [topic]: { ...row, ...more } };
  return {
    id: '1',
    type,
    topic,
    tradeId: null,
    occurredAt: '',
    collections: ['mice'],
    inscriptionIds: ['i'],
    data,
  };
};
const listed = event('listing.made', 'buyable', { listingId: 'l', listedAt: '2026-01-01T00:00:01Z' });
const soldAt = '2026-01-01T00:00:02Z';
const sold = event('sale.confirmed', 'confirmed', { saleId: 'x', soldAt });
const after = (...events: MarketEvent[]) => events.reduce(changed, [] as readonly Entry[]);
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

test('listings and sales come in at their time, newest first, and once each', () => {
  expect(ids(after(sold, listed, listed))).toEqual(['x', 'l']);
  expect(after(sold)[0]).toEqual({
    kind: 'sale',
    id: 'x',
    at: soldAt,
    inscriptionId: 'i',
    inscriptionName: 'Mouse #1',
    image: 'http://market.test/content/i',
    collectionSlug: 'mice',
    collectionName: 'Mice',
    priceSats: 5,
    fromAddress: 's',
    toAddress: 'b',
    txid: 't',
  });
});

test('a listing that ends and a sale that a reorg takes back go', () => {
  expect(after(listed, event('listing.closed', 'closed', { listingId: 'l' }))).toEqual([]);
  expect(after(sold, event('sale.taken_back', 'pending', { saleId: 'x' }))).toEqual([]);
});

test('a sale that is in no block does not count yet', () => {
  expect(after(event('sale.pending', 'pending', { saleId: 'x' }))).toEqual([]);
});
