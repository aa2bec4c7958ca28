import type { Static } from '@fastify/type-provider-typebox';
import {
  ActsAnswer,
  ActsQuery,
  BansAnswer,
  BookQuery,
  CollectionsAnswer,
  DescribedCollection,
  FeesAnswer,
  PartnersAnswer,
  PausesAnswer,
  RevenueAnswer,
  RevenueQuery,
  SalesAnswer,
  SalesQuery,
  TradeParams,
  TradersAnswer,
  TradersQuery,
  TradesAnswer,
  TradesQuery,
} from '@ordbook/api/admin/reads';
import type { SaleRow } from '@ordbook/api/admin/records';
import { SlugParams } from '@ordbook/api/fields/scalars';
import { TradeStory } from '@ordbook/api/trade/trade';
import { refuse } from '@ordbook/protocol/refusals';
import { listPartners } from '../../store/account/partners.ts';
import { collectionBySlug, listCollections } from '../../store/catalogue/collections.ts';
import { sourceReadings } from '../../store/chain/source-readings.ts';
import type { PageKey } from '../../store/database/page-key.ts';
import { actsPage } from '../../store/operation/acts.ts';
import { listBans, listPauses } from '../../store/operation/stops.ts';
import { revenue, saleAccounts } from '../../store/sale/revenue.ts';
import { traders } from '../../store/sale/traders.ts';
import type { TradeKind } from '../../store/trade/story.ts';
import { OPEN_STATES, type TradesWanted, tradesPage } from '../../store/trade/trades-page.ts';
import type { TradingContext } from '../../trading/context.ts';
import { feesInForce } from '../../trading/operation/fees.ts';
import { explainTrade } from '../../trading/trade/story.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { storyShape } from '../trade/shape.ts';
import { linkNext } from './rows.ts';

const PAGE = 100;

type Filters = Partial<Record<'state' | 'since' | 'profile' | 'collection' | 'find' | 'after', string>> & {
  readonly limit?: number;
};

/** What the operator sees: trades, books, pools, revenue, sales, and what is paused, banned and charged. */
export function adminReadRoutes(app: ApiApp, ctx: TradingContext): void {
  const { db } = ctx;
  const page = async (
    wanted: Omit<TradesWanted, 'now' | 'after' | 'limit'>,
    { limit = PAGE, after }: Filters,
  ) => {
    const rows = await tradesPage(db, {
      ...wanted,
      now: ctx.clock.now(),
      after: keyOf(after),
      limit: limit + 1,
    });
    return pageShape(rows, limit, (row) => row.createdAt);
  };

  app.get(
    '/v1/trades',
    {
      schema: {
        summary: 'Trades of every kind, newest first',
        querystring: TradesQuery,
        response: { 200: TradesAnswer },
      },
    },
    async ({ query: { flow, progress, ...query } }) => {
      const kinds = flow === undefined ? undefined : [flow.replace('-', ' ') as TradeKind];
      return page({ ...wantedBy(query), kinds, progress }, query);
    },
  );
  for (const [path, kinds, what] of [
    ['/v1/listings', ['listing'], 'Listings'],
    [
      '/v1/offers',
      ['offer', 'counter', 'collection offer'],
      'Inscription offers, counters and collection offers',
    ],
  ] as const)
    app.get(
      path,
      {
        schema: { summary: `${what}, newest first`, querystring: BookQuery, response: { 200: TradesAnswer } },
      },
      async ({ query: { ended, ...query } }) => {
        const states = ended || query.state ? {} : { states: OPEN_STATES };
        return page({ kinds, ...states, ...wantedBy(query) }, query);
      },
    );
  app.get(
    '/v1/trades/:id',
    {
      schema: {
        summary: 'The whole story of a trade, by its id or a transaction',
        params: TradeParams,
        response: { 200: TradeStory },
      },
    },
    async ({ params: { id } }) =>
      storyShape(
        (await explainTrade(db, id, ctx.clock.now())) ??
          refuse('not_found', `no trade has the id or the transaction ${id}`),
      ),
  );
  app.get(
    '/v1/revenue',
    {
      schema: {
        summary: 'What confirmed sales brought, and where it went',
        querystring: RevenueQuery,
        response: { 200: RevenueAnswer },
      },
    },
    async ({ query: { by, partner, ...query } }) => ({
      rows: await revenue(db, { by, partner, ...timesOf(query) }),
    }),
  );
  app.get(
    '/v1/profiles',
    {
      schema: {
        summary: 'Who sold and bought, the most first',
        querystring: TradersQuery,
        response: { 200: TradersAnswer },
      },
    },
    async ({ query: { find, ...query } }) => ({
      rows: await traders(db, { find, limit: PAGE, ...timesOf(query) }),
    }),
  );
  app.get(
    '/v1/sales',
    {
      schema: {
        summary: 'Confirmed sales with their money, oldest first',
        querystring: SalesQuery,
        response: { 200: SalesAnswer },
      },
    },
    async ({ query: { limit = PAGE, after, ...query } }) => {
      const rows = await saleAccounts(db, { after: keyOf(after), limit: limit + 1, ...timesOf(query) });
      return pageShape(rows, limit, (row) => row.soldAt) as { rows: Static<typeof SaleRow>[]; next: string };
    },
  );
  listRoutes(app, ctx);
}

