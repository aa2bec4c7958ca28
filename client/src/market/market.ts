/** What a service shows to everybody, without a session: for pages, not for signing. */
import type { PartOf } from '@ordbook/api/operation';
import type { PAGE_OPERATIONS } from '@ordbook/api/page-operations';
import { readBeside, type ServiceAddress } from './read-beside.ts';

type Pages = typeof PAGE_OPERATIONS;
type Answer<Path extends string> = PartOf<Pages, `GET /market${Path}` & keyof Pages, 'answer'>;
type Query<Path extends string> = PartOf<Pages, `GET /market${Path}` & keyof Pages, 'query'>;

/** The marketplace: its network, fees and limits. */
export type MarketInfo = Answer<''>;
/** What has just happened: the newest blocks, and the last sale. */
export type MarketNow = Answer<'/now'>;
type MarketCollections = Answer<'/collections'>;
/** A collection of the list, with its figures. */
export type MarketCollection = MarketCollections['collections'][number];
/** A collection with its traits and figures. */
export type MarketCollectionPage = Answer<'/collections/{slug}'>;
/** A page of the items of a collection. */
export type MarketItems = Answer<'/collections/{slug}/items'>;
/** An item, with its listing. */
export type MarketItem = MarketItems['items'][number];
/** Which items, and in which order. */
export type MarketItemsQuery = Query<'/collections/{slug}/items'>;
/** An order of items. */
export type MarketSort = NonNullable<MarketItemsQuery['sort']>;
/** Standing offers for a collection. */
export type MarketOffers = Answer<'/collections/{slug}/offers'>;
/** Listings and offers by price. */
export type MarketBook = Answer<'/collections/{slug}/book'>;
/** What listings cost together at this moment. */
export type MarketQuote = Answer<'/quote'>;
/** A page of what an address holds of the market's collections. */
export type MarketHoldings = Answer<'/holdings/{address}'>;
/** Offers for what an address holds. */
export type MarketHeldOffers = Answer<'/holdings/{address}/offers'>;
/** Floor and sales of a collection in the last 90 days. */
export type MarketHistory = Answer<'/collections/{slug}/history'>;
/** An inscription, with its history and offers. */
export type MarketInscription = Answer<'/inscriptions/{inscriptionId}'>;
/** A page of sales and listings, newest first. */
export type MarketActivity = Answer<'/activity'>;
/** What was found. */
export type MarketSearch = Answer<'/search'>;

/** A value of each type: an inscription needs one of the values of every type. */
export interface TraitFilter {
  readonly type: string;
  /** Any of these. */
  readonly values: readonly string[];
}

/**
 * The reads. Each is retry-safe, and throws `ApiError` for a status other than 200, `ConnectionLost` without
 * a complete response, and the reason of the signal.
 */
export interface Market {
  /** The marketplace. Its network, fees and limits. */
  info(signal?: AbortSignal): Promise<MarketInfo>;
  /** The newest blocks, and the last sale with its transaction. */
  now(signal?: AbortSignal): Promise<MarketNow>;
  /** All collections with their figures. */
  collections(signal?: AbortSignal): Promise<readonly MarketCollection[]>;
  /** A collection with its traits. */
  collection(slug: string, signal?: AbortSignal): Promise<MarketCollectionPage>;
  /** A page: what is for sale (by default the cheapest first), or every member. */
  items(
    slug: string,
    query?: Omit<MarketItemsQuery, 'traits'> & { readonly traits?: readonly TraitFilter[] },
    signal?: AbortSignal,
  ): Promise<MarketItems>;
  /** Standing offers for a collection. */
  offers(slug: string, signal?: AbortSignal): Promise<MarketOffers>;
  /** The 1,000 cheapest members for sale: prices and traits. */
  book(slug: string, signal?: AbortSignal): Promise<MarketBook>;
  /** Floor and sales of 90 days. */
  history(slug: string, signal?: AbortSignal): Promise<MarketHistory>;
  /** What up to 20 listings of one collection cost together; null: not to be had so now. */
  quote(listingIds: readonly string[], signal?: AbortSignal): Promise<MarketQuote>;
  /** A page of what an ordinals address holds of the market's collections. */
  holdings(
    address: string,
    query?: Query<'/holdings/{address}'>,
    signal?: AbortSignal,
  ): Promise<MarketHoldings>;
  /** The newest inscription offers for what an ordinals address holds. */
  heldOffers(address: string, signal?: AbortSignal): Promise<MarketHeldOffers>;
  /** An inscription with its history and offers. */
  inscription(id: string, signal?: AbortSignal): Promise<MarketInscription>;
  /** Sales and listings, newest first. */
  activity(query?: Query<'/activity'>, signal?: AbortSignal): Promise<MarketActivity>;
  /** Collections and inscriptions whose name or id begins with the text. */
  search(text: string, signal?: AbortSignal): Promise<MarketSearch>;
}

/**
 * The market of a service. Nothing is checked against the chain, and nothing that it returns may decide what
 * a wallet signs: the flows of the SDK read the API again and check it. It pulls no cryptography into a page.
 */
export function marketOf(options: ServiceAddress): Market {
  const read = readBeside(options);
  const get = <Page>(path: string, query: object = {}, signal?: AbortSignal): Promise<Page> =>
    read(`/market${path}`, query, signal ? { signal } : {});
  const of = encodeURIComponent;
  return {
    info: (signal) => get('', {}, signal),
    now: (signal) => get('/now', {}, signal),
    collections: async (signal) => (await get<MarketCollections>('/collections', {}, signal)).collections,
    collection: (slug, signal) => get(`/collections/${of(slug)}`, {}, signal),
    items: (slug, { traits = [], ...query } = {}, signal) =>
      get(
        `/collections/${of(slug)}/items`,
        { ...query, traits: traits.length === 0 ? undefined : JSON.stringify(traits) },
        signal,
      ),
    offers: (slug, signal) => get(`/collections/${of(slug)}/offers`, {}, signal),
    book: (slug, signal) => get(`/collections/${of(slug)}/book`, {}, signal),
    history: (slug, signal) => get(`/collections/${of(slug)}/history`, {}, signal),
    quote: (listingIds, signal) => get('/quote', { listingIds: listingIds.join() }, signal),
    holdings: (address, query = {}, signal) => get(`/holdings/${of(address)}`, query, signal),
    heldOffers: (address, signal) => get(`/holdings/${of(address)}/offers`, {}, signal),
    inscription: (id, signal) => get(`/inscriptions/${of(id)}`, {}, signal),
    activity: (query = {}, signal) => get('/activity', query, signal),
    search: (text, signal) => get('/search', { q: text }, signal),
  };
}
