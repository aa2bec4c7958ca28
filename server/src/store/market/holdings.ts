import { sql } from 'kysely';
import { type CollectionItem, itemsOf } from '../catalogue/collection-items.ts';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';

export interface HoldingsWanted {
  /** Ordinals address. */
  readonly address: string;
  readonly now: Date;
  /** The `pageKey` of the last item; null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/** `slug`: of its primary collection. `pageKey`: the next page starts after it. */
export type HeldItem = CollectionItem & { readonly slug: string; readonly pageKey: PageKey };

/**
 * A page of what an address holds and a collection has, each inscription once, in the order in which the
 * service read them. One statement.
 */
export function heldItems(db: Database, { address, now, after, limit }: HoldingsWanted): Promise<HeldItem[]> {
  const start = after === null ? sql`true` : sql`l.inscription_key > ${after[0]}::bigint`;
  return itemsOf<{ slug: string; pageKey: PageKey }>(
    db,
    sql`select m.slug, l.inscription_key, m.position, jsonb_build_array(l.inscription_key) as page_key
      from locations l join lateral (
        select c.slug, c.position from collection_members c
          join collections k on k.slug = c.slug and k.removed_at is null
        where c.inscription_key = l.inscription_key order by k.verified desc, k.created_at, k.slug limit 1
      ) m on true
      where l.owner_address = ${address} and ${start}
      order by l.inscription_key limit ${limit}`,
    { order: sql`m.inscription_key`, now, extra: { slug: sql`m.slug`, pageKey: sql`m.page_key` } },
  );
}
