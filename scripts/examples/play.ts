/** Plays every operation of the public API once, as its seller and its buyer, and keeps what was sent and answered. */
import { OPERATIONS } from '@ordbook/api/operations';
import {
  acceptCounter,
  acceptOffer,
  buy,
  cancelCollectionOffer,
  cancelOffer,
  confirmedCoins,
  createClient,
  delist,
  fillCollectionOffer,
  listInscriptions,
  localWallet,
  makeCollectionOffers,
  makeCounter,
  makeOffers,
  movePayment,
  rejectCounter,
  rejectOffer,
  type Session,
  signIn,
  takeListingBack,
} from '@ordbook/client';
import { WIF } from '@scure/btc-signer';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { keyOf, REGTEST, type SandboxKey } from '../../sandbox/src/keys.ts';
import { realNode } from '../../sandbox/src/real-node.ts';

/** One call of an operation: what its client sent, and the answer. */
export interface Example {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly answer: unknown;
}

export interface Played {
  /** By operation, `GET /me`. */
  readonly examples: Readonly<Record<string, Example>>;
  readonly seller: Trader;
}

/** A sandbox that mines on request, and the domain in its sign-in messages. */
interface Place {
  readonly url: string;
  readonly node: string;
  readonly domain: string;
  /** Called before each call, with a name that no other has. */
  readonly before?: (step: string) => void;
}

export interface Trader extends Session {
  readonly ordinals: SandboxKey;
  readonly payment: SandboxKey;
}

const collectionSlug = 'embers';
const PRICE_SATS = 60_000;
const COUNTER_SATS = 75_000;
const FUND_SATS = 10_000_000;
const target = { kind: 'all' } as const;

