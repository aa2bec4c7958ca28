import { OPERATIONS } from '@ordbook/api/operations';
import {
  acceptCounter,
  acceptOffer,
  buy,
  cancelCollectionOffer,
  cancelOffer,
  delist,
  fillCollectionOffer,
  listInscriptions,
  makeCollectionOffers,
  makeCounter,
  makeOffers,
  previewTarget,
  rejectCounter,
  rejectOffer,
  type Session,
  signIn,
} from '@ordbook/client';
import type { OperationName } from './fields.ts';
import type { Request } from './http.ts';
import type { Market } from './market.ts';

export const PRICE = 50_000;
export const OFFER_PRICE = 120_000;
export const COUNTER_PRICE = 130_000;
export const BID_PRICE = 100_000;

/** A listing that can be bought. */
export async function listed(market: Market) {
  const items = [{ inscriptionId: await market.inscription(), priceSats: PRICE }];
  const seller = await market.session('seller');
  const [listing] = await listInscriptions(seller, { collectionSlug: await market.slug(), items });
  return { ...listing!, priceSats: PRICE };
}

/** What a buyer pays with. */
async function paying(market: Market) {
  await market.confirm();
  return { collectionSlug: await market.slug(), esploraUrl: market.esploraUrl };
}

/** An active inscription offer of the buyer to the seller. */
export async function offered(market: Market) {
  const [buyer, inscriptionId] = [await market.session('buyer'), await market.inscription()];
  const request = { ...(await paying(market)), inscriptionIds: [inscriptionId], priceSats: OFFER_PRICE };
  const [offer] = await makeOffers(buyer, request);
  return { inscriptionId, offerId: offer!.offerId };
}

/** The seller's counter to an offer. */
export async function countered(market: Market) {
  const offer = await offered(market);
  const counter = await makeCounter(await market.session('seller'), { ...offer, priceSats: COUNTER_PRICE });
  return { ...offer, ...counter };
}

/** An active collection offer of the buyer. */
export async function bid(market: Market, target: Parameters<typeof previewTarget>[2] = { kind: 'all' }) {
  const buyer = await market.session('buyer');
  const request = { ...(await paying(market)), target, priceSats: BID_PRICE };
  const [offer] = await makeCollectionOffers(buyer, request);
  return { collectionSlug: request.collectionSlug, offerId: offer!.offerId };
}

type OfferRef = Awaited<ReturnType<typeof offered>>;
type Call = (market: Market) => Promise<unknown>;

const by =
  (
    name: 'seller' | 'buyer',
    act: (session: Session, offer: OfferRef) => Promise<unknown>,
    on: typeof offered,
  ): Call =>
  async (market) =>
    act(await market.session(name), await on(market));

/** What makes the request of an operation with the SDK: the first row that fits. */
const CALLS: readonly (readonly [operations: RegExp, call: Call])[] = [
  [
    /^POST \/auth\//,
    async (market) => {
      const { client, wallet } = await market.session('buyer');
      await signIn(client, wallet);
    },
  ],
  [
    /listings\/delist$/,
    async (market) => {
      const [seller, listing] = [await market.session('seller'), await listed(market)];
      await delist(seller, { collectionSlug: await market.slug(), listings: [listing] });
    },
  ],
  [/\/listings\//, listed],
  [
    /\/purchases\//,
    async (market) => {
      const [buyer, listing] = [await market.session('buyer'), await listed(market)];
      await buy(buyer, { ...(await paying(market)), listings: [listing] });
    },
  ],
  [/slug}\/offers\//, offered],
  [
    /collection-offers\/{offerId}\/cancel$/,
    async (market) => cancelCollectionOffer(await market.session('buyer'), await bid(market)),
  ],
  [/offerId}\/cancel$/, by('buyer', cancelOffer, offered)],
  [/offerId}\/reject$/, by('seller', rejectOffer, offered)],
  [/counter\/reject$/, by('buyer', rejectCounter, countered)],
  [
    /counter\/accept\//,
    async (market) => {
      const [buyer, counter] = [await market.session('buyer'), await countered(market)];
      await acceptCounter(buyer, { ...counter, ...(await paying(market)), priceSats: COUNTER_PRICE });
    },
  ],
  [/counter\//, countered],
  [
    /offerId}\/accept\//,
    by('seller', (seller, offer) => acceptOffer(seller, { ...offer, priceSats: OFFER_PRICE }), offered),
  ],
  [
    /target-preview$/,
    async (market) => previewTarget(await market.session('buyer'), await market.slug(), { kind: 'all' }),
  ],
  [
    /fill\//,
    async (market) => {
      const [seller, offer, inscriptionId] = [
        await market.session('seller'),
        await bid(market),
        await market.inscription(),
      ];
      await fillCollectionOffer(seller, {
        ...offer,
        inscriptionId,
        priceSats: BID_PRICE,
        evenBelowTop: true,
      });
    },
  ],
  [/collection-offers\//, bid],
];

/** An inscription to read about: any of the collection. */
function anInscription(market: Market): Promise<string> {
  return market.once('an inscription', async () => {
    const request = { token: await market.token('buyer'), params: { slug: await market.slug() } };
    const { items } = await market.service.ok('GET /collection/{slug}/inscriptions', request);
    return items[0].inscriptionId;
  });
}

/** A request of the operation: of a write what the SDK makes, on its way; of a read the request. */
export async function madeRequest(operation: OperationName, market: Market): Promise<Request | undefined> {
  if (operation.startsWith('POST')) {
    await CALLS.find(([operations]) => operations.test(operation))![1](market);
    return undefined;
  }
  const slug = await market.slug();
  const params = { slug, ...(operation.includes('{id}') && { id: await anInscription(market) }) };
  const query = operation.endsWith('/floors') ? { slugs: slug } : {};
  return { token: await market.token('buyer'), params, query };
}

/** The operations of the specification. A take-back is beyond it. */
export const SPECIFIED = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (operation) => !operation.includes('/take-back/'),
);
