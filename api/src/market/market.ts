/** What the market's pages for people read: beside the API, without a token. */
import { Type } from 'typebox';
import { CONTENT_TYPES, CollectionItem } from '../catalogue/item.ts';
import { PageCursor, PageLimit, Pagination } from '../fields/pagination.ts';
import {
  Address,
  arrayOf,
  CollectionKind,
  CollectionSlug,
  Count,
  DateTime,
  InscribedText,
  InscriptionId,
  NonnegativeSats,
  nullable,
  oneOf,
  Slug,
  SlugFilter,
  Text,
  Txid,
  Uuid,
} from '../fields/scalars.ts';

const Percent = (description: string) => nullable(Type.Number({ description }));

const contentFields = {
  contentType: oneOf(CONTENT_TYPES, 'What a page needs to show it.'),
  rawContentType: nullable(InscribedText('MIME type as inscribed, or null.')),
  image: Text('URL of its content.'),
};

export const Item = Type.Object(
  {
    ...CollectionItem.properties,
    contentBytes: nullable(Count('Length of its own content as inscribed, bytes; null: it has none.')),
  },
  { title: 'MarketItem', description: 'A member of a collection, with what a page needs.' },
);

export const Market = Type.Object(
  {
    network: oneOf(['mainnet', 'testnet', 'signet', 'regtest'], 'Bitcoin network.'),
    domain: Text('Domain name of the service, as in its sign-in message.'),
    height: nullable(Count('Height of the newest block that the service has read.')),
    blockAt: nullable(DateTime('Time in its header.')),
    usdPerBtc: nullable(
      Type.Number({ minimum: 0, description: 'Price of a bitcoin; null: the operator has configured none.' }),
    ),
    takesCollectionOffers: Type.Boolean({ description: 'Whether collection offers can be made here.' }),
    listingMinimumSats: NonnegativeSats('Lowest price of a listing, sats.'),
    offerMinimumSats: NonnegativeSats('Lowest price of an inscription offer, sats.'),
    offerMaximumSats: NonnegativeSats('Highest price of an inscription offer, sats.'),
    explorerUrl: nullable(
      Text('A transaction is shown at this URL plus `/tx/<txid>`; null: the operator names none.'),
    ),
  },
  { title: 'Market', description: 'The market as a whole.' },
);

const Sample = Type.Object(
  { inscriptionId: InscriptionId('An inscription.'), ...contentFields },
  { title: 'Sample', description: 'An inscription that shows what a collection looks like.' },
);

const collectionFields = {
  slug: CollectionSlug,
  name: Text('Name to show.'),
  kind: CollectionKind,
  verified: Type.Boolean({ description: 'Whether the operator vouches for the collection.' }),
  tradingEnabled: Type.Boolean({ description: 'Whether its inscriptions can be traded now.' }),
  featuredRank: nullable(Count('Place among the featured ones, from 1; null: not featured.', 1)),
  itemCount: Count('Inscriptions.'),
  ownerCount: Count('Addresses that hold at least one.'),
  listedCount: Count('Buyable listings; a bundle counts once.'),
  floorSats: nullable(NonnegativeSats('Lowest price, sats.')),
  oneDayChange: Percent('Change of the floor in a day, percent; null: it had none then, or has none now.'),
  sevenDayChange: Percent('The same in seven days.'),
  bestOfferSats: nullable(NonnegativeSats('Highest offer for any of its inscriptions, sats.')),
  offerCount: Count('Active collection offers and trait offers.'),
  volumeDaySats: NonnegativeSats('Confirmed sales of a day, here and elsewhere, sats.'),
  volumeWeekSats: NonnegativeSats('Of seven days.'),
  volumeMonthSats: NonnegativeSats('Of thirty days.'),
  salesWeek: Count('Confirmed sales of seven days.'),
  pixelArt: Type.Boolean({ description: 'Whether its pictures are scaled without smoothing.' }),
  cardBackgroundColor: nullable(Text('Hex colour behind its pictures, or null.')),
  samples: arrayOf(Sample, { description: 'Its first inscriptions, four at most.' }),
};

const MarketCollection = Type.Object(collectionFields, {
  title: 'MarketCollection',
  description: 'A collection with its statistics.',
});

export const MarketCollections = Type.Object({
  collections: arrayOf(MarketCollection, { description: 'The featured ones first, then by name.' }),
});

const TraitValue = Type.Object(
  {
    value: InscribedText('A value.'),
    count: Count('Members that carry it.'),
  },
  { title: 'TraitValue' },
);

const TraitType = Type.Object(
  {
    type: InscribedText('A type of traits.'),
    values: arrayOf(TraitValue, { description: 'The most common first.' }),
  },
  { title: 'TraitType' },
);

export const MarketCollectionPage = Type.Object(
  {
    ...collectionFields,
    traits: arrayOf(TraitType, { description: 'The 2,000 most common traits, by type.' }),
  },
  { title: 'MarketCollectionPage', description: 'A collection with its statistics and its traits.' },
);

