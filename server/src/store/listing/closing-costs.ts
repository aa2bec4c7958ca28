/**
 * What closed listings and counters cost the operator, by profile. `retireAnchors` records it. Sold listings
 * cost nothing.
 */

import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
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
  /** Marketplace fees that the profile paid as the seller of listings that were sold. */
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
        select coalesce(sum(seller_fee_sats), 0)::bigint from listings
        where seller_profile_id = ${profileId}::uuid and state = 'sold' and closed_at > ${since}
      ) as paid_sats
    from (
      select coalesce(array_agg(retired_at order by retired_at), '{}') as at,
        coalesce(jsonb_agg(cost_sats order by retired_at), '[]') as sats
      from anchors where charged_to = ${profileId}::uuid and retired_at > ${since} and cost_sats > 0
    ) closed`.execute(db);
  const { at, sats, ...costs } = rows[0]!;
  return { ...costs, closings: at.map((moment, i) => ({ at: moment, sats: sats[i]! })) };
}
