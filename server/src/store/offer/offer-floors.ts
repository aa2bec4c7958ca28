import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';

/** The lowest buyable price of a collection; null: nothing is buyable. */
export async function floorOf(db: Database, slug: string, now: Date): Promise<Sats | null> {
  const { rows } = await sql<{ sats: Sats | null }>`
    select min(price_sats) as sats from collection_listings
    where slug = ${slug} and ${unexpired(sql`expires_at`, now)}`.execute(db);
  return rows[0]!.sats;
}

/** A collection with an operator's live-floor minimum that an inscription is a member of. */
export interface LiveFloor {
  readonly inscriptionId: string;
  readonly slug: string;
  readonly liveFloorBps: number;
  readonly floorSats: Sats;
}

/**
 * The live floors that apply to these inscriptions, over their trading-enabled collections. Collections
 * without a floor are left out.
 */
export async function liveFloors(
  db: Database,
  inscriptionIds: readonly string[],
  now: Date,
): Promise<LiveFloor[]> {
  const { rows } = await sql<LiveFloor>`
    select i.id as inscription_id, c.slug, c.live_floor_bps, floor.sats as floor_sats
    from inscriptions i
      join collection_members m on m.inscription_key = i.key
      join collections c on c.slug = m.slug and c.trading_enabled and c.live_floor_bps is not null
      cross join lateral (
        select min(price_sats) as sats from collection_listings where slug = c.slug and ${unexpired(sql`expires_at`, now)}
      ) floor
    where i.id = any(${inscriptionIds}::text[]) and floor.sats is not null`.execute(db);
  return rows;
}
