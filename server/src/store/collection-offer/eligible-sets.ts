import type { Target } from '@ordbook/protocol/collection-offer/criteria';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';

/** SQL: do the traits of inscription `i` meet the target? It needs any value of each group. */
function meetsTarget(target: Target) {
  if (target.kind === 'all') return sql`true`;
  const groups = target.traits.map(({ type, values }) => {
    const wanted = values.map((value) => JSON.stringify([{ type, value }]));
    return sql`i.traits @> any(${wanted}::jsonb[])`;
  });
  return sql`(${sql.join(groups, sql` and `)})`;
}

/** Members of a collection that meet a target, oldest first, of genesis blocks up to `height`. */
export async function eligibleIds(
  db: Database,
  { slug, target, height }: { readonly slug: string; readonly target: Target; readonly height: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from collection_members m join inscriptions i on i.key = m.inscription_key
    where m.slug = ${slug} and i.genesis_height <= ${height} and ${meetsTarget(target)}
    order by m.position, i.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Lowest buyable price of the collection, and of what meets the target; null: nothing is buyable. */
export async function floorsOfTarget(
  db: Database,
  slug: string,
  target: Target,
  now: Date,
): Promise<{ readonly collectionFloorSats: Sats | null; readonly floorSats: Sats | null }> {
  const { rows } = await sql<{ collectionFloorSats: Sats | null; floorSats: Sats | null }>`
    select (select min(price_sats) from collection_listings
        where slug = ${slug} and ${unexpired(sql`expires_at`, now)}) as collection_floor_sats,
      (select min(s.price_sats) from collection_listings s
        join listing_items l on l.listing_id = s.listing_id
        join inscriptions i on i.id = l.inscription_id
        join collection_members m on m.slug = s.slug and m.inscription_key = i.key
        where s.slug = ${slug} and ${unexpired(sql`s.expires_at`, now)} and ${meetsTarget(target)}) as floor_sats`.execute(
    db,
  );
  return rows[0]!;
}

/** Keeps a set as long as offers may commit to it. Retry-safe. */
export async function keepEligibleSet(
  db: Database,
  set: { readonly root: string; readonly ids: readonly string[] },
  usedAt: Date,
): Promise<void> {
  await sql`
    insert into eligible_sets (root, inscription_ids, used_at)
    values (${set.root}, ${[...set.ids]}::text[], ${usedAt}::timestamptz)
    on conflict (root) do update set used_at = excluded.used_at`.execute(db);
}

export async function storedEligibleIds(db: Database, root: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('eligibleSets')
    .select('inscriptionIds')
    .where('root', '=', root)
    .executeTakeFirst();
  return row?.inscriptionIds ?? null;
}

/** Sets that one call looks at. */
const LOOKED_AT = 100;

/**
 * Looks at the next sets that were not used since `before`: deletes those that no live offer needs, and notes
 * that the others are used. Drafts are younger. Retry-safe.
 */
export async function deleteUnusedEligibleSets(db: Database, before: Date, now: Date): Promise<void> {
  const isUsed = sql`exists (
    select from collection_offers o
    where o.terms ->> 'eligibleRoot' = s.root and o.state in ('active', 'filling', 'invalidated')
  )`;
  await sql`
    with old as (
      select root from eligible_sets where used_at < ${before}::timestamptz
      order by used_at limit ${LOOKED_AT} for update skip locked
    ), used as (
      update eligible_sets s set used_at = ${now}::timestamptz from old where s.root = old.root and ${isUsed}
    )
    delete from eligible_sets s using old where s.root = old.root and not ${isUsed}`.execute(db);
}