/** Throws an Error that names the operations that were not called. */
export async function play(place: Place): Promise<Played> {
  const { url, before = () => {} } = place;
  const examples: Record<string, Example> = {};
  let steps = 0;
  const step = (name: string) => {
    steps += 1;
    before(`${steps} ${name}`);
  };
  const fetch = noting(examples, step);
  const control = sandboxAt(url);
  const esploraUrl = `${url}/sandbox/esplora`;
  const enter = async (name: string): Promise<Trader> => {
    step(name);
    const keys = await control.addWallet('p2wpkh', FUND_SATS);
    const { ordinals, payment } = keys as unknown as Record<'ordinals' | 'payment', SandboxKey>;
    const wallet = localWallet({ ordinals, payment, network: 'regtest' });
    const session = await signIn(createClient({ baseUrl: url, fetch }), wallet, { domain: place.domain });
    return { ...session, ordinals, payment };
  };
  const mine = async () => {
    step('mine');
    await control.mine();
  };
  const seller = await enter('seller');
  const buyer = await enter('buyer');
  step('inscribe');
  const ids = await control.inscribe(seller.wallet.ordinalsAddress, collectionSlug, 9);
  const [sold, delisted, stranded, withdrawn, declined, counterDeclined, countered, accepted, filled] =
    ids as [string, string, string, string, string, string, string, string, string];
  const slug = { path: { slug: collectionSlug } };

  const list = async (...inscriptionIds: string[]) => {
    const items = inscriptionIds.map((inscriptionId) => ({ inscriptionId, priceSats: PRICE_SATS }));
    const listed = await listInscriptions(seller, { collectionSlug, items });
    return listed.map((listing) => ({ ...listing, priceSats: PRICE_SATS }));
  };
  await seller.client.get('/me');
  const [first, second] = await list(sold, delisted);
  await buyer.client.get('/listings', { query: { collectionSlug, sort: 'price', limit: 1 } });
  await buyer.client.get('/collection-stats/floors', { query: { slugs: collectionSlug } });
  await buy(buyer, { collectionSlug, listings: [first!], esploraUrl });
  await mine();
  await buyer.client.get('/sales', { query: { collectionSlug, limit: 1 } });
  const newest = { sort: 'newest', limit: 2 } as const;
  await buyer.client.get('/collection/{slug}/inscriptions', { ...slug, query: newest });
  await delist(seller, { collectionSlug, listings: [second!] });

  // a block takes the transfer of a sale, and a coin of its buyer is spent elsewhere
  const [third] = await list(stranded);
  const coins = await confirmedCoins(esploraUrl, buyer.wallet.paymentAddress);
  const failing = await buy(buyer, { collectionSlug, listings: [third!], spendableUtxos: coins });
  const { transaction } = movePayment({
    coins,
    type: 'p2wpkh',
    secret: WIF(REGTEST).decode(buyer.payment.wif),
    toAddress: buyer.wallet.paymentAddress,
    network: 'regtest',
    feeRate: 2,
  });
  const call = realNode(place.node);
  const transfer = await call('getrawtransaction', [failing.listingTransferTxids[0]]);
  await call('generateblock', [keyOf('another miner', 'p2wpkh').address, [transfer, transaction]]);
  for (let block = 0; block < 3; block += 1) await mine();
  await takeListingBack(seller, { collectionSlug, listingId: third!.listingId, inscriptionId: stranded });

  const offer = async (inscriptionId: string) => {
    const asked = { collectionSlug, inscriptionIds: [inscriptionId], priceSats: PRICE_SATS, esploraUrl };
    const [made] = await makeOffers(buyer, asked);
    return { inscriptionId, offerId: made!.offerId };
  };
  const open = await offer(withdrawn);
  await buyer.client.get('/inscriptions/{id}/offers', { path: { id: withdrawn } });
  await seller.client.get('/me/offers', { query: { view: 'owned' } });
  await cancelOffer(buyer, open);
  await rejectOffer(seller, await offer(declined));
  const counter = async (inscriptionId: string) => {
    const made = await makeCounter(seller, { ...(await offer(inscriptionId)), priceSats: COUNTER_SATS });
    return { inscriptionId, offerId: made.offerId };
  };
  await rejectCounter(buyer, await counter(counterDeclined));
  await acceptCounter(buyer, { ...(await counter(countered)), priceSats: COUNTER_SATS, esploraUrl });
  await mine();
  await acceptOffer(seller, { ...(await offer(accepted)), priceSats: PRICE_SATS });
  await mine();
  await buyer.client.get('/inscriptions/{id}/offers/history', { path: { id: accepted }, query: { page: 0 } });

  const bid = async () => {
    const asked = { collectionSlug, target, priceSats: PRICE_SATS, esploraUrl };
    const [made] = await makeCollectionOffers(buyer, asked);
    return { collectionSlug, offerId: made!.offerId };
  };
  const { walletBindingId } = buyer;
  await buyer.client.post('/collection/{slug}/collection-offers/target-preview', {
    ...slug,
    body: { target },
  });
  const spent = await bid();
  const spendableUtxos = await confirmedCoins(esploraUrl, buyer.wallet.paymentAddress);
  await buyer.client.post('/collection/{slug}/collection-offers/replacement-warning', {
    ...slug,
    body: { walletBindingId, target, priceSats: PRICE_SATS, offerCount: 1, spendableUtxos },
  });
  await seller.client.get('/collection/{slug}/collection-offers', slug);
  await buyer.client.get('/collection/{slug}/my/sent-collection-offers', slug);
  await cancelCollectionOffer(buyer, spent);
  await fillCollectionOffer(seller, { ...(await bid()), inscriptionId: filled, priceSats: PRICE_SATS });
  await mine();

  const missing = Object.keys(OPERATIONS).filter((name) => !(name in examples));
  if (missing.length > 0) throw new Error(`the play calls no ${missing.join(', no ')}`);
  return { examples, seller };
}

/** A `fetch` that keeps the first call of each operation. */
function noting(examples: Record<string, Example>, step: (name: string) => void): typeof globalThis.fetch {
  const known = Object.keys(OPERATIONS).map((name) => {
    const [method, path] = name.split(' ') as [string, string];
    const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return { name, pattern: new RegExp(`^${method} /api/v1${pattern}$`) };
  });
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const called = `${request.method} ${pathname}`;
    const operation = known.find(({ pattern }) => pattern.test(called));
    step(operation?.name ?? called);
    const sent = request.body === null ? undefined : await request.clone().json();
    const response = await globalThis.fetch(request);
    if (response.ok && operation && !(operation.name in examples)) {
      const path = { ...operation.pattern.exec(called)?.groups };
      const typed = [...searchParams].map(([key, value]) => [
        key,
        /^\d+$/.test(value) ? Number(value) : value,
      ]);
      const query = Object.fromEntries(typed) as Example['query'] & object;
      examples[operation.name] = {
        ...(Object.keys(path).length === 0 ? {} : { path }),
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(sent === undefined ? {} : { body: sent }),
        answer: await response.clone().json(),
      };
    }
    return response;
  };
}
