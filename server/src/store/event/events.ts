import { type Selectable, sql } from 'kysely';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../port.ts';
import type { EventsTable } from './schema.ts';

export type StoredEvent = Omit<Selectable<EventsTable>, 'numberedAt'>;

/** Where a reader is: the last event that it has seen. */
export interface EventPlace {
  readonly seq: number;
  readonly mark: string;
}

/** Most events that one call numbers. */
const BATCH = 1_000;

const COLUMNS = sql`seq, mark, type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state, happened_at`;

/**
 * Gives sequence numbers to committed changes, in the order of the outbox; returns how many. One caller at a
 * time does so, and the others wait. A change whose transaction is still open gets a number in a later call:
 * numbers become visible in their order, so a reader that continues after the last one misses nothing.
 * `now`: a floor counts the listings that have not expired by then. Retry-safe.
 */
export async function numberEvents(db: Database, now: Date): Promise<number> {
  let numbered = 0;
  for (;;) {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from event_outbox) as some`.execute(db);
    if (!rows[0]!.some) return numbered;
    numbered += await inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ count: number }>`
        select number_events(${BATCH}, ${now}) as count`.execute(transaction);
      return rows[0]!.count;
    });
  }
}

/** Events from `seq` on, in order, `limit` of them. */
export async function eventsFrom(db: Database, seq: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select ${COLUMNS} from events where seq >= ${seq} order by seq limit ${limit}`.execute(db);
  return rows;
}

/** The newest `limit` events, in order. */
export async function newestEvents(db: Database, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select ${COLUMNS} from (select * from events order by seq desc limit ${limit}) e order by seq`.execute(
    db,
  );
  return rows;
}

/** Deletes what was numbered before `before`, except the newest event, which says where the sequence is. */
export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await sql`
    delete from events where numbered_at < ${before}::timestamptz
      and seq < (select last_seq from event_numbering)`.execute(db);
}
