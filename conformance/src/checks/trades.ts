import { confirmedCoins } from '@ordbook/client';
import type { Check } from '../check.ts';
import type { OperationName } from '../fields.ts';
import type { Json } from '../http.ts';
import type { Market } from '../market.ts';
import { equal, holds } from '../mismatch.ts';
import { BID_PRICE, bid, COUNTER_PRICE, listed, OFFER_PRICE, PRICE } from '../trades.ts';
import { each, memberOf, reader } from './reads.ts';

const LIST = 'POST /collection/{slug}/listings';
const BUY = 'POST /collection/{slug}/purchases';
const OFFERS = 'POST /collection/{slug}/offers';
const OFFER = 'POST /inscriptions/{id}/offers/{offerId}';
const BIDS = 'POST /collection/{slug}/collection-offers';
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';

/** What must be 409 after a trade or an end: the same again by another request. */
async function refuseGone(
  market: Market,
  operation: OperationName,
  change: object,
  what: string,
): Promise<void> {
  const request = await market.request(operation);
  await market.service.refused(operation, [409], { ...request, ...change }, what);
}

const balance = async (market: Market, name: 'seller' | 'buyer') => {
  const coins = await confirmedCoins(market.esploraUrl, (await market.session(name)).wallet.paymentAddress);
  return coins.reduce((sum, { valueSats }) => sum + valueSats, 0);
};

/** Submits that settle: their price, and where their request names the transaction. */
const SETTLING: readonly (readonly [operation: OperationName, says: string, priceSats: number])[] = [
  [`${BUY}/submit`, 'A purchase submit makes pending sales; confirmed sales appear in GET /sales.', PRICE],
  [`${OFFER}/accept/submit`, 'Seller accepts: `status` always `accepted`.', OFFER_PRICE],
  [`${OFFER}/counter/accept/submit`, 'Buyer accepts a counter: `status` always `accepted`.', COUNTER_PRICE],
  [`${BIDS}/{offerId}/fill/submit`, 'Fill submit broadcasts the settlement package.', BID_PRICE],
];

const SETTLES = SETTLING.map(
  ([operation, says, priceSats]): Check => [
    'sandbox',
    `settles ${operation}`,
    `${says} Sale row: internal, \`txid\`, parties, \`priceSats\`, \`price\` in BTC.`,
    async (market) => {
      const { params, body } = await market.request(operation);
      await market.confirm();
      const before = [await balance(market, 'seller'), await balance(market, 'buyer')] as const;
      const { settlementTxid: txid } = await market.act(operation);
      if (body.expectedSettlementTxid !== undefined)
        equal('settlementTxid', txid, body.expectedSettlementTxid);
      await market.confirm();
      const inscriptionId = params!['id'] ?? body.inscriptionId ?? body.listings[0].inscriptionId;
      const { pages, read } = await reader(market);
      const sale = (await pages('GET /sales', {}, 'sales')).find(
        (one) => one.inscriptionId === inscriptionId,
      );
      const [seller, buyer] = [
        (await market.session('seller')).wallet,
        (await market.session('buyer')).wallet,
      ];
      const seen = [
        sale?.saleType,
        sale?.txid,
        sale?.priceSats,
        sale?.price,
        sale?.sellerAddress,
        sale?.buyerAddress,
      ];
      const parties = [seller.ordinalsAddress, buyer.ordinalsAddress];
      equal('sale', seen, ['internal', txid, priceSats, priceSats / 1e8, ...parties]);
      const { owner, lastSale, listingId } = await memberOf(market, inscriptionId);
      equal('item', [owner, lastSale, listingId], [buyer.ordinalsAddress, priceSats / 1e8, null]);
      equal('in the book', (await read('GET /listings', { inscriptionId })).listings, []);
      const [received, paid] = [
        (await balance(market, 'seller')) - before[0],
        before[1] - (await balance(market, 'buyer')),
      ];
      holds(
        'what the seller received',
        received > priceSats * 0.9 && received < priceSats * 1.3,
        'about the price',
        received,
      );
      holds('what the buyer paid', paid > priceSats * 0.9 && paid < priceSats * 1.5, 'about the price', paid);
    },
  ],
);

const ENDS = [
  [`${OFFER}/cancel`, 'cancelled', 'active to cancelled, by its originator.'],
  [`${OFFER}/reject`, 'rejected', 'active to rejected, by the counterparty.'],
  [`${OFFER}/counter/reject`, 'rejected', 'The buyer rejects a counter.'],
].map(
  ([operation, status, says]): Check => [
    'sandbox',
    `ends ${operation}`,
    says!,
    async (market) => {
      const { token, params } = await market.request(operation as OperationName);
      const other = {
        token: await market.token('other'),
        body: { walletBindingId: (await market.session('other')).walletBindingId },
      };
      await market.service.refused(
        operation as OperationName,
        [403],
        { params: params!, ...other },
        'by somebody else',
      );
      await refuseGone(
        market,
        operation as OperationName,
        { params: { ...params, offerId: UUID } },
        'of an unknown offer',
      );
      const { offerId } = params!;
      equal('response', await market.act(operation as OperationName), { offerId, status });
      const about = { token, params: { id: params!['id']! } };
      const { offers } = await market.service.ok('GET /inscriptions/{id}/offers', about);
      equal('in the book', each(offers, 'id').includes(offerId), false);
      const history = (await market.service.ok('GET /inscriptions/{id}/offers/history', about)).offers;
      equal('status', history.find((one: Json) => one.id === offerId)?.status, status);
    },
  ],
);

