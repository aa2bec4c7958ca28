import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../port.ts';

/** Ids of trades that are open, or that a reorg or a failure may open again. */
export interface OpenTrades {
  readonly listings: string[];
  /** Inscription offers and counters. */
  readonly offers: string[];
  readonly collectionOffers: string[];
}

/**
 * What the wallets of these profiles and addresses have open, with the reason of the ban. Reads indexes of
 * what is open only.
 */
export async function openTradesOfBanned(
  db: Database,
): Promise<{ readonly reason: string; readonly open: OpenTrades }[]> {
  const { rows } = await sql<{ reason: string; bindings: string[] }>`
    select b.reason, array_agg(w.id) as bindings from bans b join wallet_bindings w
      on w.profile_id = case when b.subject ~ '^[0-9a-f]{8}-' then b.subject::uuid end
        or w.ordinals_address = b.subject or w.payment_address = b.subject
    group by b.subject, b.reason`.execute(db);
  return Promise.all(
    rows.map(async ({ reason, bindings }) => {
      const own = (column: string) => sql`${sql.ref(column)} = any(${bindings}::uuid[])`;
      const open = await openTrades(db, {
        listings: own('seller_binding_id'),
        offers: sql`((kind = 'buyer_offer' and ${own('buyer_binding_id')}) or ${own('seller_binding_id')})`,
        collectionOffers: own('maker_binding_id'),
      });
      return { reason, open };
    }),
  );
}

/** What is open in a collection. */
export async function openTradesIn(db: Database, slug: string): Promise<OpenTrades> {
  const here = sql`collection_slug = ${slug}`;
  return openTrades(db, { listings: here, offers: here, collectionOffers: sql`slug = ${slug}` });
}

/** Collections that were removed and still have something open: it came back after a failed trade. */
export async function removedWithOpenTrades(db: Database): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select c.slug from collections c where c.removed_at is not null and (
      exists (select from listings l where l.collection_slug = c.slug and ${OPEN.listings})
      or exists (select from offers o where o.collection_slug = c.slug and ${OPEN.offers})
      or exists (select from collection_offers o where o.slug = c.slug and ${OPEN.offers}))`.execute(db);
  return rows.map(({ slug }) => slug);
}

const OPEN = {
  listings: sql`state in ('pending_public', 'buyable', 'invalidated') and closed_at is null`,
  offers: sql`state in ('active', 'invalidated') and not is_final`,
};

async function openTrades(
  db: Database,
  which: Record<'listings' | 'offers' | 'collectionOffers', RawBuilder<unknown>>,
): Promise<OpenTrades> {
  const idsOf = async (table: string, open: RawBuilder<unknown>, condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${open} and ${condition} order by id`.execute(db);
    return rows.map(({ id }) => id);
  };
  return {
    listings: await idsOf('listings', OPEN.listings, which.listings),
    offers: await idsOf('offers', OPEN.offers, which.offers),
    collectionOffers: await idsOf('collection_offers', OPEN.offers, which.collectionOffers),
  };
}
