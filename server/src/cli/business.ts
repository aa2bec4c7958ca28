/** What the operator sees of the business: lists and exports of trades and sales, and revenue. */

import type { Writable } from 'node:stream';
import { TRADE_KINDS } from '@ordbook/api/trade/trade';
import { collectionOfferMachine } from '../store/collection-offer/machine.ts';
import type { PageKey } from '../store/database/page-key.ts';
import { fillAttemptMachine } from '../store/fill/machine.ts';
import { listingMachine } from '../store/listing/machine.ts';
import { offerMachine, offerSettlementMachine } from '../store/offer/machine.ts';
import { purchaseMachine } from '../store/purchase/machine.ts';
import { REVENUE_GROUPS, type Revenue, type RevenueGroup, type SaleAccount } from '../store/sale/revenue.ts';
import type { TradeKind } from '../store/trade/story.ts';
import { OPEN_STATES, type TradeRow, type TradesWanted } from '../store/trade/trades-page.ts';
import type { Books } from './books.ts';
import { type ExportFormat, everyRow, writeRows } from './export-rows.ts';
import { type Column, tableLines } from './tables.ts';

export interface TradeFilters {
  readonly state?: string;
  /** As commands name kinds: `collection-offer`. */
  readonly flow?: string;
  readonly since?: string;
  readonly profile?: string;
  readonly collection?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

export interface Period {
  readonly since?: string;
  readonly until?: string;
}

const OFFER_STATES = [offerMachine, offerSettlementMachine].flatMap(statesOf);
const STATES: Readonly<Record<TradeKind, readonly string[]>> = {
  listing: statesOf(listingMachine),
  purchase: statesOf(purchaseMachine),
  offer: OFFER_STATES,
  counter: OFFER_STATES,
  'collection offer': statesOf(collectionOfferMachine),
  fill: statesOf(fillAttemptMachine),
};

function statesOf({ transitions }: { readonly transitions: object }): string[] {
  return Object.keys(transitions);
}

const LIST_LIMIT = 50;
/** Where a number of sats is too long for its column. */
const UNITS = [
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
] as const;

const TRADE_COLUMNS: readonly Column<TradeRow>[] = [
  { head: 'made', width: 10, of: ({ createdAt }) => createdAt.toISOString().slice(0, 10) },
  { head: 'id', width: 36, of: ({ id }) => id },
  { head: 'flow', width: 8, of: ({ kind }) => (kind === 'collection offer' ? 'coll.off' : kind) },
  { head: 'state', width: 14, of: ({ state }) => state },
  {
    head: 'price',
    width: 8,
    of: ({ priceSats }) => (priceSats !== null && priceSats >= 1e8 ? rounded(priceSats) : priceSats),
  },
];

function rounded(sats: number): string {
  const [unit, size] = UNITS.find(([, least]) => sats >= least)!;
  return `${Number((sats / size).toPrecision(4))}${unit}`;
}

/** The columns of an exported trade, in order. */
const TRADE_FIELDS = [
  'id',
  'kind',
  'state',
  'collectionSlug',
  'inscriptionId',
  'priceSats',
  'seller',
  'buyer',
  'sellerProfileId',
  'buyerProfileId',
  'createdAt',
  'expiresAt',
  'reason',
  'settlementTxid',
] as const satisfies readonly (keyof TradeRow)[];

/** The columns of an exported sale, in order. */
const SALE_FIELDS = [
  'soldAt',
  'blockHeight',
  'txid',
  'id',
  'kind',
  'inscriptionId',
  'collectionSlug',
  'sellerAddress',
  'buyerAddress',
  'priceSats',
  'priceUsd',
  'sellerFeeSats',
  'buyerFeeSats',
  'royaltySats',
  'partner',
  'partnerAddress',
  'partnerSats',
  'anchorSats',
  'feePaidSats',
] as const satisfies readonly (keyof SaleAccount)[];

/** The newest trades: a table, or with `json` a line of JSON each. Throws an Error for a wrong filter. */
export async function listTrades(books: Books, filters: TradeFilters): Promise<string[]> {
  const limit = numberOf('--limit', filters.limit ?? String(LIST_LIMIT), 10_000);
  const rows = await books.trades({ ...wantedBy(filters), after: null, limit });
  if (filters.json) return rows.map((row) => JSON.stringify(row, [...TRADE_FIELDS]));
  if (rows.length === 0) return ['no such trade'];
  const more = rows.length === limit ? [`the newest ${limit}; --limit shows more, export all`] : [];
  return [...tableLines(TRADE_COLUMNS, rows), ...more];
}

/** As `listTrades`, of these kinds: the open ones, unless a state or `all` is asked for. */
export async function listBook(
  books: Books,
  kinds: readonly TradeKind[],
  { all, ...filters }: Omit<TradeFilters, 'flow'> & { readonly all?: boolean },
): Promise<string[]> {
  const states = all || filters.state !== undefined ? {} : { states: OPEN_STATES };
  const limit = numberOf('--limit', filters.limit ?? String(LIST_LIMIT), 10_000);
  const rows = await books.trades({ ...wantedBy(filters, kinds), ...states, kinds, after: null, limit });
  if (filters.json) return rows.map((row) => JSON.stringify(row, [...TRADE_FIELDS]));
  if (rows.length === 0)
    return [all || filters.state !== undefined ? 'none' : 'none is open; --all shows ended ones too'];
  return tableLines(TRADE_COLUMNS, rows);
}

/** Writes every trade, newest first, in bounded memory. */
export async function exportTrades(
  books: Books,
  filters: TradeFilters,
  format: ExportFormat,
  to: Writable,
): Promise<void> {
  const wanted = wantedBy(filters);
  const rows = everyRow(
    (after, limit) => books.trades({ ...wanted, after, limit }),
    ({ createdAt, id }): PageKey => [createdAt.toISOString(), id],
  );
  await writeRows(rows, TRADE_FIELDS, format, to);
}

/** Writes every own confirmed sale, oldest first, in bounded memory. */
export async function exportSales(
  books: Books,
  period: Period,
  format: ExportFormat,
  to: Writable,
): Promise<void> {
  const between = timesOf(period);
  const rows = everyRow(
    (after, limit) => books.sales({ ...between, after, limit }),
    ({ soldAt, id }): PageKey => [soldAt.toISOString(), id],
  );
  await writeRows(rows, SALE_FIELDS, format, to);
}

/** What sales brought: a table with a row per group and a total, or with `json` a line of JSON each. */
export async function describeRevenue(
  books: Books,
  { by, json, ...period }: Period & { readonly by?: string; readonly json?: boolean },
): Promise<string[]> {
  const isGroup = (name: string): name is RevenueGroup =>
    (REVENUE_GROUPS as readonly string[]).includes(name);
  if (by !== undefined && !isGroup(by))
    throw new Error(`--by is ${by}; it must be ${REVENUE_GROUPS.join(', ')}`);
  const rows = await books.revenue({ by, ...timesOf(period) });
  if (json) return rows.map((row) => JSON.stringify(row));
  const all = by === undefined ? rows : [...rows, totalOf(rows)];
  const { unknown } = totalOf(rows);
  const missing =
    unknown === 0
      ? []
      : [`${unknown} sales have a figure that is not known (made before it was stored, or read back)`];
  return [...tableLines(revenueColumns(by), all), ...missing];
}

function revenueColumns(by: string | undefined): Column<Revenue>[] {
  const sats = (head: string, of: (row: Revenue) => number): Column<Revenue> => ({ head, width: 12, of });
  return [
    { head: by ?? '', width: 16, of: ({ group }) => group ?? (by === undefined ? 'all sales' : 'none') },
    sats('sales', ({ sales }) => sales),
    sats('fees', ({ sellerFeeSats, buyerFeeSats }) => sellerFeeSats + buyerFeeSats),
    sats('creators', ({ royaltySats }) => royaltySats),
    sats('partners', ({ partnerSats }) => partnerSats),
    sats('anchors', ({ anchorSats }) => anchorSats),
    sats('fee address', ({ feePaidSats }) => feePaidSats),
  ];
}

function totalOf(rows: readonly Revenue[]): Revenue {
  const sum = (of: (row: Revenue) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    group: 'total',
    sales: sum(({ sales }) => sales),
    priceSats: sum(({ priceSats }) => priceSats),
    sellerFeeSats: sum(({ sellerFeeSats }) => sellerFeeSats),
    buyerFeeSats: sum(({ buyerFeeSats }) => buyerFeeSats),
    royaltySats: sum(({ royaltySats }) => royaltySats),
    partnerSats: sum(({ partnerSats }) => partnerSats),
    anchorSats: sum(({ anchorSats }) => anchorSats),
    feePaidSats: sum(({ feePaidSats }) => feePaidSats),
    unknown: sum(({ unknown }) => unknown),
  };
}

function requireState(state: string, kinds: readonly TradeKind[]): void {
  const states = new Set(kinds.flatMap((kind) => STATES[kind]));
  if (!states.has(state)) throw new Error(`--state is ${state}; it must be one of ${[...states].join(', ')}`);
}

function wantedBy(
  { state, flow, since, profile, collection }: TradeFilters,
  kinds: readonly TradeKind[] = TRADE_KINDS,
): Omit<TradesWanted, 'now' | 'after' | 'limit'> {
  const kind = flow?.replace('-', ' ');
  const known = TRADE_KINDS.find((one) => one === kind);
  if (flow !== undefined && !known)
    throw new Error(
      `--flow is ${flow}; it must be ${TRADE_KINDS.map((one) => one.replace(' ', '-')).join(', ')}`,
    );
  if (state !== undefined) requireState(state, known ? [known] : kinds);
  if (profile !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(profile))
    throw new Error(`--profile is ${profile}; it must be the id of a profile (a UUID)`);
  return {
    ...(known ? { kinds: [known] } : {}),
    ...(state === undefined ? {} : { states: [state] }),
    ...(since === undefined ? {} : { since: momentOf('--since', since) }),
    profileId: profile,
    collectionSlug: collection,
  };
}

function timesOf({ since, until }: Period) {
  return {
    ...(since === undefined ? {} : { since: momentOf('--since', since) }),
    ...(until === undefined ? {} : { until: momentOf('--until', until) }),
  };
}

function momentOf(option: string, text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new Error(`${option} is ${text}; it must be a day such as 2026-11-20, or a time in ISO 8601`);
  return at;
}

function numberOf(option: string, text: string, most: number): number {
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > most)
    throw new Error(`${option} is ${text}; it must be a whole number from 1 to ${most}`);
  return Number(text);
}
