import type { Outpoint } from '@ordbook/protocol/outpoint';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

/** How far a parent or gallery of a collection is read. */
export type SourceReading = Selectable<Schema['sourceReadings']>;

/** Every reading of one collection, or of all. */
export async function sourceReadings(db: Database, slug?: string): Promise<SourceReading[]> {
  const query = db.selectFrom('sourceReadings').selectAll();
  return (slug === undefined ? query : query.where('slug', '=', slug)).execute();
}

/** Stores how far a source is read now. Retry-safe. */
export async function setReading(db: Database, reading: SourceReading): Promise<void> {
  const { itemsRead, finished, readHeight } = reading;
  await db
    .insertInto('sourceReadings')
    .values(reading)
    .onConflict((conflict) =>
      conflict.columns(['slug', 'sourceId']).doUpdateSet({ itemsRead, finished, readHeight }),
    )
    .execute();
}

/**
 * Deletes what was learned from blocks above `height`: inscriptions born there, with their memberships, and
 * galleries read since then. Marks as stale what was read from the index above it. Returns the outputs of
 * what it deleted. Run it in a transaction, after `undoMovesAbove`. Retry-safe.
 */
export async function deleteReadAbove(db: Database, height: number): Promise<Outpoint[]> {
  const { rows } = await sql<{ slug: string; removed: number }>`
    with gone as (
      delete from collection_members m using inscriptions i
      where i.key = m.inscription_key and i.genesis_height > ${height} returning m.slug
    )
    select slug, count(*) as removed from gone group by slug`.execute(db);
  const forgotten = await sql<Outpoint>`
    with gone as (delete from inscriptions where genesis_height > ${height} returning key)
    select l.txid, l.vout from gone g join locations l on l.inscription_key = g.key`.execute(db);
  await sql`update inscriptions set stale = true where synced_height > ${height}`.execute(db);
  // The index lists children in the order of birth: those that stay were listed before those that are
  // deleted.
  await sql`
    update source_readings r set items_read = greatest(0, r.items_read - g.removed), finished = false
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (slug text, removed integer)
    where r.slug = g.slug`.execute(db);
  // The gallery itself may have been born in an undone block.
  await sql`
    delete from collection_members m using source_readings r, collections c
    where c.slug = r.slug and m.slug = r.slug and c.kind = 'gallery' and r.read_height > ${height}`.execute(
    db,
  );
  await sql`
    update source_readings set read_height = ${height}, finished = false where read_height > ${height}`.execute(
    db,
  );
  return forgotten.rows;
}

/** Marked stale, in the order of their ids, after `after`; at most `limit`. */
export async function staleInscriptions(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inscriptions where stale and id > ${after} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
