import { sql } from 'kysely';
import type { Outpoint } from '../base/outpoint.ts';
import type { Location } from './inscriptions.ts';
import type { Database } from './port.ts';

/**
 * Remembers, for the block at `height`, where each moved inscription was before it. Run it before
 * `setLocations`, in the same transaction. Retry: safe; the first record of a block stays.
 */
export async function recordMoves(
  db: Database,
  height: number,
  moves: readonly { readonly id: string; readonly before: Location }[],
): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ id, before }) => ({ id, ...before }));
  await sql`
    insert into inscription_moves (height, inscription_id, txid, vout, sat_offset, value_sats, owner_address)
    select ${height}::integer, r.id, r.txid, r.vout, r."offset", r."valueSats", r."ownerAddress"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, txid text, vout bigint, "offset" bigint, "valueSats" bigint, "ownerAddress" text)
    on conflict (height, inscription_id) do nothing`.execute(db);
}

/**
 * Puts every inscription that blocks above `height` moved back to where it was before, forgets those moves, and returns the outputs
 * touched: those left and those returned to. Run it in a transaction. Retry: safe; a second call touches nothing.
 */
export async function undoMovesAbove(db: Database, height: number): Promise<Outpoint[]> {
  const { rows } = await sql<{ wasTxid: string; wasVout: number; txid: string; vout: number }>`
    with first as (
      select distinct on (inscription_id) * from inscription_moves
      where height > ${height} order by inscription_id, height
    ), was as (
      select i.id, i.txid, i.vout from inscriptions i join first f on f.inscription_id = i.id
    )
    update inscriptions i set txid = f.txid, vout = f.vout, sat_offset = f.sat_offset, value_sats = f.value_sats,
      owner_address = f.owner_address
    from first f join was on was.id = f.inscription_id
    where i.id = f.inscription_id
    returning was.txid as was_txid, was.vout as was_vout, i.txid, i.vout`.execute(db);
  await db.deleteFrom('inscriptionMoves').where('height', '>', height).execute();
  return rows.flatMap((row) => [
    { txid: row.wasTxid, vout: row.wasVout },
    { txid: row.txid, vout: row.vout },
  ]);
}
