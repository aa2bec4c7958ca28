/**
 * Makes events of committed moves, and numbers them. A move commits with its change; identities of concurrent
 * transactions commit out of order, so an event gets its number only afterwards.
 */
import { sql } from 'kysely';
import { slugsOf } from '../catalogue/collections.ts';
import { jsonRows } from '../database/json-rows.ts';
import type { Database } from '../port.ts';
import { type Draft, draftsOf, type Move } from './from-moves.ts';
import type { EventsTable } from './schema.ts';

/** Most moves of one round. */
const BATCH = 1_000;
/** Most rounds of one call, lost ones counted: what is left waits for the next. */
const MOST_ROUNDS = 100;

type NewEvent = Omit<EventsTable, 'history' | 'numberedAt' | 'state'> & { readonly state: object };

const COLUMNS = [
  'seq',
  'type',
  'subject',
  'audience',
  'profileIds',
  'tradeId',
  'slugs',
  'inscriptionIds',
  'state',
  'happenedAt',
] as const satisfies readonly (keyof NewEvent)[];

/**
 * Stores the events of committed moves with sequence numbers, in the order of the moves; returns how many. Of
 * several callers at a time one does so, and the others try again with what is left. A move whose transaction
 * is still open gets its numbers in a later call: numbers become visible in their order, so a reader that
 * continues after the last one misses nothing. `now`: a floor counts the listings that have not expired by
 * then. Retry-safe.
 */
export async function numberEvents(db: Database, now: Date): Promise<number> {
  let numbered = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { lastSeq, moves } = await unnumbered(db);
    if (moves.length === 0) break;
    const drafts = await draftsOf(db, moves);
    const floors = await changedFloors(db, moves, now);
    const inOrder = [...drafts, ...floors].sort((a, b) => a.move.id - b.move.id);
    const events = await inSequence(db, inOrder, lastSeq);
    if (!(await store(db, { lastSeq, moves, events }))) continue;
    numbered += events.length;
    if (moves.length < BATCH) break;
  }
  return numbered;
}

async function unnumbered(db: Database): Promise<{ lastSeq: number; moves: Move[] }> {
  const { rows } = await sql<Move & { readonly lastSeq: number }>`
    select n.last_seq, m.* from event_numbering n left join lateral (
      select id, kind, row_id, slug, state_from, state_to, height, kept, moved_at from moves
      where not is_numbered order by id limit ${BATCH}
    ) m on true order by m.id`.execute(db);
  return { lastSeq: rows[0]!.lastSeq, moves: rows.filter(({ id }) => id !== null) };
}

/**
 * Floors that differ from those of their last events. They are read now, since transactions that ran at a
 * time did not see each other's listings.
 */
async function changedFloors(db: Database, moves: readonly Move[], now: Date): Promise<Draft[]> {
  const lastOf = new Map(moves.flatMap((move) => (move.slug === null ? [] : [[move.slug, move] as const])));
  if (lastOf.size === 0) return [];
  const { rows } = await sql<{ slug: string; floorSats: number | null; listedCount: number }>`
    select f.* from (
      select c.slug, min(k.price_sats) as floor_sats, count(k.listing_id) as listed_count
      from collections c left join collection_listings k
        on k.slug = c.slug and (k.expires_at is null or k.expires_at > ${now}::timestamptz)
      where c.slug = any(${[...lastOf.keys()]}::text[]) group by c.slug
    ) f left join event_floors e on e.slug = f.slug
    where e.slug is null or (e.floor_sats, e.listed_count) is distinct from (f.floor_sats, f.listed_count)`.execute(
    db,
  );
  return rows.map((floor) => ({
    move: lastOf.get(floor.slug)!,
    type: 'floor.changed',
    subject: `floor:${floor.slug}`,
    audience: 'public',
    profileIds: [],
    tradeId: null,
    madeIn: floor.slug,
    inscriptionIds: [],
    state: floor,
  }));
}

/** With numbers, and the collections of what they concern. */
async function inSequence(db: Database, drafts: readonly Draft[], lastSeq: number): Promise<NewEvent[]> {
  const ids = [...new Set(drafts.flatMap(({ inscriptionIds }) => inscriptionIds))];
  const slugs = ids.length > 0 ? await slugsOf(db, ids) : new Map<string, string[]>();
  return drafts.map(({ move, madeIn, ...draft }, i) => ({
    ...draft,
    profileIds: [...draft.profileIds],
    inscriptionIds: [...draft.inscriptionIds],
    seq: lastSeq + i + 1,
    slugs: [
      ...new Set([
        ...(madeIn === null ? [] : [madeIn]),
        ...draft.inscriptionIds.flatMap((id) => slugs.get(id) ?? []),
      ]),
    ].sort(),
    happenedAt: move.movedAt,
  }));
}

/**
 * Stores events and marks their moves, or does nothing and returns false when another caller has numbered
 * since `lastSeq` was read. Moves of trades stay for their stories; the others are deleted.
 */
async function store(
  db: Database,
  {
    lastSeq,
    moves,
    events,
  }: { readonly lastSeq: number; readonly moves: readonly Move[]; readonly events: readonly NewEvent[] },
): Promise<boolean> {
  const isMine = sql`exists (select from numbering)`;
  const isStory = ({ kind, stateFrom, stateTo }: Move) =>
    stateFrom !== stateTo && kind !== 'sale' && kind !== 'block' && kind !== 'floor';
  const [kept, gone] = [moves.filter(isStory), moves.filter((move) => !isStory(move))];
  const idsOf = (of: readonly Move[]) => sql`any(${of.map(({ id }) => id)}::bigint[])`;
  const floors = events.filter(({ type }) => type === 'floor.changed').map(({ state }) => state);
  const { rows } = await sql<{ isMine: boolean }>`
    with numbering as (
      update event_numbering set last_seq = last_seq + ${events.length} where last_seq = ${lastSeq} returning last_seq
    ), numbered as (
      insert into events (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
      ${jsonRows('events', events, COLUMNS, isMine)}
    ), floors as (
      insert into event_floors (slug, floor_sats, listed_count)
      select slug, "floorSats", "listedCount"
      from jsonb_to_recordset(${JSON.stringify(floors)}::jsonb) as f (slug text, "floorSats" bigint, "listedCount" bigint)
      where ${isMine}
      on conflict (slug) do update set floor_sats = excluded.floor_sats, listed_count = excluded.listed_count
    ), marked as (
      update moves set is_numbered = true, kept = null where id = ${idsOf(kept)} and ${isMine}
    ), forgotten as (
      delete from moves where id = ${idsOf(gone)} and ${isMine}
    )
    select ${isMine} as is_mine`.execute(db);
  return rows[0]!.isMine;
}
