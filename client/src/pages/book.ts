/** What is public, as async iterators: `for await (const listing of listings(session, {…}))`. */
import type { Session } from '../account/sign-in.ts';
import type { Answer, Query } from '../operation.ts';
import { pagesOf, type WithOfferId, withOfferId } from './pages.ts';

type QueryOf<Path extends '/listings' | '/sales' | '/collection/{slug}/inscriptions'> = Omit<
  Query<Path>,
  'cursor'
>;
type Reader = Pick<Session, 'client'>;

/** A listing of the order book. */
export type Listing = Answer<'/listings', 'get'>['listings'][number];
/** A sale that was broadcast. */
export type Sale = Answer<'/sales', 'get'>['sales'][number];
/** An inscription of a collection, with its listing and last sale. */
export type CollectionInscription = Answer<'/collection/{slug}/inscriptions', 'get'>['items'][number];
type HistoryPage = Answer<'/inscriptions/{id}/offers/history', 'get'>;
/** An inscription offer that has ended. */
export type PastOffer = WithOfferId<HistoryPage['offers'][number]>;
type Bids = Answer<'/collection/{slug}/collection-offers', 'get'>;
/** A collection offer of the order book. */
export type CollectionOffer = WithOfferId<Bids['rows'][number]>;

/**
 * The buyable listings, page by page: `limit` is the size of a page. Throws what `client.get` throws.
 */
export function listings(
  { client }: Reader,
  query: QueryOf<'/listings'> = {},
): AsyncGenerator<Listing, void> {
  return pagesOf('GET /listings', async (cursor) => {
    const page = await client.get('/listings', { query: { ...query, ...cursor } });
    return { elements: page.listings, nextCursor: page.pagination.nextCursor };
  });
}

/** The confirmed sales, newest first. Throws what `client.get` throws. */
export function sales({ client }: Reader, query: QueryOf<'/sales'> = {}): AsyncGenerator<Sale, void> {
  return pagesOf('GET /sales', async (cursor) => {
    const page = await client.get('/sales', { query: { ...query, ...cursor } });
    return { elements: page.sales, nextCursor: page.pagination.nextCursor };
  });
}

/** The inscriptions of a collection. Throws what `client.get` throws. */
export function inscriptions(
  { client }: Reader,
  collectionSlug: string,
  query: QueryOf<'/collection/{slug}/inscriptions'> = {},
): AsyncGenerator<CollectionInscription, void> {
  return pagesOf('GET /collection/{slug}/inscriptions', async (cursor) => {
    const page = await client.get('/collection/{slug}/inscriptions', {
      path: { slug: collectionSlug },
      query: { ...query, ...cursor },
    });
    return { elements: page.items, nextCursor: page.pagination.nextCursor };
  });
}

/** Every offer and counter on an inscription, ended ones too, newest first. Throws as `client.get`. */
export async function* offerHistory(
  { client }: Reader,
  inscriptionId: string,
): AsyncGenerator<PastOffer, void> {
  for (let page = 0, hasMore = true; hasMore; page += 1) {
    const answer: HistoryPage = await client.get('/inscriptions/{id}/offers/history', {
      path: { id: inscriptionId },
      query: { page },
    });
    yield* answer.offers.map(withOfferId);
    hasMore = answer.hasMore && answer.offers.length > 0;
  }
}

/** The active offers for a collection or its traits, best first. Throws what `client.get` throws. */
export async function collectionOffers(
  { client }: Reader,
  collectionSlug: string,
): Promise<readonly CollectionOffer[]> {
  const { rows } = await client.get('/collection/{slug}/collection-offers', {
    path: { slug: collectionSlug },
  });
  return rows.map(withOfferId);
}

/** Those of our own. Throws what `client.get` throws. */
export async function myCollectionOffers(
  { client }: Reader,
  collectionSlug: string,
): Promise<readonly CollectionOffer[]> {
  const { rows } = await client.get('/collection/{slug}/my/sent-collection-offers', {
    path: { slug: collectionSlug },
  });
  return rows.map(withOfferId);
}