export const TRADES: readonly Check[] = [
  ...SETTLES,
  ...ENDS,
  [
    'sandbox',
    'listing.batch',
    '`listings[]`: one per item, same order; one recovery covers the batch.',
    async (market) => {
      const items = [];
      for (let i = 0; i < 3; i += 1)
        items.push({ inscriptionId: await market.inscription(), priceSats: PRICE });
      const { listings, recoveryPsbt } = await market.act(`${LIST}/preflight`, { items });
      equal('order', each(listings, 'inscriptionId'), each(items, 'inscriptionId'));
      equal(
        'inputs to sign of the recovery',
        recoveryPsbt.inputsToSign.flatMap((one: Json) => one.signingIndexes).length,
        3,
      );
      equal(
        'sighashes',
        listings[0].psbts.map((one: Json) => one.inputsToSign[0].sigHash ?? 0),
        [0, 131],
      );
    },
  ],
  [
    'sandbox',
    'listing.expiry',
    '`durationDays`: one of 1, 7, 30, 90, 180.',
    async (market) => {
      const { inscriptionId } = (await market.act(`${LIST}/submit`, { durationDays: 7 })).listings[0];
      const [row] = (await (await reader(market)).read('GET /listings', { inscriptionId })).listings;
      const days = (Date.parse(row.listingExpiresAt) - Date.parse(row.listedAt)) / 86_400_000;
      holds('listingExpiresAt', Math.abs(days - 7) < 0.01, '7 days after listedAt', days);
    },
  ],
  [
    'sandbox',
    'listing.delist',
    'No PSBT needed; the response echoes the taken-down listings.',
    async (market) => {
      const { body } = await market.request(`${LIST}/delist`);
      const { listings } = await market.act(`${LIST}/delist`);
      equal('response', listings, body.listings);
      const { inscriptionId } = listings[0];
      equal(
        'in the book',
        (await (await reader(market)).read('GET /listings', { inscriptionId })).listings,
        [],
      );
      const buying = (await market.request(`${BUY}/preflight`)).body;
      await refuseGone(
        market,
        `${BUY}/preflight`,
        { body: { ...buying, listings } },
        'of a delisted listing',
      );
      await market.act(`${LIST}/preflight`, { items: [{ inscriptionId, priceSats: PRICE }] });
    },
  ],
  [
    'sandbox',
    'purchase.amounts',
    '`sellerReceiveSats` (seller net), `buyerPayTotalSats` (buyer all-in).',
    async (market) => {
      const { body } = await market.request(`${BUY}/preflight`);
      const { listingId, inscriptionId } = await listed(market);
      const listings = [...body.listings, { listingId, inscriptionId }];
      const {
        listings: costs,
        totalBuyerCostSats,
        ...more
      } = await market.act(`${BUY}/preflight`, { listings });
      equal('order', each(costs, 'listingId'), each(listings, 'listingId'));
      let total = more.listingTransferFeeSats + more.estimatedNetworkFeeSats + more.donationSats;
      for (const { priceSats, listingFeeSats, buyerFeeSats, ...one } of costs) {
        equal('priceSats', priceSats, PRICE);
        equal('seller', one.sellerReceiveSats, priceSats - listingFeeSats - one.sellerCreatorRoyaltySats);
        equal('buyer', one.buyerPayTotalSats, priceSats + buyerFeeSats + one.buyerCreatorRoyaltySats);
        equal('marketplaceRevenueSats', one.marketplaceRevenueSats, listingFeeSats + buyerFeeSats);
        total += one.buyerPayTotalSats + one.inscriptionUtxoValueSats;
      }
      equal('totalBuyerCostSats', totalBuyerCostSats, total);
    },
  ],
  [
    'sandbox',
    'purchase.donation',
    "The initiative's contribution is included when asked for; null: 409.",
    async (market) => {
      const { body } = await market.request(`${BUY}/preflight`);
      const plain = await market.act(`${BUY}/preflight`);
      equal('donationSats unless requested', plain.donationSats, 0);
      const asking = { body: { ...body, roundUpDonation: true } };
      if (plain.donationInitiative === null)
        return refuseGone(market, `${BUY}/preflight`, asking, 'with a donation');
      const rounded = await market.act(`${BUY}/preflight`, { roundUpDonation: true });
      holds('donationSats', rounded.donationSats > 0, 'above 0', rounded.donationSats);
    },
  ],
  [
    'sandbox',
    'offer.floor',
    'At least 20% of the selected collection floor.',
    async (market) => {
      await listed(market);
      const { slug, read } = await reader(market);
      const [{ floor }] = (await read('GET /collection-stats/floors', { slugs: slug })).data;
      const request = await market.request(`${OFFERS}/preflight`);
      const priceSats = Math.max(1, Math.ceil(floor / 5_000) - 1) * 1_000;
      await market.service.refused(
        `${OFFERS}/preflight`,
        [400],
        { ...request, body: { ...request.body, priceSats } },
        `of ${priceSats} sats`,
      );
    },
  ],
  [
    'sandbox',
    'offer.best-bid',
    'At least 90% of the highest active collection-wide offer, rounded up to 1000 sats.',
    async (market) => {
      await bid(market);
      const request = await market.request(`${OFFERS}/preflight`);
      const least = (BID_PRICE * 9) / 10;
      const body = { ...request.body, priceSats: least - 1_000 };
      await market.service.refused(
        `${OFFERS}/preflight`,
        [400],
        { ...request, body },
        `of ${least - 1_000} sats`,
      );
      await market.act(`${OFFERS}/preflight`, { priceSats: least });
    },
  ],
  [
    'sandbox',
    'counter.pending',
    '`{offerId (new counter id), parentOfferId, status: active}`; its parties see it.',
    async (market) => {
      const { steps } = await market.act(`${OFFER}/counter/preflight`);
      equal(
        'sighashes',
        steps.map((one: Json) => one.inputsToSign[0].sigHash ?? 0),
        [0, 129, 129],
      );
      const { params, token } = await market.request(`${OFFER}/counter/submit`);
      const { offerId, parentOfferId } = await market.act(`${OFFER}/counter/submit`);
      equal('parentOfferId', parentOfferId, params!['offerId']);
      const seen = async (by: string | undefined) =>
        (
          await market.service.ok('GET /inscriptions/{id}/offers', {
            token: by,
            params: { id: params!['id']! },
          })
        ).offers;
      const {
        kind,
        priceSats,
        parentOfferId: parent,
      } = (await seen(token)).find((one: Json) => one.id === offerId) ?? {};
      equal('counter', [kind, priceSats, parent], ['seller_counter', COUNTER_PRICE, parentOfferId]);
      equal(
        'seen by others',
        (await seen(await market.token('other'))).map((one: Json) => one.kind),
        ['buyer_offer'],
      );
    },
  ],
  [
    'sandbox',
    'collection-offer.parents',
    'One zero-fee funding parent per offer, not broadcast; replacement warning.',
    async (market) => {
      const { offers } = await market.act(`${BIDS}/preflight`, { offerCount: 2 });
      const parents = offers.map((one: Json) => [one.fundingParentFeeRateSatVb, one.fundingBroadcasted]);
      equal('fee rate and broadcast', parents, [
        [0, false],
        [0, false],
      ]);
      await bid(market);
      const { replacementWarning } = await market.act(`${BIDS}/replacement-warning`);
      holds(
        'replacementWarning',
        replacementWarning?.activeOfferCount >= 1,
        '1 or more active offers',
        replacementWarning,
      );
    },
  ],
  [
    'sandbox',
    'collection-offer.cancel',
    'Cancel: `offerId` and status.',
    async (market) => {
      const { params } = await market.request(`${BIDS}/{offerId}/cancel`);
      const { offerId, status } = await market.act(`${BIDS}/{offerId}/cancel`);
      equal('response', [offerId, status], [params!['offerId'], 'cancelled']);
      const { rows } = await (await reader(market)).read('GET /collection/{slug}/collection-offers');
      equal('in the book', each(rows, 'id').includes(offerId), false);
    },
  ],
  [
    'sandbox',
    'collection-offer.traits',
    'A trait-filtered subset: `traits: [{type, values}]`.',
    async (market) => {
      const [inside, outside] = [
        await memberOf(market, await market.inscription()),
        await memberOf(market, await market.inscription()),
      ];
      const has =
        (item: Json) =>
        ({ type, value }: Json) =>
          item.traits.some((one: Json) => one.type === type && one.value === value);
      const wanted = inside.traits.find((one: Json) => !has(outside)(one));
      const target = { kind: 'traits' as const, traits: [{ type: wanted.type, values: [wanted.value] }] };
      const preview = await market.act(`${BIDS}/target-preview`, { target });
      equal('target', preview.target, target);
      equal('the sample has the trait', has(await memberOf(market, preview.inscriptionId))(wanted), true);
      const { offerId, collectionSlug: slug } = await bid(market, target);
      const fill = `${BIDS}/{offerId}/fill/preflight` as const;
      const { token, body } = await market.request(fill);
      const of = ({ id }: Json) => ({
        token,
        params: { slug, offerId },
        body: { ...body, offerId, inscriptionId: id },
      });
      await market.service.refused(fill, [400, 403, 404, 409], of(outside), 'without the trait');
      await market.service.ok(fill, of(inside));
    },
  ],
];
