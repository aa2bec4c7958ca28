import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../port.ts';

/** Pages that change together: of the book, of a collection's members, of floors and of sales. */
export type PageKind = 'book' | 'items' | 'floors' | 'sales';

/** Equal versions of a kind: every page of it is the same, except for what depends on the time. */
type PageVersions = Readonly<Record<PageKind, number>>;

const READ = CompiledQuery.raw(`
  select coalesce(bit_xor(book), 0) as book, coalesce(bit_xor(items), 0) as items,
    coalesce(bit_xor(floors), 0) as floors, coalesce(bit_xor(sales), 0) as sales
  from page_marks`);

/** The versions as of one moment after the call: they include every change that was committed before it. */
export async function pageVersions(db: Database): Promise<PageVersions> {
  const { rows } = await db.executeQuery<PageVersions>(READ);
  return rows[0]!;
}

/**
 * The version of what each profile's views of GET /me/offers show, by profile id, as of one moment after the
 * call: equal versions mean the same pages, except for what depends on the time. `profileIds`: each once.
 */
export async function ownOffersVersions(
  db: Database,
  profileIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // An address counts once: twice, its numbers would cancel themselves out. Parties are looked up one by one,
  // so that the plan reads an index for any number of profiles.
  const { rows } = await sql<{ id: string; version: number }>`
    select own.id, coalesce((select bit_xor(offers) from page_marks), 0) # coalesce(marks.of_all, 0) as version
    from unnest(string_to_array((select ${profileIds.join(',')}::text), ',')::uuid[]) own (id) cross join lateral (
      select bit_xor(of_party.mark) as of_all from (
        select 'buyer:' || own.id as party
        union select 'seller:' || ordinals_address from wallet_bindings where profile_id = own.id
      ) parties cross join lateral (
        select bit_xor(mark) as mark from offer_counts c where c.party = parties.party
      ) of_party
    ) marks`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
