import { expect, test } from 'vitest';
import * as sdk from '../src/index.ts';
import {
  buy,
  createClient,
  listInscriptions,
  localWallet,
  makeOffers,
  memoryStorage,
  type Session,
  signIn,
  takeListingBack,
  WrongArgument,
} from '../src/index.ts';

const never = () => {
  throw new Error('something was sent or signed');
};
const REGTEST = { type: 'p2wpkh', secret: '01'.repeat(32) } as const;
const wallet = localWallet({ network: 'regtest', ordinals: REGTEST, payment: REGTEST });
const session: Session = {
  client: createClient({ baseUrl: 'http://127.0.0.1:1', fetch: never, retries: 0, token: 'x' }),
  wallet: { ...wallet, signMessage: never, signPsbt: never },
  walletBindingId: '00000000-0000-4000-8000-000000000000',
  profile: { id: 'x', username: null, displayName: null, bio: null, avatarUrl: null, bannerUrl: null },
  expiresAt: new Date(Date.now() + 3_600_000),
  safety: { storage: memoryStorage(), service: 'http://127.0.0.1:1' },
};

const inscriptionId = `${'a'.repeat(64)}i0`;
const txid = 'b'.repeat(64);
const esploraUrl = 'http://127.0.0.1:2';
const listing = { listingId: 'l', inscriptionId, priceSats: 1_000 };
const collectionSlug = 'embers';
const offer = { inscriptionId, offerId: 'o' };
const sale = { ...offer, priceSats: 1_000 };
const coin = { txid, vout: 0, valueSats: 10_000 };
const toAddress = wallet.paymentAddress;
const exit = { secret: new Uint8Array(32).fill(1), toAddress, network: 'regtest', feeRate: 2 };