function listRoutes(app: ApiApp, ctx: TradingContext): void {
  const { db } = ctx;
  app.get(
    '/v1/acts',
    {
      schema: {
        summary: 'What the operator did, newest first',
        querystring: ActsQuery,
        response: { 200: ActsAnswer },
      },
    },
    async (request, reply) => {
      const { before = null, limit = PAGE, subject } = request.query;
      const rows = await actsPage(db, { before, limit, subject });
      if (rows.length === limit) linkNext(request, reply, { before: String(rows.at(-1)!.id) });
      return { rows };
    },
  );
  app.get(
    '/v1/pauses',
    { schema: { summary: 'What is paused', response: { 200: PausesAnswer } } },
    async () => ({ rows: await listPauses(db) }),
  );
  app.get('/v1/bans', { schema: { summary: 'Who is banned', response: { 200: BansAnswer } } }, async () => ({
    rows: await listBans(db),
  }));
  app.get(
    '/v1/fees',
    {
      schema: {
        summary: 'The fees in force, and those of collections with fees of their own',
        response: {
          200: FeesAnswer,
        },
      },
    },
    async () => ({
      ...(await feesInForce(ctx)),
      collections: (await listCollections(db)).flatMap(({ slug, fees }) => (fees ? [{ slug, fees }] : [])),
    }),
  );
  app.get(
    '/v1/collections',
    {
      schema: {
        summary: 'Collections, removed ones too',
        response: { 200: CollectionsAnswer },
      },
    },
    async () => ({ rows: (await listCollections(db)).map(asTraded) }),
  );
  app.get(
    '/v1/collections/:slug',
    {
      schema: {
        summary: 'A collection as it is described, and how far its sources are read',
        params: SlugParams,
        response: { 200: DescribedCollection },
      },
    },
    async ({ params: { slug } }) => {
      const collection = (await collectionBySlug(db, slug)) ?? refuse('not_found', `no collection ${slug}`);
      const readings = new Map((await sourceReadings(db, slug)).map((one) => [one.sourceId, one]));
      const sources = collection.sources.map((id) => ({
        id,
        itemsRead: readings.get(id)?.itemsRead ?? 0,
        isFinished: readings.get(id)?.finished ?? false,
        readHeight: readings.get(id)?.readHeight ?? null,
      }));
      return { ...asTraded(collection), sources };
    },
  );
  app.get(
    '/v1/partners',
    { schema: { summary: 'Partners', response: { 200: PartnersAnswer } } },
    async () => ({ rows: await listPartners(db) }),
  );
}

function wantedBy({
  state,
  since,
  profile,
  collection,
  find,
}: Filters): Omit<TradesWanted, 'now' | 'after' | 'limit'> {
  return {
    ...(state === undefined ? {} : { states: [state] }),
    ...(since === undefined ? {} : { since: momentOf('since', since) }),
    profileId: profile,
    collectionSlug: collection,
    find,
  };
}

function timesOf({ since, until }: { since?: string; until?: string }) {
  return {
    ...(since === undefined ? {} : { since: momentOf('since', since) }),
    ...(until === undefined ? {} : { until: momentOf('until', until) }),
  };
}

/** Refuses 400 for a day that no month has. */
function momentOf(name: string, text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) refuse('malformed', `${name} is ${text}, which is no day or time`);
  return at;
}

/** As its pages have it: nothing trades in a removed one. */
function asTraded<Row extends { readonly tradingEnabled: boolean; readonly removedAt: Date | null }>(
  row: Row,
): Row {
  return { ...row, tradingEnabled: row.tradingEnabled && row.removedAt === null };
}

function keyOf(after: string | undefined): PageKey | null {
  return after === undefined ? null : after.split('_');
}

function pageShape<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
  timeOf: (row: Row) => Date,
) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)! : null;
  return { rows: shown, next: last && `${timeOf(last).toISOString()}_${last.id}` };
}
