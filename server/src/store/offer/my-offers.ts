import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import type { OfferEventType, OfferKind, OfferState } from './schema.ts';

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
export interface InscriptionColumns {
  readonly inscriptionId: string;
  readonly number: number | null;
  readonly title: string | null;
  readonly contentType: string | null;
}

/** The collection that an offer was made in. */
export interface OfferCollection {
  readonly slug: string;
  readonly name: string;
  readonly verified: boolean;
}

/** An active offer as text. The API and `offer_shown` of the database agree on its fields and their order. */
export interface ShownOffer {
  /** The beginning of its JSON object: `{`, and fields without a comma after the last one. */
  readonly shown: string;
  readonly kind: OfferKind;
  readonly collection: OfferCollection;
  /** The caller's wallet that may act on it. */
  readonly actionBindingId: string;
}

export interface SentOffer extends ShownOffer, InscriptionColumns {
  readonly id: string;
  readonly createdAt: Date;
}

export interface OfferGroup extends InscriptionColumns {
  /** Of those that its offers were made in, the first by slug. */
  readonly collection: OfferCollection;
  readonly ownerAddress: string;
  readonly actionBindingId: string;
  readonly topOfferSats: Sats | null;
  readonly activeOfferCount: number;
  readonly activeCounterCount: number;
  readonly earliestExpiresAt: Date;
  readonly latestAt: Date;
  /** Best first, at most `MAX_OFFERS_IN_GROUP`. */
  readonly offers: readonly ShownOffer[];
}

/** The ordinals addresses of a profile, each with the oldest wallet that has it. */
const own = (profileId: string) => sql`(
  select distinct on (ordinals_address) ordinals_address as address, id as binding_id from wallet_bindings
  where profile_id = ${fixed(profileId, 'uuid')} order by ordinals_address, created_at, id
)`;

/**
 * A value as a subselect: the planner cannot look at it, so that it keeps one plan instead of making another
 * at each execution, which takes longer than reading a page.
 */
const fixed = (value: unknown, type: 'timestamptz' | 'uuid' | 'text') =>
  sql`(select ${value}::${sql.raw(type)})`;

/**
 * Joined to the rows of a party: the planner takes this one row for a thousand. One plan serves every party.
 * Made for the average party, which has few rows, it would read and sort all of them; so it reads an index in
 * order.
 */
const many = sql`generate_series(1, (select 1)) many`;

const live = (now: Date) => sql`o.state = 'active' and o.expires_at > ${fixed(now, 'timestamptz')}`;

/** Offers that were made before the column was have none yet. */
const shown = sql`coalesce(o.shown, offer_shown(o))`;

/** Read as a bigint, which throws beyond 2^53: no client would read such an amount from the text right. */
const exact = sql`greatest(o.floor_sats, o.top_offer_sats) as exact_sats`;

/**
 * Offers for inscriptions of the profile, one group per inscription, the one with the newest offer first.
 * Key: `[latestAt, inscriptionId]`.
 */