const NOT_SATS = [undefined, null, '1000', 0, -1, 1.5, Number.NaN, 2_100_000_000_000_001];
const NOT_TEXT = [undefined, null, '', 7];
const NOT_URL = [undefined, null, '', 'esplora', 'ftp://127.0.0.1', 7];
const NOT_LIST = [undefined, null, [], 'l', {}];
const NOT_LIMIT = [null, '5', -1, Number.NaN];
const LIMITS = { maxFeeRate: NOT_LIMIT, maxNetworkFeeSats: NOT_LIMIT, maxPostageSats: NOT_LIMIT };
const BUYING = { esploraUrl: NOT_URL, spendableUtxos: [undefined, 'x', [{ txid }]] };
const OFFER = { inscriptionId: NOT_TEXT, offerId: NOT_TEXT };
const SELLING = { ...OFFER, priceSats: NOT_SATS, ...LIMITS, feeLimit: [5, { bps: -1 }] };
const EXIT = {
  secret: [undefined, 'ab'.repeat(32), new Uint8Array(31)],
  toAddress: [undefined, 'x', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  network: [undefined, 'main'],
  feeRate: [undefined, 0, -1, '2', Number.NaN, Number.POSITIVE_INFINITY],
  maxFeeSats: NOT_LIMIT,
  maxFeeShare: [0, 2, 'x'],
};
const COIN = {
  txid: [undefined, 'x'],
  vout: [undefined, -1, 0.5],
  valueSats: NOT_SATS.filter((value) => value !== 0),
};
/** The options of an option that has some. */
const within = (name: string, options: object) =>
  Object.fromEntries(Object.entries(options).map(([option, bad]) => [`${name}.${option}`, bad as unknown[]]));

type Given = Readonly<Record<string, unknown>>;
type Bad = Readonly<Record<string, readonly unknown[]>>;
type Call = (given: never) => unknown;
const flow = (one: (session: Session, request: never) => unknown): Call => {
  return (given) => one(session, given);
};
const read = (one: object): unknown => (one as AsyncGenerator).next();

/** By function: a call with its options, right ones, and by option what it is instead. */
const TABLE: Readonly<Partial<Record<keyof typeof sdk, readonly [Call, Given, Bad]>>> = {
  buy: [
    flow(buy),
    { collectionSlug, listings: [listing, listing], esploraUrl },
    {
      ...{ collectionSlug: NOT_TEXT, listings: NOT_LIST, ...BUYING, ...LIMITS, maxTotalSats: NOT_LIMIT },
      ...{ 'listings[1].priceSats': NOT_SATS, 'listings[0].listingId': NOT_TEXT, maxDonationSats: NOT_LIMIT },
    },
  ],
  listInscriptions: [
    flow(listInscriptions),
    { collectionSlug, items: [listing] },
    { collectionSlug: NOT_TEXT, items: NOT_LIST, 'items[0].priceSats': NOT_SATS, ...LIMITS },
  ],
  makeOffers: [
    flow(makeOffers),
    { collectionSlug, inscriptionIds: [inscriptionId], priceSats: 1_000, esploraUrl },
    {
      collectionSlug: NOT_TEXT,
      inscriptionIds: NOT_LIST,
      priceSats: NOT_SATS,
      validityHours: [0, '24'],
      ...BUYING,
    },
  ],
  makeCollectionOffers: [
    flow(sdk.makeCollectionOffers),
    { collectionSlug, target: { kind: 'all' }, priceSats: 1_000, esploraUrl },
    {
      ...{
        collectionSlug: NOT_TEXT,
        priceSats: NOT_SATS,
        ...BUYING,
        target: [undefined, 'all', { kind: 'x' }],
      },
      ...{ offerCount: [0, 11, 1.5, '3'], ladderStepSats: [null, '5', -1, 1.5], validityHours: [0, 0.5] },
    },
  ],
  acceptCounter: [flow(sdk.acceptCounter), { ...sale, esploraUrl }, { ...SELLING, ...BUYING }],
  makeCounter: [flow(sdk.makeCounter), sale, SELLING],
  acceptOffer: [flow(sdk.acceptOffer), sale, SELLING],
  fillCollectionOffer: [
    flow(sdk.fillCollectionOffer),
    { collectionSlug, ...sale },
    { collectionSlug: NOT_TEXT, ...SELLING },
  ],
  takeListingBack: [
    flow(takeListingBack),
    { collectionSlug, listingId: 'l' },
    { collectionSlug: NOT_TEXT, listingId: NOT_TEXT, marketPublicKey: ['x', 7] },
  ],
  delist: [
    flow(sdk.delist),
    { collectionSlug, listings: [listing] },
    { collectionSlug: NOT_TEXT, listings: NOT_LIST, 'listings[0].listingId': NOT_TEXT },
  ],
  cancelOffer: [flow(sdk.cancelOffer), offer, OFFER],
  rejectOffer: [flow(sdk.rejectOffer), offer, OFFER],
  rejectCounter: [flow(sdk.rejectCounter), offer, OFFER],
  cancelCollectionOffer: [
    flow(sdk.cancelCollectionOffer),
    { collectionSlug, offerId: 'o' },
    { collectionSlug: NOT_TEXT, offerId: NOT_TEXT },
  ],
  previewTarget: [
    ({ collectionSlug: slug, target }: { collectionSlug: string; target: sdk.Target }) =>
      sdk.previewTarget(session, slug, target),
    { collectionSlug, target: { kind: 'all' } },
    { collectionSlug: NOT_TEXT, target: [undefined, { kind: 'x' }] },
  ],
  inscriptions: [
    ({ slug }: { slug: string }) => read(sdk.inscriptions(session, slug)),
    { slug: collectionSlug },
    { slug: NOT_TEXT },
  ],
  collectionOffers: [
    ({ slug }: { slug: string }) => sdk.collectionOffers(session, slug),
    { slug: collectionSlug },
    { slug: NOT_TEXT },
  ],
  myCollectionOffers: [
    ({ slug }: { slug: string }) => sdk.myCollectionOffers(session, slug),
    { slug: collectionSlug },
    { slug: NOT_TEXT },
  ],
  offerHistory: [
    ({ id }: { id: string }) => read(sdk.offerHistory(session, id)),
    { id: 'x' },
    { id: NOT_TEXT },
  ],
  tradeStory: [({ id }: { id: string }) => sdk.tradeStory(session, id), { id: 'x' }, { id: NOT_TEXT }],
  confirmedCoins: [
    ({ esploraUrl: url, address }: { esploraUrl: string; address: string }) =>
      sdk.confirmedCoins(url, address),
    { esploraUrl, address: toAddress },
    { esploraUrl: NOT_URL, address: NOT_TEXT },
  ],
  esploraSource: [
    ({ url }: { url: string }) => sdk.esploraSource(url),
    { url: esploraUrl },
    { url: NOT_URL },
  ],
  ordSource: [({ url }: { url: string }) => sdk.ordSource(url), { url: esploraUrl }, { url: NOT_URL }],
  isRevoked: [
    ({ esploraUrl: url, ...record }: sdk.ListingRecord & { esploraUrl: string }) =>
      sdk.isRevoked(record, url, never),
    { transferTxid: txid, inscriptionCoin: coin, anchor: coin, esploraUrl },
    {
      ...{ esploraUrl: NOT_URL, transferTxid: [undefined, 'x'], anchor: [undefined, 7] },
      'inscriptionCoin.vout': COIN.vout,
    },
  ],
  watch: [
    ({ trade, ...options }: sdk.WatchOptions & { trade: sdk.Trade }) =>
      read(sdk.watch(session, trade, options)),
    { trade: { settlementTxid: txid }, esploraUrl },
    {
      ...{ trade: [undefined, null, {}, 'x'], esploraUrl: [undefined, 'x', 7], confirmations: [0, '1'] },
    },
  ],
  moveInscription: [
    sdk.moveInscription,
    { ...exit, coin, offset: 0 },
    { ...EXIT, offset: [undefined, -1, 10_000], coin: [undefined], ...within('coin', COIN), feeCoin: [7] },
  ],
  takePassthroughBack: [
    sdk.takePassthroughBack,
    { ...exit, coin, offset: 0, marketPublicKey: 'ab'.repeat(32) },
    { ...EXIT, offset: [undefined, -1, 10_000], ...within('coin', COIN), marketPublicKey: [undefined, 'x'] },
  ],
  movePayment: [
    sdk.movePayment,
    { ...exit, coins: [coin], type: 'p2wpkh' },
    { ...EXIT, coins: [...NOT_LIST, Array(201).fill(coin), [coin, coin]], type: [undefined, 'p2pkh'] },
  ],
  takeOfferBack: [
    sdk.takeOfferBack,
    { ...exit, fundingParent: 'x' },
    { ...EXIT, fundingParent: [undefined, '', 'x', 7] },
  ],
  createClient: [sdk.createClient, { baseUrl: 'http://127.0.0.1:1' }, { baseUrl: [undefined, null, 7] }],
  signIn: [
    ({ baseUrl, wallet: own, ...options }: { baseUrl: string; wallet: sdk.Wallet } & sdk.SignInOptions) =>
      signIn(createClient({ baseUrl, fetch: never, retries: 0 }), own, options),
    { baseUrl: 'http://127.0.0.1:1', wallet },
    { wallet: [undefined, 7], baseUrl: ['/market'] },
  ],
  linkWallet: [
    ({ wallet: own }: { wallet: sdk.Wallet }) => sdk.linkWallet(session, own),
    { wallet },
    { wallet: [undefined, null] },
  ],
  resumeSession: [
    ({ wallet: own, kept }: { wallet: sdk.Wallet; kept: sdk.KeptSession }) =>
      sdk.resumeSession(session.client, own, kept),
    { wallet, kept: sdk.keptSession(session) },
    { wallet: [undefined], kept: [undefined, null] },
  ],
};

/** The options with one of them replaced, by its path. */
function changed(value: unknown, path: readonly string[], bad: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return bad;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, bad);
  return copy;
}

