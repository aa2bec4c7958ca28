import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Database } from '../port.ts';
import { meetsOffer } from './meets-target.ts';

/** States in which a fill occupies its offer. */
const IN_PROGRESS = sql`('seller_signed', 'pending', 'sending', 'broadcast', 'accepted')`;

/**
 * By inscription, the highest active, unexpired collection-wide or matching trait offer over its verified,
 * trading-enabled collections. An inscription without one is missing. Offers of its owner (any wallet of that
 * profile) and offers with a fill attempt in progress are left out. A trait offer matches when the
 * inscription has one of the values for each of its types.
 */
export async function bestCollectionOffers(
  db: Database,
  inscriptionIds: readonly string[],
  now: Date,
): Promise<Map<string, Sats>> {
  const { rows } = await sql<{ id: string; sats: Sats }>`
    select i.id, max(o.price_sats) as sats
    from inscriptions i
      join locations l on l.inscription_key = i.key
      join collection_members m on m.inscription_key = i.key
      join collections c on c.slug = m.slug and c.verified and c.trading_enabled
      join collection_offers o on o.slug = m.slug and o.state = 'active' and o.expires_at > ${now}::timestamptz
    where i.id = any(${inscriptionIds}::text[])
      and not exists (
        select 1 from wallet_bindings w
        where w.profile_id = o.maker_profile_id and w.ordinals_address = l.owner_address
      )
      and not exists (select 1 from fill_attempts f where f.offer_id = o.id and f.state in ${IN_PROGRESS})
      and ${meetsOffer}
    group by i.id`.execute(db);
  return new Map(rows.map(({ id, sats }) => [id, sats]));
}