export async function ownedOffers(db: Database, wanted: MyOffersWanted): Promise<OfferGroup[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(o.created_at, o.inscription_id) < (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'text')})`
    : sql`true`;
  // An inscription stands where its newest offer does: a page reads a range of one index for each address.
  // The offers of a group are one value, a line for each: a row for each would repeat the group, and takes
  // longer to read. JSON has no line feeds.
  const { rows: groups } = await sql<
    Omit<OfferGroup, 'offers' | 'collection'> & OfferCollection & { readonly offers: string }
  >`
    with own as materialized ${own(profileId)}, page as (
      select newest.* from own cross join lateral (
        select o.inscription_id, o.created_at as latest_at from offers o cross join ${many}
        where o.seller_address = own.address and ${live(now)} and ${start} and not exists (
          select from offers n
          where n.inscription_id = o.inscription_id and n.state = 'active'
            and n.expires_at > ${fixed(now, 'timestamptz')}
            and (n.created_at, n.id) > (o.created_at, o.id) and n.seller_address in (select address from own)
        )
        order by o.created_at desc, o.inscription_id desc limit ${sql.lit(limit)}
      ) newest
      order by latest_at desc, inscription_id desc limit ${sql.lit(limit)}
    )
    select page.inscription_id, page.latest_at, g.*, own.binding_id as action_binding_id,
      i.number, i.title, i.content_type, c.name, c.verified
    from page
      cross join lateral (
        select min(expires_at) as earliest_expires_at,
          count(*) filter (where kind = 'buyer_offer') as active_offer_count,
          count(*) filter (where kind = 'seller_counter') as active_counter_count,
          max(price_sats) filter (where kind = 'buyer_offer') as top_offer_sats, max(exact_sats) as exact_sats,
          min(seller_address) as owner_address, min(collection_slug) as slug,
          string_agg(kind || ' ' || collection_slug || ' ' || binding_id || shown, E'\\n')
            filter (where place <= ${sql.lit(MAX_OFFERS_IN_GROUP)}) as offers
        from (
          select o.kind, o.collection_slug, o.price_sats, o.seller_address, o.expires_at, ${exact}, ${shown} as shown,
            coalesce(o.seller_binding_id, own.binding_id) as binding_id,
            row_number() over (order by o.price_sats desc, o.created_at, o.id) as place
          -- found by the inscription alone: an index of the seller's offers would be read for each of them
          from offers o join own on own.address = o.seller_address || ''
          where o.inscription_id = page.inscription_id and ${live(now)}
        ) ranked
      ) g
      join own on own.address = g.owner_address
      join collections c on c.slug = g.slug
      left join inscriptions i on i.id = page.inscription_id
    order by page.latest_at desc, page.inscription_id desc`.execute(db);
  const lists = groups.map(({ offers }) => offers.split('\n').map(offerOf));
  const bySlug = new Map(groups.map(({ slug, name, verified }) => [slug, { slug, name, verified }]));
  const slugs = new Set(lists.flat().map(({ slug }) => slug));
  const others = [...slugs].filter((slug) => !bySlug.has(slug));
  if (others.length > 0) {
    const { rows } = await sql<OfferCollection>`
      select slug, name, verified from collections where slug = any(${others}::text[])`.execute(db);
    for (const collection of rows) bySlug.set(collection.slug, collection);
  }
  return groups.map(({ slug: first, name: _, verified: __, offers: ___, ...group }, i) => ({
    collection: bySlug.get(first)!,
    offers: lists[i]!.map(({ slug, ...offer }) => ({ collection: bySlug.get(slug)!, ...offer })),
    ...group,
  }));
}

/** A line of `ownedOffers`: kind, collection and wallet, and the text, which begins with the first brace. */
function offerOf(line: string) {
  const start = line.indexOf('{');
  const [kind, slug, actionBindingId] = line.slice(0, start).split(' ') as [OfferKind, string, string];
  return { kind, slug, actionBindingId, shown: line.slice(start) };
}

/**
 * Offers that the profile's wallets made and counters that they received, newest first. Key: `[createdAt,
 * id]`.
 */
export async function sentOffers(db: Database, wanted: MyOffersWanted): Promise<SentOffer[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(o.created_at, o.id) < (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'uuid')})`
    : sql`true`;
  const { rows } = await sql<Omit<SentOffer, 'collection'> & OfferCollection>`
    select o.*, i.number, i.title, i.content_type, c.slug, c.name, c.verified
    from (
        select o.id, o.kind, o.created_at, o.inscription_id, o.collection_slug, o.buyer_binding_id as action_binding_id,
          ${shown} as shown, ${exact}
        from offers o cross join ${many}
        where o.buyer_profile_id = ${fixed(profileId, 'uuid')} and ${live(now)} and ${start}
        order by o.created_at desc, o.id desc limit ${sql.lit(limit)}
      ) o
      join collections c on c.slug = o.collection_slug left join inscriptions i on i.id = o.inscription_id
    order by o.created_at desc, o.id desc`.execute(db);
  return rows.map(({ slug, name, verified, ...row }) => ({ collection: { slug, name, verified }, ...row }));
}