export const MarketItemsQuery = Type.Object({
  limit: PageLimit(48),
  cursor: PageCursor,
  sort: Type.Optional(
    oneOf(
      ['price', 'price_desc', 'recent', 'oldest', 'newest'],
      '`price`, `price_desc`, `recent`: what is for sale; `oldest`, `newest`: everything.',
      {
        default: 'price',
      },
    ),
  ),
  minSats: Type.Optional(NonnegativeSats('Only what is for sale for so much or more, sats.')),
  maxSats: Type.Optional(NonnegativeSats('Only what is for sale for so much or less, sats.')),
  q: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only a number, or what has a name that starts so.' }),
  ),
  traits: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'JSON of `[{type, values[]}]`: members with one of the values of each type.',
    }),
  ),
});

/** The value of `traits`, once it is parsed. */
export const TraitGroups = Type.Array(
  Type.Object({
    type: Type.String({ minLength: 1, maxLength: 520 }),
    values: Type.Array(Type.String({ minLength: 1, maxLength: 520 }), { minItems: 1, maxItems: 64 }),
  }),
  { maxItems: 16 },
);

export const MarketItems = Type.Object({
  items: arrayOf(Item, { description: 'The page, in the order asked for.' }),
  pagination: Pagination,
});

const CollectionBid = Type.Object(
  {
    offerId: Uuid('The offer.'),
    scopeLabel: Text('For what it is, in words.'),
    isForTraits: Type.Boolean({ description: 'False: for any inscription of the collection.' }),
    priceSats: NonnegativeSats('Price, sats.'),
    eligibleCount: Count('Inscriptions that it is for.'),
    createdAt: DateTime('When it was made.'),
    expiresAt: DateTime('When it expires.'),
  },
  { title: 'CollectionBid', description: 'An active collection offer or trait offer, without its maker.' },
);

export const MarketOffers = Type.Object({
  offers: arrayOf(CollectionBid, { description: 'The highest first, 200 at most.' }),
  totalCount: Count('All of them.'),
});

export const Quote = Type.Object(
  {
    priceSats: NonnegativeSats('The price.'),
    marketplaceFeeSats: NonnegativeSats("The buyer's marketplace fee."),
    royaltySats: NonnegativeSats("The buyer's creator royalty."),
    postageSats: NonnegativeSats('The value of the output that the buyer gets with the inscription.'),
    networkFeeSats: NonnegativeSats('Network fee for a buyer who pays with one coin, an estimate.'),
    totalSats: NonnegativeSats('The sum.'),
    feeRateSatVb: Count('Fee rate of the estimate, sat/vB.'),
  },
  { title: 'Quote', description: 'What a listing costs a buyer, sats.' },
);

const ItemListing = Type.Object(
  {
    listingId: Uuid('The listing.'),
    state: oneOf(['buyable', 'hidden_locked', 'pending_public'], 'As in the API.'),
    priceSats: NonnegativeSats('Price, sats.'),
    listedAt: nullable(DateTime('When it became buyable.')),
    expiresAt: nullable(DateTime('When it expires; null: never.')),
    quote: nullable(Quote),
  },
  { title: 'ItemListing' },
);

const ItemOffer = Type.Object(
  {
    offerId: Uuid('The offer.'),
    priceSats: NonnegativeSats('Price, sats.'),
    createdAt: DateTime('When it was made.'),
    expiresAt: DateTime('When it expires.'),
  },
  { title: 'ItemOffer', description: 'An active inscription offer, without its buyer.' },
);

const PastSale = Type.Object(
  {
    saleId: Text('The sale.'),
    saleType: oneOf(['internal', 'external'], '`internal`: settled here; `external`: elsewhere.'),
    txid: Txid('Settling transaction.'),
    priceSats: NonnegativeSats('Price, sats.'),
    priceUsd: nullable(Type.Number({ minimum: 0, description: 'Price in USD at block time, or null.' })),
    soldAt: DateTime('Time of the confirming block.'),
    blockHeight: Count('Height of the confirming block.'),
    sellerAddress: nullable(Address('Who sold it.')),
    buyerAddress: nullable(Address('Who received it.')),
  },
  { title: 'PastSale' },
);

export const MarketCustody = Type.Object(
  {
    inscriptionId: InscriptionId('The inscription.'),
    proof: Text('The custody proof, base64: docs/protocol/custody.md specifies its bytes.', {
      maxLength: 1_400_000,
    }),
    collections: arrayOf(
      Type.Object({
        slug: CollectionSlug,
        roots: arrayOf(InscriptionId('A parent or a gallery.'), { description: 'What makes its members.' }),
      }),
      { description: 'The collections that it is in, the primary one first.' },
    ),
  },
  { title: 'MarketCustody', description: 'A proof of which output holds an inscription.' },
);

export const InscriptionParams = Type.Object({ inscriptionId: InscriptionId('The inscription.') });

