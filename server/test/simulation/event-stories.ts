import { sql } from 'kysely';
import { numberEvents } from '../../src/store/event/number-events.ts';
import type { Database } from '../../src/store/port.ts';

interface Story {
  readonly trade: string;
  /** From the triggers that keep moves: `null>buyable`, in order. */
  readonly moves: readonly string[] | null;
  /** From the events, in order. */
  readonly told: readonly string[] | null;
}

/**
 * What the events do not tell as it was: every move of every trade has its event, in order and once. And
 * numbers have no gaps. Moves and events come from triggers of their own.
 */
export async function eventAnomalies(db: Database, now: Date): Promise<string[]> {
  await numberEvents(db, now);
  const { rows: stories } = await sql<Story>`
    with moves as (
      select coalesce(s.offer_id, m.trade_id) as trade, m.kind = 'settlement' as settles,
        array_agg(coalesce(m.state_from, '') || '>' || m.state_to order by m.id) as moves
      from trade_moves m left join offer_settlements s on m.kind = 'settlement' and s.id = m.trade_id
      group by 1, 2
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
    ...stories.map(
      ({ trade, moves, told }) =>
        `events: ${trade} moved ${moves?.join(' ') ?? 'never'}, but events said ${told?.join(' ') ?? 'never'}`,
    ),
    ...gaps.map(({ seq }) => `events: number ${seq} comes after a gap`),
  ];
}
