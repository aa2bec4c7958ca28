/**
 * Reservations in a pool of coins, shared fairly: anchors and, tier by tier, admission coins.
 *
 * A profile reserves one coin for each purpose, however often it asks, and a small number in all. While coins
 * are free, every profile gets them. When too few are free, reserved coins that are not assigned yet pass on
 * from the profiles that have the most, the oldest reservation first. Such a profile keeps at least as many
 * as the one that asks will have. So a profile that needs one coin gets one whenever there are more coins
 * than profiles with reservations, and no profile loses its last one.
 *
 * A coin can change hands until it is assigned. Every caller that quotes with it, assigns it or releases it
 * passes the reservation as it was read. Nothing is changed when the reservation is another one by then.
 */
import { type RawBuilder, sql } from 'kysely';
import type { TransitionSql } from '../database/machine.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../port.ts';
import type { Reserved } from './schema.ts';

/** A coin as it was read. */
export interface ReadCoin {
  readonly id: string;
  readonly state: string;
  readonly reservation: Reserved | null;
  readonly reservedUntil: Date | null;
}

/** A pool of coins, and how reservations change their states. */
export interface Pool {
  readonly table: 'anchors' | 'admissions';
  /** Any number that nothing else locks. */
  readonly lock: number;
  /** From free, or from reserved to another profile or for longer. */
  readonly reserve: TransitionSql;
  /** To what was signed with the coin. */
  readonly assign: TransitionSql;
  /** Back to the pool. */
  readonly release: TransitionSql;
}

export interface Wanted {
  readonly profileId: string;
  /** One coin for each; no two alike, and at most `most`. */
  readonly purposes: readonly string[];
  /** Coins of the pool that the profile may have reserved at a time. */
  readonly most: number;
  readonly now: Date;
  readonly until: Date;
}

/** Extra coins to consider: some may belong to another profile by then. */
const PASSED_OVER = 20;

/** SQL: any profile may reserve it. An expired reservation counts as none. */
export const isFree = (now: Date) =>
  sql`(state = 'free' or (state = 'reserved' and reserved_until <= ${now}))`;

/**
 * Reserves one of the `usable` coins (SQL: those that may be spent, reserved or not) for each purpose until
 * `until`, all or none. Returns them in the order of the purposes; null when too few are available. A coin
 * that the profile already has for a purpose is used again and keeps its quote. Requesting more than `most`
 * releases the profile's oldest.
 *
 * No coin is ever handed out twice: reservations in a pool run one at a time, and a coin that is being
 * assigned or released meanwhile is skipped. Retry-safe.
 */
