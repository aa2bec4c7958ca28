/**
 * What closed listings and counters cost the operator, by profile. `retireAnchors` records it. Sold listings
 * cost nothing.
 */

import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../port.ts';

/** Stores what revoking one listing costs now. Retry-safe. */
export async function setRevocationPrice(db: Database, sats: Sats): Promise<void> {
  await sql`
    insert into revocation_price (sats) values (${sats})
    on conflict (only_row) do update set sats = excluded.sats where revocation_price.sats <> excluded.sats`.execute(
    db,
  );
}

/** Any number that nothing else locks, the first of two. */
const ADVISORY_LOCK = 7_263;

/**
 * Takes the lock on a profile's closing costs until the transaction ends. Run it first in a transaction,
 * before adding to what the profile may cost.
 */
export async function lockCosts(db: Database, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK}, hashtext(${profileId}))`.execute(db);
}

export interface ClosingCost {
  readonly at: Date;
  readonly sats: Sats;
}

/** What a profile's listings and counters have cost, and may cost. */
export interface ProfileCosts {
  /** What revoking one listing costs, as of the follower's last poll; 0 before the first. */
  readonly priceSats: Sats;
  /** How many are open, or closed with an anchor that is still theirs. */
  readonly open: number;
  /** What closings cost, the oldest first. */
  readonly closings: readonly ClosingCost[];
  /** Marketplace fees that the profile paid as seller in confirmed sales. */
  readonly paidSats: Sats;
}

/** The costs of a profile; closings and fees after `since`. */
export async function costsOf(db: Database, profileId: string, since: Date): Promise<ProfileCosts> {
  const { rows } = await sql<Omit<ProfileCosts, 'closings'> & { at: Date[]; sats: Sats[] }>`
    select coalesce((select sats from revocation_price), 0) as price_sats, (
        select count(*) from anchors
        where state = 'assigned' and spent_height is null and reservation ->> 'profileId' = ${profileId}
          and not exists (select from purchases p where p.anchor_id = anchors.id and p.state <> 'failed')
      ) as open, closed.*, (
        select coalesce(sum(seller_fee_sats), 0)::bigint from sales
        where state = 'confirmed' and sale_type = 'internal' and sold_at > ${since} and seller_address in (
          select ordinals_address from wallet_bindings where profile_id = ${profileId}::uuid
        )
      ) as paid_sats
    from (
      select coalesce(array_agg(retired_at order by retired_at), '{}') as at,
        coalesce(jsonb_agg(cost_sats order by retired_at), '[]') as sats
      from anchors where charged_to = ${profileId}::uuid and retired_at > ${since} and cost_sats > 0
    ) closed`.execute(db);
  const { at, sats, ...costs } = rows[0]!;
  return { ...costs, closings: at.map((moment, i) => ({ at: moment, sats: sats[i]! })) };
}

/** Bounds on what unpaid closings cost, sats. null: none. */
export interface UnpaidBounds {
  /** Those of one inscription. */
  readonly oneSats: Sats | null;
  /** All of them, for an inscription that is among them. */
  readonly againSats: Sats | null;
  /** All of them, for any other. */
  readonly allSats: Sats | null;
}

/** How an inscription stands to the bounds. */
export interface UnpaidCost {
  readonly inscriptionId: string;
  /** An unpaid closing of it counts. */
  readonly isAgain: boolean;
  /** A bound is no longer reached once the closing of that moment does not count. null: it is not reached. */
  readonly oneReachedAt: Date | null;
  readonly allReachedAt: Date | null;
}

/**
 * Of each inscription, which bounds the unpaid closings after `since` have reached: those that the sales of
 * their seller do not pay for. Closings of an inscription count from its last sale here on. Reads no more
 * closings than the bounds pay for.
 */
export async function unpaidCosts(
  db: Database,
  inscriptionIds: readonly string[],
  since: Date,
  { oneSats, againSats, allSats }: UnpaidBounds,
): Promise<UnpaidCost[]> {
  const counts = sql`unpaid_for is not null and charged_to is not null`;
  const ofIt = sql`${counts} and unpaid_for = asked.id and retired_at > asked.since`;
  const ofAll = sql`${counts} and retired_at > ${since}`;
  const { rows } = await sql<UnpaidCost>`
    with asked as materialized (
      select i.id, greatest(${since}::timestamptz, (
        select max(sold_at) from sales
        where inscription_id = i.id and state = 'confirmed' and sale_type = 'internal'
      )) as since
      from unnest(${inscriptionIds}::text[]) i (id)
    ), history as materialized (
      select id, exists (select from anchors where ${ofIt}) as is_again, ${reachedAt(ofIt, oneSats)} as one_reached_at
      from asked
    )
    select id as inscription_id, is_again, one_reached_at, case
      when is_again then ${reachedAt(ofAll, againSats)} else ${reachedAt(ofAll, allSats)} end as all_reached_at
    from history`.execute(db);
  return rows;
}

/**
 * Closings that are added up at most. As many reach every bound: no market closes so many a day for nothing.
 */
const MOST_CLOSINGS = 10_000;

/**
 * SQL: adds up the closings with this condition, the newest first: when was the one that reaches `sats`? The
 * limit makes the planner read an index in its order, of which the sum needs a few rows.
 */
const reachedAt = (condition: RawBuilder<unknown>, sats: Sats | null) => sql`(
  select retired_at from (
    select retired_at, id, sum(cost_sats) over newest_first as together, row_number() over newest_first as place
    from (
      select retired_at, id, cost_sats from anchors where ${condition}
      order by retired_at desc, id desc limit ${sql.lit(MOST_CLOSINGS)}
    ) closings
    window newest_first as (order by retired_at desc, id desc rows unbounded preceding)
  ) newest where together >= ${sats}::bigint or (place = ${sql.lit(MOST_CLOSINGS)} and ${sats}::bigint is not null)
  order by retired_at desc, id desc limit 1)`;
