import { SlugParams } from '@ordbook/api/fields/scalars';
import { MarketBook, MarketHistory, MarketQuote, MarketQuoteQuery } from '@ordbook/api/market/book';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import { cheapestListed, type ListedMember } from '../../store/market/book.ts';
import { floorHistory, saleHistory } from '../../store/market/history.ts';
import type { Quote } from '../../trading/market/quote.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';

const DAYS = 90;
const MOST_SALES = 400;
const MOST_LISTED = 1_000;
const MOST_TRAITS = 100;

type QuoteOf = (listingIds: readonly string[]) => Promise<Quote | null>;

/**
 * GET /market/collections/{slug}/book, for filters, and /history, for its chart; GET /market/quote: what
 * listings cost together.
 */
export function bookRoutes(app: ApiApp, { ctx }: ApiParts, quote: QuoteOf): void {
  const common = { config: { bucket: 'visits', statuses: STATUSES.market } } as const;

  app.get(
    '/market/collections/:slug/book',
    { ...common, schema: { hide: true, params: SlugParams, response: { 200: MarketBook } } },
    async ({ params: { slug } }) => {
      const collection = await collectionBySlug(ctx.db, slug);
      if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
      const wanted = { slug, now: ctx.clock.now(), limit: MOST_LISTED + 1 };
      return bookShape(await cheapestListed(ctx.db, wanted));
    },
  );

  app.get(
    '/market/collections/:slug/history',
    { ...common, schema: { hide: true, params: SlugParams, response: { 200: MarketHistory } } },
    async ({ params: { slug } }) => {
      const collection = await collectionBySlug(ctx.db, slug);
      if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
      const wanted = { slug, now: ctx.clock.now(), days: DAYS };
      const [floors, sales] = await Promise.all([
        floorHistory(ctx.db, wanted),
        saleHistory(ctx.db, { ...wanted, limit: MOST_SALES }),
      ]);
      const since = new Date(wanted.now.getTime() - DAYS * DAY_MS);
      const told = <Row extends { readonly at: Date }>(rows: readonly Row[]) =>
        rows.map((row) => ({ ...row, at: row.at.toISOString() }));
      return { since: since.toISOString(), floors: told(floors), sales: told(sales) };
    },
  );

  app.get(
    '/market/quote',
    { ...common, schema: { hide: true, querystring: MarketQuoteQuery, response: { 200: MarketQuote } } },
    async ({ query: { listingIds } }) => {
      const ids = [...new Set(listingIds.split(','))];
      return { quote: await quote(ids) };
    },
  );
}

/** null: the node cannot say what a transaction costs, or a listing ended meanwhile. */
export async function quoteOrNull(quote: () => Promise<Quote | null>): Promise<Quote | null> {
  try {
    return await quote();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Each trait is named once: listings have its place. */
function bookShape(listed: readonly ListedMember[]) {
  const places = new Map<string, number>();
  const traits: { type: string; value: string }[] = [];
  const placeOf = ({ type, value }: { readonly type: string; readonly value: string }) => {
    const name = JSON.stringify([type, value]);
    const known = places.get(name) ?? traits.push({ type, value }) - 1;
    places.set(name, known);
    return known;
  };
  const listings = listed
    .slice(0, MOST_LISTED)
    .map(({ priceSats, traits: own }) => ({ priceSats, traits: own.slice(0, MOST_TRAITS).map(placeOf) }));
  return { listings, traits, isComplete: listed.length <= MOST_LISTED };
}