async function thrownBy(call: Call, given: unknown): Promise<unknown> {
  try {
    await call(given as never);
    return null;
  } catch (error) {
    return error;
  }
}

const CASES = Object.entries(TABLE).flatMap(([name, [call, given, bad]]) =>
  Object.entries(bad).map(([option, values]) => [name, option, call, given, values] as const),
);

test.each(CASES)(
  '%s: a wrong %s is named before anything is sent',
  async (_, option, call, given, values) => {
    for (const bad of values) {
      const error = await thrownBy(call, changed(given, option.match(/\w+/g)!, bad));
      expect(error, JSON.stringify(bad) ?? 'undefined').toBeInstanceOf(WrongArgument);
      expect((error as WrongArgument).option.startsWith(option), String(error)).toBe(true);
    }
  },
);

/** Of a funding parent that is none, and of a watch that goes on. */
const NOT_TRIED = ['takeOfferBack', 'watch'];
const RIGHT = Object.entries(TABLE).filter(([name]) => !NOT_TRIED.includes(name));
test.each(RIGHT)('%s: right options are no wrong argument', async (_, [call, given]) => {
  expect(await thrownBy(call, given)).not.toBeInstanceOf(WrongArgument);
});

const FLOWS = { buy, listInscriptions, makeOffers, takeListingBack };
test.each(Object.entries(FLOWS))('%s: a session that is a promise of one is named', async (name, one) => {
  const ofPromise: Call = (given) => one(Promise.resolve(session) as never, given);
  const error = await thrownBy(ofPromise, TABLE[name as keyof typeof FLOWS]![1]);
  expect(error).toMatchObject({ name: 'WrongArgument', option: 'session' });
});

/** They take an answer of the service, one value of another function, or a query that the service answers. */
const OTHERS = [
  ...[
    'eligibleRoot',
    'goodsOf',
    'movesIn',
    'offerFiles',
    'offerOutput',
    'parseResponse',
    'pinsOf',
    'readPsbt',
  ],
  ...['events', 'listings', 'myOffers', 'myTrades', 'sales', 'lentCoins', 'spendableCoins'],
  ...['forgetSpent', 'isGone', 'keptSession', 'memoryStorage', 'openSignatures', 'polling', 'serviceEvents'],
  ...['within', 'worstInWords', 'localWallet'],
];
test('every function of the SDK that takes options of a caller is in the table', () => {
  const functions = Object.entries(sdk).filter(
    ([name, one]) => typeof one === 'function' && !/^[A-Z]/.test(name),
  );
  const missing = functions
    .map(([name]) => name)
    .filter((name) => {
      // what another function returned, an answer of the service, or a pure function of one value
      const isOf = /^(prepare|sign(?!In)|submit|check)[A-Z]/.test(name);
      return !isOf && !(name in TABLE) && !OTHERS.includes(name);
    });
  expect(missing).toEqual([]);
});

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

test('what else a wallet has is not looked at: it may be an object of another program', () => {
  const given = {
    network: 'regtest',
    ordinals: REGTEST,
    payment: REGTEST,
    inscriptionIds: [],
    id: '',
  } as const;
  expect(localWallet(given).network).toBe('regtest');
});
