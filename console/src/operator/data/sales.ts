import { type Answer, read } from '../api/admin.ts';
import { type Cell, csv } from './csv.ts';

type Sale = Answer<'/v1/sales'>['rows'][number];

const COLUMNS = [
  'soldAt',
  'blockHeight',
  'txid',
  'kind',
  'inscriptionId',
  'inscriptionNumber',
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
] as const;

const PAGE = 500;

/** Every sale since a day as CSV, the oldest first. Throws an `AdminError`. */
export async function salesCsv(since: string | undefined): Promise<string> {
  const rows: Cell[][] = [];
  for (let after: string | undefined; ; ) {
    const page: Answer<'/v1/sales'> = await read('/v1/sales', { query: { since, limit: PAGE, after } });
    rows.push(...page.rows.map((sale) => COLUMNS.map((name) => cellOf(sale, name))));
    if (page.next === null) return csv(COLUMNS.map(columnOf), rows);
    after = page.next;
  }
}

function cellOf(sale: Sale, name: (typeof COLUMNS)[number]): Cell {
  return (sale as unknown as Readonly<Record<string, Cell | undefined>>)[name] ?? null;
}

/** `soldAt` → `sold_at`, as the CSV of the admin API names it. */
function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
