import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import type { Database } from '../port.ts';
import { type Location, setLocations } from './inscriptions.ts';

/** One inscription that a block moved. */
interface Move {
  /** Of the block. */
  readonly height: number;
  /** Of the inscription. */
  readonly key: number;
  readonly before: Location;
  readonly after: Location;
}

/**
 * Moves inscriptions to where blocks brought them, and records for each block where they were before it. Run
 * it in the transaction that stores the blocks. Retry-safe; the first record of a block stays.
 */
export async function storeMoves(db: Database, moves: readonly Move[]): Promise<void> {
  const records = moves.map(({ height, key, before }) => ({ height, key, ...before }));
  await sql`
    insert into inscription_moves (height, inscription_key, txid, vout, sat_offset, value_sats, owner_address)
    select height, key, txid, vout, "offset", "valueSats", "ownerAddress"
    from json_to_recordset(${JSON.stringify(records)}::json)
      as r (height integer, key bigint, txid text, vout bigint, "offset" bigint, "valueSats" bigint, "ownerAddress" text)
    on conflict (height, inscription_key) do nothing`.execute(db);
  // the last place of each
  await setLocations(db, [...new Map(moves.map((move) => [move.key, move])).values()]);
}

/**
 * Deletes what undoing the blocks up to `height` needs: they are final from now on. Run it in a transaction.
 * Retry-safe.
 */
export async function deleteMovesUpTo(db: Database, height: number): Promise<void> {
  await sql`delete from inscription_moves where height <= ${height}`.execute(db);
  await sql`update blocks set is_final = true where height <= ${height} and not is_final`.execute(db);
}

/**
 * Returns every inscription that blocks above `height` moved to its earlier location, deletes those moves,
 * and returns the outputs touched: those left and those returned to. Run it in a transaction. Retry-safe; a
 * second call touches nothing. Throws when one of the blocks is final.
 */
export async function undoMovesAbove(db: Database, height: number): Promise<Outpoint[]> {
  const final = await db
    .selectFrom('blocks')
    .select('height')
    .where('height', '>', height)
    .where('isFinal', '=', true)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (final) throw new Error(`the reorg goes below height ${final.height}, whose moves are deleted`);
  const { rows } = await sql<{ wasTxid: string; wasVout: number; txid: string; vout: number }>`
    with first as (
      select distinct on (inscription_key) * from inscription_moves
      where height > ${height} order by inscription_key, height
    ), was as (
      select l.inscription_key, l.txid, l.vout from locations l join first f on f.inscription_key = l.inscription_key
    )
    update locations l set txid = f.txid, vout = f.vout, sat_offset = f.sat_offset, value_sats = f.value_sats,
      owner_address = f.owner_address
    from first f join was on was.inscription_key = f.inscription_key
    where l.inscription_key = f.inscription_key
    returning was.txid as was_txid, was.vout as was_vout, l.txid, l.vout`.execute(db);
  await db.deleteFrom('inscriptionMoves').where('height', '>', height).execute();
  return rows.flatMap((row) => [
    { txid: row.wasTxid, vout: row.wasVout },
    { txid: row.txid, vout: row.vout },
  ]);
}
