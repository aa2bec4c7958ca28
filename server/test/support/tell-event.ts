import { sql } from 'kysely';
import { numberEvents } from '../../src/store/event/number-events.ts';
import type { Audience } from '../../src/store/event/schema.ts';
import type { Database } from '../../src/store/port.ts';

interface Told {
  readonly type: string;
  readonly subject: string;
  readonly audience: Audience;
  readonly profileIds?: readonly string[];
  readonly state: object;
}

/** Stores an event that no move was told as, after those of the moves that are stored. */
export async function tellEvent(db: Database, told: Told): Promise<void> {
  const { type, subject, audience, profileIds = [], state } = told;
  await numberEvents(db, new Date());
  await sql`
    with numbering as (update event_numbering set last_seq = last_seq + 1 returning last_seq)
    insert into events (seq, type, subject, audience, profile_ids, slugs, inscription_ids, state, happened_at)
    select last_seq, ${type}, ${subject}, ${audience}, ${[...profileIds]}::uuid[], '{}', '{}', ${JSON.stringify(state)}::jsonb, clock_timestamp()
    from numbering`.execute(db);
}