export interface OfferCounts {
  /** Waiting for the profile: buyers' offers received and counters received. */
  readonly actionableCount: number;
  /** Everything in the owned view: offers received and counters sent. */
  readonly ownedCount: number;
  /** Everything in the sent view: offers sent and counters received. */
  readonly sentCount: number;
}

/**
 * From the counts that are kept of active offers, less those that have expired and are not closed yet: few,
 * since the follower closes them on each poll.
 */
export async function countMyOffers(db: Database, profileId: string, now: Date): Promise<OfferCounts> {
  const { rows } = await sql<OfferCounts>`
    with own as materialized ${own(profileId)}, expired as materialized (
      select kind, buyer_profile_id, seller_address from offers
      -- with both bounds, the planner expects few
      where state = 'active' and expires_at > '-infinity' and expires_at <= ${fixed(now, 'timestamptz')}
    ), counted as (
      select false as is_buyer, c.offers, c.counters
      from own join offer_counts c on c.party = 'seller:' || own.address
      union all
      select true, c.offers, c.counters from offer_counts c where c.party = 'buyer:' || ${fixed(profileId, 'uuid')}
      union all
      select false, -(kind = 'buyer_offer')::integer, -(kind = 'seller_counter')::integer
      from own join expired on expired.seller_address = own.address
      union all
      select true, -(kind = 'buyer_offer')::integer, -(kind = 'seller_counter')::integer
      from expired where buyer_profile_id = ${fixed(profileId, 'uuid')}
    )
    select coalesce(sum(case when is_buyer then counters else offers end), 0) as actionable_count,
      coalesce(sum(offers + counters) filter (where not is_buyer), 0) as owned_count,
      coalesce(sum(offers + counters) filter (where is_buyer), 0) as sent_count
    from counted`.execute(db);
  return rows[0]!;
}

/** Something that happened to an offer of which the profile is a party. */
export interface OfferEventRow extends Omit<InscriptionColumns, 'contentType'> {
  readonly eventType: OfferEventType;
  readonly occurredAt: Date;
  readonly isBuyer: boolean;
  readonly offerId: string;
  readonly parentOfferId: string | null;
  readonly kind: OfferKind;
  readonly state: OfferState;
  readonly buyerAddress: string;
  readonly sellerAddress: string;
  readonly priceSats: Sats;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Both null unless it is the acceptance. */
  readonly settlementTxid: string | null;
  readonly payoutTxid: string | null;
}

/** Events of the profile's offers, newest first. Key: `[occurredAt, offerId, eventType]`. */
export async function offerEvents(db: Database, wanted: MyOffersWanted): Promise<OfferEventRow[]> {
  const { profileId, after, limit } = wanted;
  const start = after
    ? sql`(e.occurred_at, e.offer_id, e.event_type) <
        (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'uuid')}, ${fixed(after[2], 'text')})`
    : sql`true`;
  const order = sql`order by e.occurred_at desc, e.offer_id desc, e.event_type desc limit ${sql.lit(limit)}`;
  const { rows } = await sql<OfferEventRow>`
    with page as (
      (select e.*, true as is_buyer from offer_events e cross join ${many}
        where e.buyer_profile_id = ${fixed(profileId, 'uuid')} and ${start} ${order})
      union all
      select own_events.*, false from ${own(profileId)} w cross join lateral (
        select e.* from offer_events e cross join ${many} where e.seller_address = w.address and ${start} ${order}
      ) own_events
    )
    select e.offer_id, e.event_type, e.occurred_at, e.is_buyer, o.kind, o.state, o.parent_offer_id, o.inscription_id,
      o.buyer_address, o.seller_address, o.price_sats, o.created_at, o.expires_at, i.number, i.title,
      case when e.event_type = 'accepted' then s.settlement_txid end as settlement_txid,
      case when e.event_type = 'accepted' then s.payout_txid end as payout_txid
    from (select * from page e ${order}) e
      join offers o on o.id = e.offer_id left join inscriptions i on i.id = o.inscription_id
      left join offer_settlements s on s.offer_id = o.id
    order by e.occurred_at desc, e.offer_id desc, e.event_type desc`.execute(db);
  return rows;
}
