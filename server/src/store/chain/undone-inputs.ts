import { sql } from 'kysely';
import type { BlockTransaction } from '../../chain/port.ts';
import type { Database } from '../port.ts';
import { watchCoins } from './coin-spends.ts';

/** A transaction of a block that a reorg removed. */
export interface Undone extends Pick<BlockTransaction, 'txid' | 'inputs'> {
  /** Of that block. */
  readonly height: number;
}

/**
 * Stores what transactions spent whose blocks a reorg removes, and watches those coins from now on. Run it in
 * the transaction of the rollback, once the blocks are deleted. Retry-safe.
 */
export async function storeUndone(db: Database, undone: readonly Undone[]): Promise<void> {
  const rows = undone.flatMap(({ txid: madeBy, inputs, height }) =>
    inputs.map(({ txid, vout }) => ({ madeBy, txid, vout, height })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into undone_inputs (made_by, txid, vout, undone_height)
    select "madeBy", txid, vout, height
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("madeBy" text, txid text, vout bigint, height integer)
    on conflict (made_by, txid, vout) do update set undone_height = excluded.undone_height`.execute(db);
  await watchCoins(db, rows);
}

/** Txids of the operator's coins that blocks above `height` have. */
export async function operatorCoinsAbove(db: Database, height: number): Promise<string[]> {
  const { rows } = await sql<{ txid: string }>`
    select distinct txid from anchors where confirmed_height > ${height}`.execute(db);
  return rows.map(({ txid }) => txid);
}
