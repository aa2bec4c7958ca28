import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Caller, TradingContext } from '../../trading/context.ts';
import type { ApiSettings } from '../settings.ts';
import type { Cursors } from './cursor.ts';
import type { KeptPages } from './kept-pages.ts';
import type { Bucket, Limits } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rate limit bucket, `files` by default. In the API, `reads` and `writes` need a bearer token. */
    bucket?: Bucket;
    /** Statuses besides 200 that the API declares for this route; see `narrow` in `edge/errors.ts`. */
    statuses?: readonly number[];
  }
  interface FastifyRequest {
    /** Set once the bearer token was verified. */
    caller: Caller | null;
    /** Code of the refusal that was the response, for log and metrics. */
    refusalCode: string | null;
    /** The refusal's detail for the operator, for the log. */
    refusalDetail: string | null;
  }
}

/** An app whose handlers take their types from the routes' schemas. */
export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What every file of routes is given. */
export interface ApiParts {
  readonly ctx: TradingContext;
  readonly settings: ApiSettings;
  readonly cursors: Cursors;
  readonly limits: Limits;
  readonly keptPages: KeptPages;
}

export const PREFIX = '/api/v1';

/**
 * "Declared statuses per endpoint" of the API, besides 200. `offers` has two more than that list, 400 and
 * 404: its path may name an id that is malformed, or an inscription that does not exist.
 */
export const STATUSES = {
  challenge: [400, 401, 403, 409, 429, 500],
  verify: [400, 401, 403, 404, 409, 410, 429, 500, 503],
  me: [401, 403, 429, 503],
  listings: [400, 401, 403, 429, 503],
  sales: [400, 401, 403, 429, 500],
  collectionInscriptions: [400, 401, 403, 404, 429, 500],
  floors: [400, 401, 403, 429, 500],
  listingPreflight: [400, 401, 403, 429, 503],
  offers: [400, 401, 403, 404, 429, 503],
  /** Also GET /me/offers. */
  offerHistory: [400, 401, 403, 429, 503],
  /** Listing submit and delist, purchases, and all offer writes. */
  trade: [400, 401, 403, 409, 429, 503],
  /** Beside the API: GET /trades/{tradeId}. */
  trades: [400, 401, 404, 429, 503],
  /** Beside the API: GET /my/trades. */
  myTrades: [400, 401, 429, 503],
  /** Beside the API: GET /my/coins. */
  myCoins: [400, 401, 403, 429, 503],
  /** Beside the API: GET /market/…. */
  market: [400, 404, 429, 500, 503],
  /** The collection-offer group: book, making, cancelling, filling. */
  collectionOffers: [400, 401, 403, 404, 409, 429, 500, 503],
} as const;

/** The caller of a route behind the bearer check. Throws an Error on other routes: a bug. */
export function callerIn(request: { caller: Caller | null }): Caller {
  if (!request.caller) throw new Error('a route read its caller before the bearer check');
  return request.caller;
}
