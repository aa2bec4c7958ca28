import { ApiError, memoryStorage, type Session } from '@ordbook/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedIn } from '../../../src/session/session.ts';
import { acts } from '../../../src/trader/act.ts';
import type { MyItem } from '../../../src/trader/sell/my-items.ts';
import { changePrice, list } from '../../../src/trader/sell/selling.ts';
import { question, subject } from '../../../src/trader/sign/explaining-wallet.ts';

const market = vi.hoisted(() => ({ inscription: vi.fn(), items: vi.fn() }));
vi.mock('../../../src/data/market.ts', () => ({ market }));
const listInscriptions = vi.hoisted(() => vi.fn());
vi.mock('@ordbook/client', async (original) => ({ ...(await original<object>()), listInscriptions }));

const item: MyItem = {
  inscriptionId: `${'a'.repeat(64)}i0`,
  name: 'Ember #1',
  traits: [],
  slug: 'embers',
  listingId: '5f0c0000-0000-4000-8000-000000000000',
  listingState: 'buyable',
  priceSats: 60_000,
};
let asked: string[];
let refused: ApiError | null;
/** The paths that are refused. */
let refusing: RegExp;
/** Prices of the seller's own collection offers. */
let bids: readonly number[];
const listing = (owner: string, priceSats: number) => ({ owner, priceSats });

beforeEach(() => {
  asked = [];
  refused = null;
  refusing = /./;
  bids = [];
  listInscriptions.mockReset().mockRejectedValue(new ApiError(503, 'no new listings are taken: maintenance'));
  market.items.mockResolvedValue({ items: [listing('bcrt1', 10_000), listing('other', 200_000)] });
  market.inscription.mockResolvedValue({
    item: { name: item.name, collection: item.slug },
    offers: [{ priceSats: 61_000 }, { priceSats: 60_001 }],
    bestCollectionOfferSats: 62_000,
  });
  const session = {
    profile: { id: 'alice' },
    wallet: { ordinalsAddress: 'bcrt1', network: 'regtest' },
    client: {
      options: { baseUrl: 'http://127.0.0.1' },
      post: async (path: string) => {
        asked.push(path);
        if (refused && refusing.test(path)) throw refused;
        return { listings: [] };
      },
      get: async () => ({ rows: bids.map((priceSats) => ({ priceSats })) }),
    },
    safety: { storage: memoryStorage() },
  } as unknown as Session;
  signedIn.set({ session, walletName: 'alice' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  signedIn.set(null);
  acts.set([]);
});

test.each([0.5, 60_000.5, 0, -1, 2_100_000_000_000_001, Number.NaN])(
  'a price of %d, which no listing can have, does not end the listing',
  async (priceSats) => {
    await changePrice({ item, priceSats }, null);
    expect(asked).toEqual([]);
    expect(acts.get()[0]?.text).toMatch(/^A price is whole sats.* The listing stays as it was\.$/);
  },
);

test.each([
  [
    new ApiError(400, 'priceSats 1 is below the minimum of 10000'),
    /^The price 1 is below the minimum of 10000\./,
  ],
  [new ApiError(503, 'no new listings are taken: maintenance'), /^No new listings are taken: maintenance\./],
])('a new price that the service refuses does not end the listing: %s', async (refusal, said) => {
  refused = refusal;
  await changePrice({ item, priceSats: 1 }, null);
  expect(asked).toEqual(['/collection/{slug}/listings/preflight']);
  expect(acts.get()[0]?.text).toMatch(said);
  expect(acts.get()[0]?.text).toMatch(/ The listing stays as it was\.$/);
});

test('a refusal because the item is listed ends that listing', async () => {
  refused = new ApiError(400, 'inscription is listed', { code: 'already_listed' });
  await changePrice({ item, priceSats: 300_000 }, null);
  expect(asked).toEqual(['/collection/{slug}/listings/preflight', '/collection/{slug}/listings/delist']);
});

test('a price that looks like a mistake is asked about before the old listing ends, and once', async () => {
  refused = new ApiError(400, 'inscription is listed', { code: 'already_listed' });
  const cautions: (readonly string[])[] = [];
  let isMeant = false;
  const end = question.follow(() => {
    const now = question.get();
    if (!now) return;
    cautions.push(now.cautions);
    queueMicrotask(() => now.answer(isMeant));
  });
  await changePrice({ item, priceSats: 70_000 }, null);
  expect(asked).toEqual(['/collection/{slug}/listings/preflight']);
  expect(acts.get()[0]?.text).toBe('You did not sign, and nothing changed.');
  isMeant = true;
  await changePrice({ item, priceSats: 70_000 }, null);
  expect(asked.slice(2)).toEqual(['/collection/{slug}/listings/delist']);
  expect(cautions).toEqual(Array(2).fill([expect.stringMatching(/less than half/)]));
  expect(subject.get().cautions).toEqual([]);
  end();
});

test('a seller’s own listing is no floor, and their own collection offer none to sell to', async () => {
  refused = new ApiError(503, 'no new listings are taken: maintenance');
  bids = [62_000];
  market.items.mockResolvedValue({ items: [listing('bcrt1', 200_000)] });
  await list([{ item, priceSats: 61_000 }], null);
  expect(subject.get().cautions).toEqual([]);
});

test('a listing is compared with the floor, and the best offer of any kind, before it is made', async () => {
  refused = new ApiError(503, 'no new listings are taken: maintenance');
  await list([{ item, priceSats: 60_000 }], null);
  expect(subject.get().cautions).toEqual([
    'Ember #1: an offer of 62,000 sats stands; sell to it for 2,000 sats more.',
    expect.stringMatching(/less than half of the collection’s floor of 200,000 sats/),
  ]);
});

test('a listing that nothing could be compared with says so, and is no listing at a good price', async () => {
  refused = new ApiError(503, 'no new listings are taken: maintenance');
  market.inscription.mockRejectedValue(new Error('offline'));
  await list([{ item, priceSats: 60_000 }], null);
  expect(subject.get().cautions).toEqual([expect.stringMatching(/^The market’s prices could not be read/)]);
});

test('a listing, and one at a new price, last as long as was chosen', async () => {
  listInscriptions.mockResolvedValue([{ inscriptionId: item.inscriptionId, listingId: item.listingId }]);
  const prices = {
    collectionSlug: 'embers',
    items: [{ inscriptionId: item.inscriptionId, priceSats: 300_000 }],
  };
  for (const [days, said, sent] of [
    [7, 'Expires in 7 days', { ...prices, durationDays: 7 }],
    [null, 'Until you take it down', prices],
  ] as const) {
    await list([{ item, priceSats: 300_000 }], days);
    expect(subject.get().items).toEqual([expect.objectContaining({ name: 'Ember #1', until: said })]);
    expect(listInscriptions.mock.lastCall![1]).toEqual(sent);
  }
  refused = new ApiError(400, 'inscription is listed', { code: 'already_listed' });
  refusing = /preflight$/;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  await changePrice({ item, priceSats: 310_000 }, 30);
  expect(listInscriptions.mock.lastCall![1]).toMatchObject({
    durationDays: 30,
    items: [{ priceSats: 310_000 }],
  });
});
