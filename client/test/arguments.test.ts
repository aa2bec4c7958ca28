import { expect, test } from 'vitest';
import {
  acceptCounter,
  acceptOffer,
  buy,
  createClient,
  fillCollectionOffer,
  listInscriptions,
  localWallet,
  makeCollectionOffers,
  makeCounter,
  makeOffers,
  memoryStorage,
  type Session,
  signIn,
  WrongArgument,
} from '../src/index.ts';

const never = () => {
  throw new Error('something was sent or signed');
};
const REGTEST = { type: 'p2wpkh', secret: '01'.repeat(32) } as const;
const wallet = localWallet({ network: 'regtest', ordinals: REGTEST, payment: REGTEST });
const session: Session = {
  client: createClient({ baseUrl: 'http://127.0.0.1:1', fetch: never }),
  wallet: { ...wallet, signMessage: never, signPsbt: never },
  walletBindingId: '00000000-0000-4000-8000-000000000000',
  profile: { id: 'x', username: null, displayName: null, bio: null, avatarUrl: null, bannerUrl: null },
  expiresAt: new Date(Date.now() + 3_600_000),
  safety: { storage: memoryStorage(), service: 'http://127.0.0.1:1' },
};

const inscriptionId = `${'a'.repeat(64)}i0`;
const listing = { listingId: 'l', inscriptionId, priceSats: 1_000 };
const coins = { esploraUrl: 'http://127.0.0.1:2' };
const collectionSlug = 'embers';
const bid = { collectionSlug, inscriptionIds: [inscriptionId], priceSats: 1_000, ...coins };
const open = { collectionSlug, target: { kind: 'all' }, priceSats: 1_000, ...coins };
const sale = { inscriptionId, offerId: 'o', priceSats: 1_000 };

type Flow = (session: Session, request: never) => Promise<unknown>;
const BAD_PRICES = [undefined, null, '1000', 0, -1, 1.5, Number.NaN, 2_100_000_000_000_001];
const BAD_URLS = [undefined, null, '', 'esplora', 'ftp://127.0.0.1', 7];
/** Of each flow: an option, and what it is instead. */
const TABLE: readonly (readonly [string, Flow, string, (bad: unknown) => object, readonly unknown[]])[] = [
  ['buy', buy, 'listings', (bad) => ({ collectionSlug, ...coins, listings: bad }), [undefined, [], 'l']],
  [
    'buy',
    buy,
    'collectionSlug',
    (bad) => ({ collectionSlug: bad, ...coins, listings: [listing] }),
    [undefined, ''],
  ],
  ['buy', buy, 'esploraUrl', (bad) => ({ collectionSlug, listings: [listing], esploraUrl: bad }), BAD_URLS],
  [
    'buy',
    buy,
    'spendableUtxos',
    (bad) => ({ collectionSlug, listings: [listing], spendableUtxos: bad }),
    [undefined, 'x'],
  ],
  [
    'buy',
    buy,
    'listings[1].priceSats',
    (bad) => ({ collectionSlug, ...coins, listings: [listing, { ...listing, priceSats: bad }] }),
    BAD_PRICES,
  ],
  ['list', listInscriptions, 'items', (bad) => ({ collectionSlug, items: bad }), [undefined, []]],
  [
    'list',
    listInscriptions,
    'collectionSlug',
    (bad) => ({ collectionSlug: bad, items: [listing] }),
    [undefined],
  ],
  [
    'list',
    listInscriptions,
    'items[0].priceSats',
    (bad) => ({ collectionSlug, items: [{ inscriptionId, priceSats: bad }] }),
    BAD_PRICES,
  ],
  ['offer', makeOffers, 'collectionSlug', (bad) => ({ ...bid, collectionSlug: bad }), [undefined]],
  ['offer', makeOffers, 'inscriptionIds', (bad) => ({ ...bid, inscriptionIds: bad }), [undefined, []]],
  ['offer', makeOffers, 'priceSats', (bad) => ({ ...bid, priceSats: bad }), BAD_PRICES],
  ['offer', makeOffers, 'esploraUrl', (bad) => ({ ...bid, esploraUrl: bad }), BAD_URLS],
  [
    'collection offer',
    makeCollectionOffers,
    'collectionSlug',
    (bad) => ({ ...open, collectionSlug: bad }),
    [undefined],
  ],
  ['collection offer', makeCollectionOffers, 'priceSats', (bad) => ({ ...open, priceSats: bad }), BAD_PRICES],
  ['collection offer', makeCollectionOffers, 'esploraUrl', (bad) => ({ ...open, esploraUrl: bad }), BAD_URLS],
  ['accept counter', acceptCounter, 'offerId', (bad) => ({ ...sale, ...coins, offerId: bad }), [undefined]],
  [
    'accept counter',
    acceptCounter,
    'priceSats',
    (bad) => ({ ...sale, ...coins, priceSats: bad }),
    BAD_PRICES,
  ],
  ['accept counter', acceptCounter, 'esploraUrl', (bad) => ({ ...sale, esploraUrl: bad }), BAD_URLS],
  ['counter', makeCounter, 'offerId', (bad) => ({ ...sale, offerId: bad }), [undefined]],
  ['counter', makeCounter, 'priceSats', (bad) => ({ ...sale, priceSats: bad }), BAD_PRICES],
  ['accept', acceptOffer, 'offerId', (bad) => ({ ...sale, offerId: bad }), [undefined]],
  ['accept', acceptOffer, 'priceSats', (bad) => ({ ...sale, priceSats: bad }), BAD_PRICES],
  ['fill', fillCollectionOffer, 'offerId', (bad) => ({ collectionSlug, ...sale, offerId: bad }), [undefined]],
  [
    'fill',
    fillCollectionOffer,
    'priceSats',
    (bad) => ({ collectionSlug, ...sale, priceSats: bad }),
    BAD_PRICES,
  ],
];

const NAMED = TABLE.map(([name, flow, option, ...rest]) => [name, option, flow, ...rest] as const);

test.each(NAMED)(
  '%s: a wrong %s is named before anything is sent',
  async (_, option, flow, request, values) => {
    for (const bad of values) {
      const error: unknown = await flow(session, request(bad) as never).catch((thrown: unknown) => thrown);
      expect(error, String(bad)).toBeInstanceOf(WrongArgument);
      expect(error).toMatchObject({ option, message: expect.stringContaining(`${option} is `) as string });
    }
  },
);

test('keys of another network, malformed ones and unknown networks are named and never shown', () => {
  const wif = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'; // of the main network
  const secret = 'zz'.repeat(32);
  for (const [option, given] of [
    ['payment', { network: 'regtest', ordinals: REGTEST, payment: { type: 'p2wpkh', wif } }],
    ['ordinals', { network: 'regtest', ordinals: { type: 'p2tr', secret }, payment: REGTEST }],
    ['ordinals', { network: 'regtest', payment: REGTEST }],
    ['network', { network: 'main', ordinals: REGTEST, payment: REGTEST }],
    ['network', { ordinals: REGTEST, payment: REGTEST }],
  ] as const) {
    let thrown: unknown;
    try {
      localWallet(given as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(WrongArgument);
    expect(thrown).toMatchObject({ option });
    expect(String(thrown)).not.toMatch(new RegExp(`${wif}|${secret}`));
  }
});

test('a service without a URL is named', async () => {
  expect(() => createClient({} as never)).toThrow(WrongArgument);
  const relative = createClient({ baseUrl: '/market', fetch: never });
  await expect(signIn(relative, session.wallet)).rejects.toMatchObject({
    name: 'WrongArgument',
    option: 'baseUrl',
  });
});
