import { expect, test, vi } from 'vitest';
import type { MarketEvent } from '../../src/data/live.ts';

vi.mock('../../src/data/live.ts', () => ({ live: {} }));
const { concerns } = await import('../../src/data/changes.ts');

const event = {
  topic: 'sale',
  collections: ['embers'],
  inscriptionIds: ['a'],
  data: { status: 'confirmed', sale: { sellerAddress: 'seller', buyerAddress: 'buyer' } },
} as unknown as MarketEvent;

test('an event is of interest by its topic, its collection, its inscription and its parties', () => {
  const topics = ['sale'];
  expect(concerns(event, { topics })).toBe(true);
  expect(concerns(event, { topics: ['listing'] })).toBe(false);
  expect(concerns(event, { topics, collection: 'mice' })).toBe(false);
  expect(concerns(event, { topics, inscriptionId: 'b' })).toBe(false);
  expect(concerns(event, { topics, address: 'seller' })).toBe(true);
  expect(concerns(event, { topics, address: 'buyer' })).toBe(true);
  expect(concerns(event, { topics, address: 'somebody' })).toBe(false);
});
