import { type Selectable, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { type Check, inOrder, inRange, notBefore } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';

interface Row extends Selectable<Schema['sales']> {
  /** States of the fills with its transaction. */
  readonly fills: readonly string[];
  /** A restore lost its trade, and its block was read again. */
  readonly isReadBack: boolean;
}

/** Sales that no purchase and no offer explains: of a fill, or of another marketplace. */
export const saleCheck: Check<Row> = {
  what: 'sales',
  async read(db, range) {
    const { rows } = await sql<Row>`
      select s.*, coalesce((to_jsonb(s) ->> 'read_back')::boolean, false) as is_read_back, coalesce((select jsonb_agg(f.state) from fill_attempts f where f.settlement_txid = s.txid), '[]') as fills
      from sales s where s.purchase_id is null and s.offer_id is null and ${inRange(range, 's')}
        and ${notBefore(range, sql`s.block_height`)} ${inOrder(range, 's')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  async examine({ evidence }, rows) {
    const found: Suspicion[] = [];
    for (const row of rows) {
      const { state, blockHeight, txid, saleType } = row;
      if (saleType === 'internal' && !row.isReadBack) found.push(...fillSaleFaults(row));
      if (state !== 'confirmed') continue;
      if (blockHeight === null || !(await evidence.mined(txid, blockHeight)))
        found.push(
          fault(row, 'unmined_confirmed', `it is confirmed, and block ${blockHeight} does not have ${txid}`),
        );
      if (saleType === 'external' && row.fills.length > 0)
        found.push(
          fault(row, 'sale_differs', 'it is stored as external, and a fill of this service made it'),
        );
    }
    return found;
  },
};

function fillSaleFaults(row: Row): Suspicion[] {
  const { state, fills } = row;
  const live = fills.find((fill) => fill !== 'failed');
  const wanted = live === undefined ? 'failed' : live === 'accepted' ? 'confirmed' : 'pending';
  if (fills.length === 0) return [fault(row, 'sale_differs', 'it is of no purchase, no offer and no fill')];
  return state === wanted
    ? []
    : [fault(row, 'sale_differs', `it is ${state}, and its fill is ${live ?? 'failed'}`)];
}

const fault = ({ id, txid }: Row, code: FindingCode, message: string): Suspicion => ({
  key: id,
  code,
  subject: `sale ${id}`,
  message,
  txid,
});
