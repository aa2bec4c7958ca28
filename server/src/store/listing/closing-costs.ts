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

/** What revoking one listing costs, as of the follower's last poll; 0 before the first. */
export async function revocationPrice(db: Database): Promise<Sats> {
  const row = await db.selectFrom('revocationPrice').select('sats').executeTakeFirst();
  return row?.sats ?? 0;
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

/** Listings and counters of the profile that are open, or closed with an anchor that is still theirs. */
export async function openCount(db: Database, profileId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from anchors
    where state = 'assigned' and spent_height is null and reservation ->> 'profileId' = ${profileId}
      and not exists (select from purchases p where p.anchor_id = anchors.id and p.state <> 'failed')`.execute(
    db,
  );
  return rows[0]!.open;
}

export interface ClosingCost {
  readonly at: Date;
  readonly sats: Sats;
}

/** What the profile's closings after `since` cost, the oldest first. */
export async function closingCosts(db: Database, profileId: string, since: Date): Promise<ClosingCost[]> {
  const { rows } = await sql<ClosingCost>`
    select retired_at as at, cost_sats as sats from anchors
    where charged_to = ${profileId}::uuid and retired_at > ${since} and cost_sats > 0 order by retired_at`.execute(
    db,
  );
  return rows;
}

/** Marketplace fees that the profile paid as the seller of listings that were sold after `since`. */
export async function sellerFeesPaid(db: Database, profileId: string, since: Date): Promise<Sats> {
  const { rows } = await sql<{ sats: Sats }>`
    select coalesce(sum(seller_fee_sats), 0)::bigint as sats from listings
    where seller_profile_id = ${profileId}::uuid and state = 'sold' and closed_at > ${since}`.execute(db);
  return rows[0]!.sats;
}