export async function reserveFairly<Coin extends ReadCoin>(
  db: Database,
  pool: Pool,
  usable: RawBuilder<unknown>,
  { profileId, purposes, most, now, until }: Wanted,
): Promise<Coin[] | null> {
  const count = purposes.length;
  const coins = sql.table(pool.table);
  const rows = await inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${pool.lock})`.execute(transaction);
    const result = await sql<Coin>`
      with asked as (
        select purpose, place from unnest(${purposes}::text[]) with ordinality a (purpose, place)
      ), reserved as (
        select id, reserved_until, reservation ->> 'profileId' as holder, reservation ->> 'purpose' as purpose,
          count(*) over holders as held, row_number() over (holders order by reserved_until, id) as age
        from ${coins} where ${usable} and state = 'reserved' and reserved_until > ${now}
        window holders as (partition by reservation ->> 'profileId')
      ), own as (
        select id, reserved_until, purpose in (select purpose from asked)
          and row_number() over (partition by purpose order by reserved_until desc, id) = 1 as is_reused
        from reserved where holder = ${profileId}
      ), others as (
        select id, reserved_until, row_number() over (order by reserved_until desc, id) as newness
        from own where not is_reused
      ), candidates as materialized (
        select id, 0 as choice, 0 as spare, reserved_until as since from own where is_reused
        union all
        select id, 1, 0, reserved_until from others where newness > ${most}::integer - ${count}::integer
        union all
        (select id, 2, 0, null from ${coins} where ${usable} and ${isFree(now)} order by state desc limit ${count + PASSED_OVER})
        union all
        select id, 3, held - age, reserved_until from reserved where holder <> ${profileId} and held - age >=
          least(${most}::integer, ${count}::integer + (select count(*) from others))
        order by choice, spare desc, since, id limit ${count + PASSED_OVER}
      ), picked as (
        select id, candidates.choice, reservation ->> 'purpose' as purpose from ${coins} join candidates using (id)
        where ${pool.reserve.isFrom()} and spent_height is null
        order by candidates.choice, candidates.spare desc, candidates.since, id
        limit ${count} for update of ${coins} skip locked
      ), fresh as (
        select id, row_number() over (order by id) as nth from picked where choice > 0
      ), unmet as (
        select purpose, row_number() over (order by place) as nth from asked
        where purpose not in (select purpose from picked where choice = 0)
      )
      update ${coins} c
      set ${pool.reserve.set}, reserved_until = ${until}, reservation = case when unmet.purpose is null then c.reservation
        else jsonb_build_object('profileId', ${profileId}::text, 'purpose', unmet.purpose) end
      from picked left join fresh on fresh.id = picked.id left join unmet on unmet.nth = fresh.nth
      where c.id = picked.id and (select count(*) from picked) = ${count}
      returning c.*`.execute(transaction);
    return result.rows;
  });
  if (rows.length < count) return null;
  return purposes.map((purpose) => rows.find(({ reservation }) => reservation!.purpose === purpose)!);
}

/**
 * Stores with a reserved coin what the preflight quotes; of two quotes for the same purpose the newer counts.
 * Returns false, and changes nothing, when the coin passed to another profile, was assigned or was released
 * meanwhile.
 */
export async function recordQuote<Quote extends Reserved>(
  db: Database,
  { table }: Pool,
  id: string,
  quoted: Quote,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set reservation = ${JSON.stringify(quoted)}::jsonb
    where id = ${id}::uuid and state = 'reserved' and reservation ->> 'profileId' = ${quoted.profileId}
      and reservation ->> 'purpose' = ${quoted.purpose}
    returning id`.execute(db);
  return rows.length === 1;
}

/**
 * Assigns coins to what was signed with them: true when all are unspent and free or reserved as they were
 * read, else none are changed. The reservation stays with them, without its end.
 */
export async function assignAsRead(db: Database, pool: Pool, coins: readonly ReadCoin[]): Promise<boolean> {
  const { rows } = await assigningAsRead(pool, coins).execute(db);
  return rows.length === coins.length;
}

/**
 * SQL: the statement of `assignAsRead`, to be a part of another; returns the `id` of each assigned coin. None
 * is unless `condition` holds. `alsoSet` sets other columns of the coin `c`, after a comma.
 */
export function assigningAsRead(
  { table, assign }: Pool,
  coins: readonly ReadCoin[],
  condition: RawBuilder<unknown> = sql`true`,
  alsoSet: RawBuilder<unknown> = sql``,
): RawBuilder<{ readonly id: string }> {
  return sql`
    with picked as (
      select c.id from ${sql.table(table)} c join ${asRead(coins)} on r.id = c.id
      where ${assign.isFrom('c')} and c.state = r.state and c.reservation is not distinct from r.reservation
        and c.spent_height is null and ${condition}
      order by c.id for update of c
    )
    update ${sql.table(table)} c set ${assign.set}, reserved_until = null ${alsoSet}
    from picked where c.id = picked.id and (select count(*) from picked) = ${coins.length}
    returning c.id`;
}

/**
 * Releases the coins whose reservation is exactly as it was read; the others stay as they are. Retry-safe.
 */
export async function releaseAsRead(
  db: Database,
  { table, release }: Pool,
  coins: readonly ReadCoin[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} c set ${release.set}, reserved_until = null, reservation = null
    from ${asRead(coins)}
    where c.id = r.id and ${release.isFrom('c')} and c.reservation = r.reservation
      and c.reserved_until = r."reservedUntil"`.execute(db);
}

/** Values, not JSON: PostgreSQL then knows how few they are, and finds each coin by its key. */
function asRead(coins: readonly ReadCoin[]): RawBuilder<unknown> {
  const rows = coins.map(({ id, state, reservation, reservedUntil }) => {
    const json = reservation && JSON.stringify(reservation);
    return sql`(${id}::uuid, ${state}::text, ${json}::jsonb, ${reservedUntil}::timestamptz)`;
  });
  return sql`(values ${sql.join(rows)}) as r (id, state, reservation, "reservedUntil")`;
}
