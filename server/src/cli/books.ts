/** Where lists and exports come from: the database, or the admin API of the running service. */
import { listPartners } from '../store/account/partners.ts';
import type { Database } from '../store/port.ts';
import {
  type Revenue,
  type RevenueGroup,
  revenue,
  type SaleAccount,
  type SoldBetween,
  saleAccounts,
} from '../store/sale/revenue.ts';
import { type TradeRow, type TradesWanted, tradesPage } from '../store/trade/trades-page.ts';
import { type ExplainedTrade, explainTrade } from '../trading/trade/story.ts';
import { askAdmin } from './admin-client.ts';

type SalesWanted = Parameters<typeof saleAccounts>[1];

export interface Books {
  /** A page, newest first. */
  trades(wanted: Omit<TradesWanted, 'now'>): Promise<readonly TradeRow[]>;
  /** A page, oldest first. */
  sales(wanted: SalesWanted): Promise<readonly SaleAccount[]>;
  revenue(wanted: SoldBetween & { readonly by?: RevenueGroup | undefined }): Promise<readonly Revenue[]>;
  /** null: no trade has this id or transaction. */
  story(idOrTxid: string): Promise<ExplainedTrade | null>;
  /** All of them, by name. */
  partners(): Promise<readonly ListedPartner[]>;
}

export type ListedPartner = Awaited<ReturnType<typeof listPartners>>[number];

export function storedBooks(db: Database): Books {
  return {
    trades: (wanted) => tradesPage(db, { ...wanted, now: new Date() }),
    sales: (wanted) => saleAccounts(db, wanted),
    revenue: (wanted) => revenue(db, wanted),
    story: (idOrTxid) => explainTrade(db, idOrTxid, new Date()),
    partners: () => listPartners(db),
  };
}

/** Rows that one response has at most. */
const MOST_ROWS = 500;
/** Names of fields that are times. */
const TIME = /^(at|.*At)$/;
const ISO = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The books of the service whose admin API the environment names. Calls throw what `askAdmin` throws. */
export function servedBooks(env: NodeJS.ProcessEnv): Books {
  const get = async <Answer>(path: string, query: Readonly<Record<string, string | undefined>> = {}) => {
    const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
    const text = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    return withTimes(await askAdmin<Answer>(env, { method: 'GET', path: `${path}${text}` }));
  };
  /** The pages of one request after another, up to `limit` rows. */
  const rows = async <Row>(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    { after, limit }: Pick<TradesWanted, 'after' | 'limit'>,
  ): Promise<Row[]> => {
    const found: Row[] = [];
    for (let next = after?.join('_'); found.length < limit; ) {
      const size = String(Math.min(MOST_ROWS, limit - found.length));
      const page = { ...query, limit: size, after: next };
      const answer = await get<{ rows: Row[]; next: string | null }>(path, page);
      found.push(...answer.rows);
      if (answer.next === null) break;
      next = answer.next;
    }
    return found;
  };
  return {
    trades({ kinds, states, since, profileId, collectionSlug, ...page }) {
      const query = { since: since?.toISOString(), profile: profileId, collection: collectionSlug };
      const [state] = states?.length === 1 ? states : [];
      const [kind] = kinds ?? [];
      const isBook = (kinds?.length ?? 0) > 1 || (kind === 'listing' && states !== undefined && !state);
      if (!isBook) return rows('/v1/trades', { ...query, state, flow: kind?.replace(' ', '-') }, page);
      const ended = states === undefined ? 'true' : undefined;
      return rows(kind === 'listing' ? '/v1/listings' : '/v1/offers', { ...query, state, ended }, page);
    },
    sales: ({ since, until, ...page }) => rows('/v1/sales', timesOf({ since, until }), page),
    revenue: async ({ by, ...between }) =>
      (await get<{ rows: Revenue[] }>('/v1/revenue', { by, ...timesOf(between) })).rows,
    story: (idOrTxid) => get<ExplainedTrade>(`/v1/trades/${idOrTxid}`),
    partners: async () => (await get<{ rows: ListedPartner[] }>('/v1/partners')).rows,
  };
}

function timesOf({ since, until }: SoldBetween) {
  return { since: since?.toISOString(), until: until?.toISOString() };
}

/** JSON with its times as dates. */
function withTimes<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (name, one: unknown) =>
    TIME.test(name) && typeof one === 'string' && ISO.test(one) ? new Date(one) : one,
  ) as Value;
}
