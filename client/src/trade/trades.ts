/** The trades of a profile, and the story of each: to show, not to sign by. */
import type { PartOf } from '@ordbook/api/operation';
import type { PAGE_OPERATIONS } from '@ordbook/api/page-operations';
import type { Session } from '../account/sign-in.ts';
import { requireOptions } from '../arguments.ts';
import { readOwn } from '../market/read-beside.ts';
import { pagesOf } from '../pages/pages.ts';
import { ApiError } from '../responses/api-error.ts';

type MyTrades = PartOf<typeof PAGE_OPERATIONS, 'GET /my/trades', 'answer'>;
/** A trade from its first transition to its last. */
export type TradeStory = PartOf<typeof PAGE_OPERATIONS, 'GET /trades/{tradeId}', 'answer'>;
/** A trade of the profile, as its list shows it. */
export type MyTrade = MyTrades['trades'][number];
type Reader = Pick<Session, 'client'>;

/** Which trades, and when to give up. */
export interface MyTradesQuery {
  /** Only trades that neither party nor the chain has ended. */
  readonly open?: boolean;
  /** Size of a page. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/**
 * What the profile lists, buys, offers, accepts and fills, newest first, page by page. Retry-safe. Throws
 * `ApiError` for a status other than 200, `ConnectionLost` without a complete response.
 */
export function myTrades({ client }: Reader, query: MyTradesQuery = {}): AsyncGenerator<MyTrade, void> {
  const { open, limit, signal } = query;
  return pagesOf('GET /my/trades', async (cursor) => {
    const asked = { limit, open: open ? 'true' : undefined, ...cursor };
    const { trades, pagination } = await readOwn<MyTrades>(client, '/my/trades', asked, signal);
    return { elements: trades, nextCursor: pagination.nextCursor };
  });
}

/**
 * The story of a trade, by its id or the txid of one of its transactions; null: the profile is no party of
 * such a trade. Retry-safe. Throws as `myTrades`.
 */
export async function tradeStory(
  { client }: Reader,
  id: string,
  signal?: AbortSignal,
): Promise<TradeStory | null> {
  requireOptions({ id }, ['id']);
  try {
    return await readOwn<TradeStory>(client, `/trades/${encodeURIComponent(id)}`, {}, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
