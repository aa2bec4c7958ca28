import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Trait } from '../../ordinals/port.ts';
import { unexpired } from '../listing/unexpired.ts';
import type { Database } from '../port.ts';

interface Wanted {
  /** Lower case. */
  readonly slug: string;
  readonly now: Date;
  readonly limit: number;
}

export interface ListedMember {
  readonly priceSats: Sats;
  readonly traits: readonly Trait[];
}

/** The members for sale that are cheapest, with their traits: a range of one index. */
export async function cheapestListed(db: Database, { slug, now, limit }: Wanted): Promise<ListedMember[]> {
  const { rows } = await sql<ListedMember>`
    select s.price_sats, n.traits
    from collection_listings s
      join listing_items t on t.listing_id = s.listing_id
      join inscriptions n on n.id = t.inscription_id
      join collection_members m on m.inscription_key = n.key and m.slug = s.slug
    where s.slug = ${slug} and ${unexpired(sql`s.expires_at`, now)}
    order by s.price_sats, s.listing_id limit ${limit}`.execute(db);
  return rows;
}
