import { type Selectable, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { EventsTable } from './schema.ts';

export type StoredEvent = Omit<Selectable<EventsTable>, 'numberedAt'>;

/** Where a reader is: the last event that it has seen. */
export interface EventCursor {
  readonly seq: number;
  readonly history: string;
}

const COLUMNS = sql`seq, history, type, subject, audience, profile_ids, trade_id, slugs, inscription_ids, state, happened_at`;

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
