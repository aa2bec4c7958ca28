import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import type { OfferRow } from './offers-page.ts';
import type { OfferEventType } from './schema.ts';

export interface MyOffersWanted {
  readonly profileId: string;
  readonly now: Date;
  /** null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/** Offers of one group beyond this many are counted, but not listed. */
export const MAX_OFFERS_IN_GROUP = 50;

/** What an inscription is called, wherever offers are listed by it. */
interface InscriptionColumns {
  readonly inscriptionId: string;
  readonly number: number | null;
  readonly title: string | null;
  readonly contentType: string | null;
}

/** An offer beside its inscription and collection, and the caller's wallet that may act on it. */
export interface MyOfferRow extends Omit<OfferRow, 'settlementTxid'>, InscriptionColumns {
  readonly collectionSlug: string;
  readonly collectionName: string;
  readonly collectionVerified: boolean;
  readonly actionBindingId: string | null;
}

export interface OfferGroup extends InscriptionColumns {
  /** Of the collection that its offers were made in, the first by slug. */
  readonly collectionSlug: string | null;
  readonly collectionName: string | null;
  readonly collectionVerified: boolean | null;
  readonly ownerAddress: string;
  readonly actionBindingId: string | null;
  readonly topOfferSats: Sats | null;
  readonly activeOfferCount: number;
  readonly activeCounterCount: number;
  readonly earliestExpiresAt: Date | null;
  readonly latestAt: Date;
  /** Best first, at most `MAX_OFFERS_IN_GROUP`. */
  readonly offers: MyOfferRow[];
}

/** The ordinals addresses of a profile, each with the oldest wallet that has it. */
const own = (profileId: string) => sql`(
  select distinct on (ordinals_address) ordinals_address as address, id as binding_id from wallet_bindings
  where profile_id = ${profileId}::uuid order by ordinals_address, created_at, id
)`;

const live = (now: Date) => sql`o.state = 'active' and o.expires_at > ${now}::timestamptz`;

const row = (binding: RawBuilder<unknown>) => sql`o.id, o.kind, o.state, o.parent_offer_id, o.inscription_id,
  o.buyer_address, o.seller_address, o.price_sats, o.fees, o.floor_sats, o.top_offer_sats, o.created_at, o.expires_at,
  o.closed_at, i.number, i.title, i.content_type, o.collection_slug, c.name as collection_name,
  c.verified as collection_verified, ${binding} as action_binding_id`;

/**
 * Offers for inscriptions of the profile, one group per inscription, the one with the newest offer first.
 * Key: `[latestAt, inscriptionId]`.
 */
export async function ownedOffers(db: Database, wanted: MyOffersWanted): Promise<OfferGroup[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`having (max(o.created_at), o.inscription_id) < (${after[0]}::timestamptz, ${after[1]}::text)`
    : sql``;
  const { rows: groups } = await sql<Omit<OfferGroup, 'offers'>>`
    with page as (
      select o.inscription_id, max(o.created_at) as latest_at, min(o.expires_at) as earliest_expires_at,
        count(*) filter (where o.kind = 'buyer_offer') as active_offer_count,
        count(*) filter (where o.kind = 'seller_counter') as active_counter_count,
        max(o.price_sats) filter (where o.kind = 'buyer_offer') as top_offer_sats,
        min(o.seller_address) as owner_address, min(o.collection_slug) as collection_slug
      from offers o join ${own(profileId)} w on w.address = o.seller_address
      where ${live(now)}
      group by o.inscription_id ${start}
      order by latest_at desc, o.inscription_id desc limit ${limit}
    )
    select page.inscription_id, page.latest_at, page.earliest_expires_at, page.active_offer_count,
      page.active_counter_count, page.top_offer_sats, page.owner_address, w.binding_id as action_binding_id,
      i.number, i.title, i.content_type, c.slug as collection_slug, c.name as collection_name,
      c.verified as collection_verified
    from page
      join ${own(profileId)} w on w.address = page.owner_address
      left join inscriptions i on i.id = page.inscription_id
      left join collections c on c.slug = page.collection_slug
    order by page.latest_at desc, page.inscription_id desc`.execute(db);
  const ids = groups.map(({ inscriptionId }) => inscriptionId);
  const { rows: offers } = await sql<MyOfferRow>`
    select listed.* from unnest(${ids}::text[]) g (id) cross join lateral (
      select ${row(sql`coalesce(o.seller_binding_id, w.binding_id)`)}
      from offers o join ${own(profileId)} w on w.address = o.seller_address
        join collections c on c.slug = o.collection_slug left join inscriptions i on i.id = o.inscription_id
      where o.inscription_id = g.id and ${live(now)}
      order by o.price_sats desc, o.created_at, o.id limit ${MAX_OFFERS_IN_GROUP}
    ) listed`.execute(db);
  return groups.map((group) => ({
    ...group,
    offers: offers.filter(({ inscriptionId }) => inscriptionId === group.inscriptionId),
  }));
}

/**
 * Offers that the profile's wallets made and counters that they received, newest first. Key: `[createdAt,
 * id]`.
 */
export async function sentOffers(db: Database, wanted: MyOffersWanted): Promise<MyOfferRow[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after ? sql`(o.created_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  const { rows } = await sql<MyOfferRow>`
    select ${row(sql`o.buyer_binding_id`)}
    from offers o join collections c on c.slug = o.collection_slug left join inscriptions i on i.id = o.inscription_id
    where o.buyer_profile_id = ${profileId}::uuid and ${live(now)} and ${start}
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface OfferCounts {
  /** Waiting for the profile: buyers' offers received and counters received. */
  readonly actionableCount: number;
  /** Everything in the owned view: offers received and counters sent. */
  readonly ownedCount: number;
  /** Everything in the sent view: offers sent and counters received. */
  readonly sentCount: number;
}

export async function countMyOffers(db: Database, profileId: string, now: Date): Promise<OfferCounts> {
  const { rows } = await sql<OfferCounts>`
    select owned.received + sent.counters as actionable_count, owned.total as owned_count, sent.total as sent_count
    from (
      select count(*) as total, count(*) filter (where o.kind = 'buyer_offer') as received
      from offers o join ${own(profileId)} w on w.address = o.seller_address where ${live(now)}
    ) owned, (
      select count(*) as total, count(*) filter (where o.kind = 'seller_counter') as counters
      from offers o where o.buyer_profile_id = ${profileId}::uuid and ${live(now)}
    ) sent`.execute(db);
  return rows[0]!;
}

/** Something that happened to an offer of which the profile is a party. */
export interface OfferEventRow extends MyOfferRow {
  readonly eventType: OfferEventType;
  readonly occurredAt: Date;
  readonly isBuyer: boolean;
  /** Both null unless it is the acceptance. */
  readonly settlementTxid: string | null;
  readonly payoutTxid: string | null;
}

/** Events of the profile's offers, newest first. Key: `[occurredAt, offerId, eventType]`. */
export async function offerEvents(db: Database, wanted: MyOffersWanted): Promise<OfferEventRow[]> {
  const { profileId, after, limit } = wanted;
  const start = after
    ? sql`(e.occurred_at, e.offer_id, e.event_type) < (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text)`
    : sql`true`;
  const order = sql`order by e.occurred_at desc, e.offer_id desc, e.event_type desc limit ${limit}`;
  const { rows } = await sql<OfferEventRow>`
    with page as (
      (select e.*, true as is_buyer, null::uuid as binding_id from offer_events e
        where e.buyer_profile_id = ${profileId}::uuid and ${start} ${order})
      union all
      select own_events.*, false, w.binding_id from ${own(profileId)} w cross join lateral (
        select e.* from offer_events e where e.seller_address = w.address and ${start} ${order}
      ) own_events
    )
    select ${row(sql`case when e.is_buyer then o.buyer_binding_id else e.binding_id end`)},
      e.event_type, e.occurred_at, e.is_buyer,
      case when e.event_type = 'accepted' then s.settlement_txid end as settlement_txid,
      case when e.event_type = 'accepted' then s.payout_txid end as payout_txid
    from (select * from page e ${order}) e
      join offers o on o.id = e.offer_id join collections c on c.slug = o.collection_slug
      left join inscriptions i on i.id = o.inscription_id left join offer_settlements s on s.offer_id = o.id
    order by e.occurred_at desc, e.offer_id desc, e.event_type desc`.execute(db);
  return rows;
}
