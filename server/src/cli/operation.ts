/** The operator's acts, as a client of the admin API of the running service. */

import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import { snakeCase } from '../base/snake-case.ts';
import type { Ban, Pause } from '../store/operation/stops.ts';
import type { Ended } from '../trading/operation/end-trades.ts';
import { type ActOptions, onBehalfOf } from './act-command.ts';
import { type AdminAsk, askAdmin } from './admin-client.ts';
import { type Column, tableLines } from './tables.ts';

/** As the API sends rows: times are text. */
type Sent<Row> = { readonly [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] };

/** Does one act and prints its outcome: `told` as a sentence, or with `json` the answer. */
export async function doAct<Answer>(
  { method = 'POST', path, body }: Pick<AdminAsk, 'path' | 'body'> & { readonly method?: AdminAsk['method'] },
  { reason, by, json }: ActOptions,
  told: (answer: Answer) => string,
): Promise<void> {
  const content = { ...body, ...(reason === undefined ? {} : { reason }) };
  const answer = await askAdmin<Answer>(process.env, { method, path, body: content, by: onBehalfOf(by) });
  print([json ? JSON.stringify(answer) : told(answer)]);
}

export function endedText({ listings, offers, collectionOffers }: Ended): string {
  return `${listings} listings, ${offers} offers and ${collectionOffers} collection offers were ended`;
}

/** What is paused. */
export async function printPauses({ json }: ActOptions): Promise<void> {
  const rows = await rowsOf<Sent<Pause>>('/v1/pauses');
  const columns: Column<Sent<Pause>>[] = [
    { head: 'scope', width: 24, of: ({ scope }) => scope },
    { head: 'since', width: 16, of: ({ since }) => since.slice(0, 16) },
    { head: 'by', width: 14, of: ({ actor }) => actor },
    { head: 'reason', width: 23, of: ({ reason }) => reason },
  ];
  printRows(rows, columns, json, 'nothing is paused');
}

/** Who is banned. */
export async function printBans({ json }: ActOptions): Promise<void> {
  const rows = await rowsOf<Sent<Ban>>('/v1/bans');
  const columns: Column<Sent<Ban>>[] = [
    { head: 'profile or address', width: 42, of: ({ subject }) => subject },
    { head: 'since', width: 10, of: ({ since }) => since.slice(0, 10) },
    { head: 'reason', width: 26, of: ({ reason }) => reason },
  ];
  printRows(rows, columns, json, 'nobody is banned');
}

interface SentAct {
  readonly id: number;
  readonly actedAt: string;
  readonly actor: string;
  readonly onBehalfOf: string | null;
  readonly act: string;
  readonly subject: string;
  readonly reason: string | null;
}

/** The log of acts, newest first. */
export async function printActs({
  subject,
  limit = '50',
  json,
}: {
  readonly subject?: string;
  readonly limit?: string;
  readonly json?: boolean;
}): Promise<void> {
  const query = new URLSearchParams({ limit, ...(subject === undefined ? {} : { subject }) });
  const columns: Column<SentAct>[] = [
    { head: 'when', width: 16, of: ({ actedAt }) => actedAt.slice(0, 16).replace('T', ' ') },
    {
      head: 'who',
      width: 14,
      of: ({ actor, onBehalfOf }) => (onBehalfOf ? `${actor}/${onBehalfOf}` : actor),
    },
    { head: 'act', width: 11, of: ({ act }) => act },
    { head: 'subject', width: 18, of: ({ subject: to }) => to },
    { head: 'why', width: 17, of: ({ reason }) => reason },
  ];
  printRows(await rowsOf<SentAct>(`/v1/acts?${query}`), columns, json, 'no act is recorded');
}

interface FeesAnswer {
  readonly fees: FeeSettings;
  readonly isSetByOperator: boolean;
  readonly collections: readonly { readonly slug: string; readonly fees: FeeSettings }[];
}

/** The fees in force. */
export async function printFees({ json }: { readonly json?: boolean }): Promise<void> {
  const answer = await askAdmin<FeesAnswer>(process.env, { method: 'GET', path: '/v1/fees' });
  if (json) return print([JSON.stringify(answer)]);
  const own = answer.isSetByOperator ? 'set by the operator' : 'of the settings';
  const rows = [{ slug: own, fees: answer.fees }, ...answer.collections];
  print(
    tableLines(
      [
        { head: 'collection', width: 24, of: ({ slug }) => slug },
        { head: 'seller', width: 6, of: ({ fees }) => fees.sellerBps },
        { head: 'buyer', width: 6, of: ({ fees }) => fees.buyerBps },
        { head: 'fill', width: 6, of: ({ fees }) => fees.fillBps ?? fees.sellerBps + fees.buyerBps },
        { head: 'least', width: 9, of: ({ fees }) => fees.minimumSats },
        { head: 'royalties', width: 9, of: ({ fees }) => fees.sellerRoyaltyBps + fees.buyerRoyaltyBps },
      ],
      rows,
    ),
  );
}

export interface FeeOptions extends ActOptions {
  readonly collection?: string;
  readonly reset?: boolean;
  readonly sellerBps?: string;
  readonly buyerBps?: string;
  readonly fillBps?: string;
  readonly minimumSats?: string;
  readonly sellerRoyaltyBps?: string;
  readonly buyerRoyaltyBps?: string;
}

/** Changes fees. Throws an Error when nothing or something that is no number is given. */
export async function setFees(options: FeeOptions): Promise<void> {
  const { collection, reset = false } = options;
  const given = (
    ['sellerBps', 'buyerBps', 'fillBps', 'minimumSats', 'sellerRoyaltyBps', 'buyerRoyaltyBps'] as const
  ).flatMap((name) => {
    const text = options[name];
    if (text === undefined) return [];
    if (!/^\d{1,9}$/.test(text)) throw new Error(`${optionOf(name)} is ${text}; it must be a whole number`);
    return [[name, Number(text)] as const];
  });
  if (given.length === 0 && !reset) throw new Error('name a fee to change, or --reset');
  if (given.length > 0 && reset) throw new Error('--reset goes without other fees');
  const body = {
    ...(collection === undefined ? {} : { collection }),
    fees: reset ? null : Object.fromEntries(given),
  };
  await doAct<FeeSettings>(
    { path: '/v1/fees', body },
    options,
    ({ sellerBps, buyerBps, minimumSats }) =>
      `${collection ?? 'every collection without own fees'}: seller ${sellerBps}, buyer ${buyerBps} bps, at least ${minimumSats} sats each; signed listings and offers keep their terms`,
  );
}

/** `sellerBps` as the command line has it: `--seller-bps`. */
function optionOf(name: string): string {
  return `--${snakeCase(name).replaceAll('_', '-')}`;
}

async function rowsOf<Row>(path: string): Promise<readonly Row[]> {
  return (await askAdmin<{ rows: readonly Row[] }>(process.env, { method: 'GET', path })).rows;
}

function printRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  json: boolean | undefined,
  none: string,
): void {
  if (json) print(rows.map((row) => JSON.stringify(row)));
  else print(rows.length === 0 ? [none] : tableLines(columns, rows));
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
