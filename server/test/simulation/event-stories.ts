import { sql } from 'kysely';
import { numberEvents } from '../../src/store/event/number-events.ts';
import type { Database } from '../../src/store/port.ts';

interface Story {
  readonly trade: string;
  /** `null>buyable`, in order. */
  readonly moves: readonly string[] | null;
  /** From the events, in order. */
  readonly told: readonly string[] | null;
}

/** Tables whose rows are trades or parts of one. */
const TRADES = [
  'listings',
  'purchases',
  'offers',
  'offer_settlements',
  'collection_offers',
  'fill_attempts',
] as const;

/**
 * What moves and events do not tell as it was: the moves of each trade lead from nothing to the state that it
 * has, each from where the one before it ended; every move has its event, in order and once; and numbers have
 * no gaps.
 */
export async function eventAnomalies(db: Database, now: Date): Promise<string[]> {
  await numberEvents(db, now);
  const states = TRADES.map((table) => sql`select id, state from ${sql.table(table)}`);
  const { rows: broken } = await sql<{ trade: string; told: string; was: string }>`
    with ends as (
      select row_id, state_from, lag(state_to) over (partition by row_id order by id) as was from moves
      where row_id is not null and state_from is distinct from state_to and kind <> 'sale'
      union all
      select s.id, s.state, (select state_to from moves where row_id = s.id order by id desc limit 1)
      from (${sql.join(states, sql` union all `)}) s
    )
    select row_id as trade, state_from as told, was from ends where state_from is distinct from was`.execute(
    db,
  );
  const { rows: stories } = await sql<Story>`
    with moves as (
      select coalesce(s.offer_id, m.row_id) as trade, m.kind = 'settlement' as settles,
        array_agg(coalesce(m.state_from, '') || '>' || m.state_to order by m.id) as moves
      from moves m left join offer_settlements s on m.kind = 'settlement' and s.id = m.row_id
      where m.row_id is not null and m.kind <> 'sale' group by 1, 2
    ), told as (
      select trade_id as trade, state ->> 'kind' = 'settlement' as settles,
        array_agg(coalesce(state ->> 'from', '') || '>' || (state ->> 'status') order by seq) as told
      from events where type = 'trade.moved' group by 1, 2
    )
    select coalesce(m.trade, t.trade)::text as trade, m.moves, t.told
    from moves m full join told t on t.trade = m.trade and t.settles = m.settles
    where m.moves is distinct from t.told`.execute(db);
  const { rows: gaps } = await sql<{ seq: number }>`
    select seq from (select seq, lag(seq) over (order by seq) as before from events) e
    where before is not null and seq <> before + 1`.execute(db);
  return [
    ...broken.map(({ trade, told, was }) => `moves: ${trade} was ${was}, and then is ${told}`),
    ...stories.map(
      ({ trade, moves, told }) =>
        `events: ${trade} moved ${moves?.join(' ') ?? 'never'}, but events said ${told?.join(' ') ?? 'never'}`,
    ),
    ...gaps.map(({ seq }) => `events: number ${seq} comes after a gap`),
  ];
}
