import { MAX_SATS } from '@ordbook/protocol/sats';
import { type Static, Type } from 'typebox';
import { Count, nullable, oneOf, Slug, Text, Uuid } from '../fields/scalars.ts';
import { TRADE_KINDS } from '../trade/trade.ts';

/** A moment. Handlers return a Date; the serializer writes ISO 8601. */
export const Moment = (description: string) =>
  Type.Unsafe<Date>({
    type: 'string',
    format: 'date-time',
    description,
    examples: ['2026-11-20T12:00:00.000Z'],
  });
/** null stands for what is not known, or is not there. */
export const MaybeMoment = (description: string) =>
  Type.Unsafe<Date | null>({ anyOf: [Moment(description), { type: 'null' }], description });
export const Sats = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_SATS, description });
export const MaybeText = (description: string) => nullable(Text(description));
export const MaybeSats = (description: string) => nullable(Sats(description));

/** Text that clients read in a refusal: one line. */
export const Reason = Type.String({
  minLength: 3,
  maxLength: 200,
  pattern: '^[^\\p{Cc}]+$',
  description: 'Why, in one line. Clients and the log of acts show it.',
  examples: ['the index is being rebuilt'],
});
export const ReasonBody = Type.Object({ reason: Reason });

/** A day or a moment in a query. */
export const When = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z)?$',
    description: `${description} A day (\`2026-11-20\`, from its start in UTC) or a moment in UTC.`,
    examples: ['2026-11-20'],
  });
export const PageSize = Type.Integer({ minimum: 1, maximum: 500, description: 'Rows. Default: 100.' });
export const After = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]{8,15}Z_[0-9a-f-]{36}$',
  description: 'The `next` of the page before.',
  examples: ['2026-11-20T12:00:00.000Z_3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11'],
});
export const Next = nullable(
  Type.String({ description: 'Send it as `after` for the next page; null: there is none.' }),
);

/** Kinds of trades as paths and commands write them. */
export const TRADE_FLOWS = TRADE_KINDS.map((kind) => kind.replace(' ', '-'));
export const TradeFlow = oneOf(TRADE_FLOWS, 'Kind of trade.');

export const TradeProgress = oneOf(
  ['in_flight', 'stuck'],
  'Only trades whose package is on its way (`in_flight`), or of these the ones that should have ended by now.',
);

export const Trade = Type.Object(
  {
    id: Uuid('Of the listing, purchase, offer, counter, collection offer or fill.'),
    kind: oneOf(TRADE_KINDS, 'Kind of trade.'),
    state: Text('State; of an accepted offer or counter that of its settlement.'),
    collectionSlug: MaybeText('Collection; of a purchase that of its first sale.'),
    inscriptionId: MaybeText('Inscription; of a purchase that of its first sale.'),
    priceSats: MaybeSats('Price, sats.'),
    seller: MaybeText("Seller's ordinals address."),
    buyer: MaybeText("Buyer's ordinals address."),
    sellerProfileId: nullable(Uuid("Seller's profile.")),
    buyerProfileId: nullable(Uuid("Buyer's profile.")),
    createdAt: Moment('When it was made.'),
    packagedAt: MaybeMoment('When its package was made; null: there is none.'),
    expiresAt: MaybeMoment('When it expires.'),
    reason: MaybeText('Why it ended, or why the node does not take it now.'),
    settlementTxid: MaybeText('Transaction that settles it.'),
  },
  { title: 'Trade' },
);

const amounts = {
  priceSats: Sats('Prices, sats.'),
  sellerFeeSats: Sats("The sellers' marketplace fees, sats. Of fills, which have one fee, all of it."),
  buyerFeeSats: Sats("The buyers' marketplace fees, sats."),
  royaltySats: Sats('Paid to creators, sats.'),
  partnerSats: Sats('Paid to partners out of the fees, sats.'),
  anchorSats: Sats('Kept in new anchors, sats.'),
  feePaidSats: Sats("Paid to the fee address as the marketplace's own, sats."),
};
const Usd = (description: string) => nullable(Type.Number({ description }));

export const RevenueRow = Type.Object(
  {
    group: MaybeText('Day or month (UTC), slug or name of the partner; null: all, or none of them.'),
    sales: Count('Confirmed sales.'),
    ...amounts,
    unknown: Count('Sales with a missing figure, which counts as 0.'),
    priceUsd: Usd('Prices in US dollars, each at its block; null: no sale has one.'),
    feeUsd: Usd("The marketplace's fees of both sides in US dollars, likewise."),
    partnerUsd: Usd('Paid to partners in US dollars, likewise.'),
    unpriced: Count('Sales without a price in dollars, which the amounts in dollars leave out.'),
  },
  { title: 'Revenue' },
);

