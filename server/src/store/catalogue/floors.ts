import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { DAY_MS } from '../../base/clock.ts';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';

export interface FloorRow {
  readonly slug: string;
  /** Lowest price of a buyable, unexpired listing; null: there is none. */
  readonly floorSats: Sats | null;
  /** Buyable listings; a bundle counts once. */
  readonly listedCount: number;
  /** Distinct addresses that hold members. */
  readonly ownerCount: number;
  /** Percent, against the floor at that time; null when there was none then or is none now. */
  readonly oneDayChange: number | null;
  readonly sevenDayChange: number | null;
  /** When the first of the listings expires; null: none does. */
  readonly expiresAt: Date | null;
}

/** A snapshot that is older than this at the requested moment is not used. */
const SNAPSHOT_SLACK_MS = 6 * 3_600_000;

/**
 * Floors of up to 100 collections in one statement, in the order of `slugs`, which may be in any case.
 * Unknown and removed ones are left out.
 */
export async function floorsOf(db: Database, slugs: readonly string[], now: Date): Promise<FloorRow[]> {
  const wanted = [...new Set(slugs.map((slug) => slug.toLowerCase()))];
  const { rows } = await sql<FloorRow>`
    select c.slug, floor.sats as floor_sats, listed.count as listed_count, c.owner_count,
      100.0 * (floor.sats - day.floor_sats) / day.floor_sats as one_day_change,
      100.0 * (floor.sats - week.floor_sats) / week.floor_sats as seven_day_change,
      listed.expires_at
    from unnest(${wanted}::text[]) with ordinality as w (slug, place)
      join collections c on c.slug = w.slug and c.removed_at is null
      cross join lateral (
        select min(price_sats) as sats from collection_listings where slug = c.slug and ${unexpired(sql`expires_at`, now)}
      ) floor
      cross join lateral (
        select count(*), min(expires_at) as expires_at from collection_listings where slug = c.slug and ${unexpired(sql`expires_at`, now)}
      ) listed
      cross join lateral (${snapshotAt(now, 1)}) day
      cross join lateral (${snapshotAt(now, 7)}) week
    order by w.place`.execute(db);
  return rows;
}

/** One row: the floor some days ago, if it is known. */
function snapshotAt(now: Date, days: number) {
  const then = new Date(now.getTime() - days * DAY_MS);
  const earliest = new Date(then.getTime() - SNAPSHOT_SLACK_MS);
  return sql`
    select last.floor_sats from (select 1) one
      left join lateral (
        select floor_sats from floor_snapshots
        where slug = c.slug and taken_at <= ${then}::timestamptz and taken_at >= ${earliest}::timestamptz
        order by taken_at desc limit 1
      ) last on true`;
}

export async function lastSnapshotAt(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('floorSnapshots')
    .select('takenAt')
    .orderBy('takenAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.takenAt ?? null;
}

/** Stores every collection's floor and listed count as of now. Retry-safe. */
export async function takeSnapshots(db: Database, now: Date): Promise<void> {
  await sql`
    insert into floor_snapshots (slug, taken_at, floor_sats, listed_count)
    select c.slug, ${now}::timestamptz, min(s.price_sats), count(s.listing_id)
    from collections c left join collection_listings s on s.slug = c.slug and ${unexpired(sql`s.expires_at`, now)}
    group by c.slug
    on conflict do nothing`.execute(db);
}