const Neighbour = Type.Object(
  {
    inscriptionId: InscriptionId('The inscription.'),
    name: InscribedText('Its title, or a name made of its number.'),
  },
  { title: 'Neighbour', description: 'The one before or after it in its collection; null: there is none.' },
);

export const MarketInscription = Type.Object(
  {
    item: Item,
    collectionName: Text('Name of its collection.'),
    collectionVerified: Type.Boolean({ description: 'Whether the operator vouches for it.' }),
    genesisHeight: Count('Block of its reveal.'),
    listing: nullable(ItemListing),
    offers: arrayOf(ItemOffer, { description: 'The highest first, 50 at most.' }),
    bestCollectionOfferSats: nullable(
      NonnegativeSats('Highest collection offer that it qualifies for, sats.'),
    ),
    sales: arrayOf(PastSale, { description: 'Confirmed sales, newest first, 50 at most.' }),
    previous: nullable(Neighbour),
    next: nullable(Neighbour),
  },
  {
    title: 'MarketInscription',
    description: 'An inscription of a collection, with its listing and history.',
  },
);

const Activity = Type.Object(
  {
    kind: oneOf(['sale', 'listing'], 'A confirmed sale, or a listing that is open now.'),
    id: Text('Of the sale or the listing.'),
    at: DateTime('When it was sold or listed.'),
    inscriptionId: InscriptionId('The inscription.'),
    inscriptionName: InscribedText('Its title, or a name made of its number.'),
    image: Text('URL of its content.'),
    collectionSlug: nullable(Slug('Its collection.')),
    collectionName: nullable(Text('Name of the collection.')),
    priceSats: NonnegativeSats('Price, sats.'),
    fromAddress: nullable(Address('The seller.')),
    toAddress: nullable(Address('The buyer; null for a listing.')),
    txid: nullable(Txid('Of the sale.')),
  },
  { title: 'Activity' },
);

export const MarketActivityQuery = Type.Object({
  limit: PageLimit(50),
  cursor: PageCursor,
  collectionSlug: Type.Optional(SlugFilter('Only this collection; any case.')),
  kind: Type.Optional(oneOf(['sale', 'listing'], 'Only sales, or only listings.')),
  address: Type.Optional(Address('Only what this ordinals address sold, bought or lists.')),
});

export const MarketActivity = Type.Object({
  activity: arrayOf(Activity, { description: 'The page, newest first.' }),
  pagination: Pagination,
});

const LastSale = Type.Object(
  {
    inscriptionId: InscriptionId('The inscription.'),
    name: InscribedText('Its title, or a name made of its number.'),
    ...contentFields,
    priceSats: NonnegativeSats('Price, sats.'),
    at: DateTime('Time of the confirming block.'),
    txid: Txid('Settling transaction.'),
    height: Count('Height of the confirming block.'),
    inputs: arrayOf(NonnegativeSats('Sats.'), { description: 'What it spends, in order, eight at most.' }),
    inputCount: Count('All of them.'),
    outputs: arrayOf(NonnegativeSats('Sats.'), { description: 'What it pays, in order, eight at most.' }),
    outputCount: Count('All of them.'),
    way: nullable(
      Type.Object(
        { input: Count('Index of the input.'), output: Count('Index of the output.') },
        {
          title: 'SatWay',
          description:
            "Where the inscription's sat came from and went; null: it has moved on, or is beyond these.",
        },
      ),
    ),
  },
  { title: 'LastSale', description: 'The newest confirmed sale, with its transaction as the block has it.' },
);

const LatestBlock = Type.Object(
  {
    height: Count('Height.'),
    at: DateTime('Time of the block.'),
    sales: Count('Sales that it confirms, here and elsewhere.'),
  },
  { title: 'LatestBlock' },
);

export const MarketNow = Type.Object(
  {
    blocks: arrayOf(LatestBlock, { description: 'The newest first, six at most.' }),
    lastSale: nullable(LastSale),
  },
  { title: 'MarketNow', description: 'What has just happened.' },
);

export const MarketSearchQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: 100, description: 'An id, a number, or the start of a name.' }),
});

export const MarketSearch = Type.Object({
  collections: arrayOf(
    Type.Object(
      {
        slug: CollectionSlug,
        name: Text('Name to show.'),
        verified: Type.Boolean({ description: 'Whether the operator vouches for it.' }),
        itemCount: Count('Inscriptions.'),
      },
      { title: 'FoundCollection' },
    ),
  ),
  inscriptions: arrayOf(
    Type.Object(
      {
        inscriptionId: InscriptionId('The inscription.'),
        inscription: Type.Integer({ description: 'Its number.' }),
        name: InscribedText('Title, or a name made of its number.'),
        collectionSlug: Slug('Its collection.'),
        collectionName: Text('Name of the collection.'),
        ...contentFields,
      },
      { title: 'FoundInscription' },
    ),
  ),
});