export const SaleRow = Type.Object(
  {
    id: Uuid('Of the sale.'),
    soldAt: Moment('Time of its block.'),
    blockHeight: Count('Its block.'),
    txid: Text('Its settlement.'),
    kind: oneOf(['purchase', 'offer', 'fill'], 'How it was sold.'),
    inscriptionId: Text('What was sold.'),
    inscriptionNumber: nullable(Type.Integer()),
    collectionSlug: MaybeText('Collection that it was sold in.'),
    sellerAddress: MaybeText("Seller's ordinals address."),
    buyerAddress: MaybeText("Buyer's ordinals address."),
    priceUsd: nullable(Type.Number({ description: 'Price in US dollars at that block.' })),
    partner: MaybeText('Partner that was paid.'),
    partnerAddress: MaybeText('Where.'),
    ...(Object.fromEntries(
      Object.entries(amounts).map(([name, schema]) => [name, nullable(schema)]),
    ) as Record<keyof typeof amounts, ReturnType<typeof MaybeSats>>),
    priceSats: Sats('Price, sats.'),
  },
  { title: 'SaleAccount' },
);

export const Pause = Type.Object(
  {
    scope: Text('`everything`, `flow:<flow>` or `collection:<slug>`.'),
    reason: Text('What clients read.'),
    actor: Text('Who paused it.'),
    since: Moment('When.'),
  },
  { title: 'Pause' },
);
export const Ban = Type.Object(
  {
    subject: Text('Id of a profile, or an address.'),
    reason: Text('What they read.'),
    actor: Text('Who banned it.'),
    since: Moment('When.'),
  },
  { title: 'Ban' },
);
export const Ended = Type.Object(
  {
    listings: Count('Listings that were ended.'),
    offers: Count('Inscription offers and counters that were ended.'),
    collectionOffers: Count('Collection offers that were ended.'),
  },
  { title: 'Ended' },
);

const bps = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 10_000, description: `${description}, 1/100 of a percent.` });
const feeFields = {
  sellerBps: bps("Seller's marketplace fee"),
  buyerBps: bps("Buyer's marketplace fee"),
  minimumSats: Type.Integer({
    minimum: 0,
    maximum: 100_000_000,
    description: "Least of each side's fee, sats.",
  }),
  sellerRoyaltyBps: bps("Seller's royalty"),
  buyerRoyaltyBps: bps("Buyer's royalty"),
};
const FillBps = Type.Optional(bps('Fee of a fill; absent: both sides together'));
export const Fees = Type.Object({ ...feeFields, fillBps: FillBps }, { title: 'Fees' });
export const ChangedFees = Type.Object(
  {
    ...Fees.properties,
    lastMonth: Type.Object(
      {
        sales: Count('Sales that they concern.'),
        feeSats: Sats('Fees that these paid, sats.'),
        newFeeSats: Sats('Fees that they would have paid, sats.'),
      },
      { description: 'What they change, by the sales of the last 30 days.' },
    ),
  },
  { title: 'ChangedFees' },
);
export const FeeChangeBody = Type.Object({
  reason: Reason,
  collection: Type.Optional(
    Slug('Of this collection. Default: of every collection without fees of its own.'),
  ),
  fees: Type.Unsafe<Partial<Static<typeof Fees>> | null>({
    anyOf: [
      Type.Partial(Type.Object({ ...feeFields, fillBps: bps('Fee of a fill') }), {
        additionalProperties: false,
      }),
      { type: 'null' },
    ],
    description: "What changes; null: back to the operator's fees, or for those to the settings'.",
  }),
});

export const OperatorAct = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'In the order of the acts.' }),
    actedAt: Moment('When.'),
    actor: Text('Who: the name of the token, or of the user of the socket.'),
    onBehalfOf: MaybeText('Whom the actor named; nobody verified it.'),
    act: Text('What.'),
    subject: Text('To what.'),
    reason: MaybeText('Why.'),
    before: Type.Unknown({ description: 'What it was.' }),
    after: Type.Unknown({ description: 'What it is.' }),
  },
  { title: 'OperatorAct' },
);

export const CollectionRow = Type.Object(
  {
    slug: Slug('Slug.'),
    name: Text('Name.'),
    verified: Type.Boolean(),
    tradingEnabled: Type.Boolean(),
    featuredRank: nullable(Count('Place among the featured ones; null: not featured.', 1)),
    removedAt: MaybeMoment('When it was removed; null: it is there.'),
    memberCount: Count('Members.'),
    ownerCount: Count('Addresses that hold one.'),
    payoutAddress: MaybeText('Receives the royalties.'),
    liveFloorBps: nullable(Count('Least share of the floor that an offer must reach, 1/100 of a percent.')),
    partnerId: nullable(Uuid('Partner that new listings are credited to.')),
  },
  { title: 'Collection' },
);
export const PartnerRow = Type.Object(
  {
    id: Uuid('Of the partner.'),
    name: Text('Name.'),
    status: oneOf(['active', 'inactive'], 'Inactive ones are not paid.'),
    payoutAddress: MaybeText('Where it is paid.'),
    shareBps: Count('Share of the fees, 1/100 of a percent.'),
    purchases: Count('Purchases that paid it.'),
  },
  { title: 'Partner' },
);
