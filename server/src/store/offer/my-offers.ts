import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '../database/columns.ts';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import { type OfferRow, offerColumns } from './offers-page.ts';
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

/** The inscription of an offer; null: not known. */
interface OfferedInscription {
  readonly number: number | null;
  readonly title: string | null;
}

/** The collection that an offer was made in, and the kind of content that it is for. */
interface OfferedIn {
  readonly contentType: string | null;
  readonly collectionSlug: string;
  readonly collectionName: string;
  readonly collectionVerified: boolean;
}

/** An active offer or counter of a profile. `bindingId`: its wallet that may act on it. */
export interface MyOfferRow extends OfferRow, OfferedInscription, OfferedIn {
  readonly bindingId: string;
}

/** The active offers and counters on an inscription of a profile. */
export interface OfferGroup extends OfferedInscription, OfferedIn {
  readonly inscriptionId: string;
  readonly ownerAddress: string;
  readonly bindingId: string;
  readonly topOfferSats: Sats | null;
  readonly offerCount: number;
  readonly counterCount: number;
  readonly earliestExpiresAt: Date;
  readonly latestAt: Date;
  /** The highest first, of one price the oldest; at most `MAX_OFFERS_IN_GROUP`. */
  readonly offers: readonly MyOfferRow[];
}

/** Something that happened to an offer of a profile. */
export interface OfferEventRow extends OfferRow, OfferedInscription {
  readonly eventType: OfferEventType;
  readonly occurredAt: Date;
  /** False: the profile is its seller. */
  readonly isBuyer: boolean;
  readonly payoutTxid: string | null;
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

/** SQL: the ordinals addresses of a profile, each with the oldest wallet that has it. */
const own = (profileId: string) => sql`own as materialized (
  select distinct on (ordinals_address) ordinals_address as address, id as binding_id from wallet_bindings
  where profile_id = ${fixed(profileId, 'uuid')} order by ordinals_address, created_at, id
)`;

/**
 * SQL: `own`, the offers of anybody that have expired and are not closed yet, and the parties that the
 * profile is. The expired ones are few, since the follower closes them on each poll; with both bounds of
 * their time, the planner expects few.
 */
const parties = ({
  profileId,
  now,
}: Pick<MyOffersWanted, 'profileId' | 'now'>) => sql`${own(profileId)}, expired as materialized (
  select id, kind, buyer_profile_id, seller_address, expires_at from offers
  where state = 'active' and expires_at > '-infinity' and expires_at <= ${fixed(now, 'timestamptz')}
), parties as materialized (
  select true as is_buyer, 'buyer:' || ${fixed(profileId, 'uuid')} as party
  union all select false, 'seller:' || address from own
)`;

/** From the counts that are kept of active offers, less those that have expired and are not closed yet. */
export async function offerCounts(
  db: Database,
  of: Pick<MyOffersWanted, 'profileId' | 'now'>,
): Promise<OfferCounts> {
  const { rows } = await sql<OfferCounts>`
    with ${parties(of)}, counted as (
      select p.is_buyer, c.offers, c.counters from parties p join offer_counts c on c.party = p.party
      union all
      select p.is_buyer, -(e.kind = 'buyer_offer')::integer, -(e.kind = 'seller_counter')::integer
      from expired e join parties p on p.party in ('buyer:' || e.buyer_profile_id, 'seller:' || e.seller_address)
    )
    select coalesce(sum(case when is_buyer then counters else offers end), 0) as actionable_count,
      coalesce(sum(offers + counters) filter (where not is_buyer), 0) as owned_count,
      coalesce(sum(offers + counters) filter (where is_buyer), 0) as sent_count
    from counted`.execute(db);
  return rows[0]!;
}

const myOfferColumns = (bindingId: RawBuilder<unknown>) => sql`${offerColumns(sql`o.state`, sql`null`)},
  ${columnsOf<Omit<MyOfferRow, keyof OfferRow>>({
    bindingId,
    number: sql`i.number`,
    title: sql`i.title`,
    contentType: sql`i.content_type`,
    collectionSlug: sql`c.slug`,
    collectionName: sql`c.name`,
    collectionVerified: sql`c.verified`,
  })}`;

/** What the rows of a group have in common, under names that its offers do not have. */
interface GroupColumns
  extends Pick<OfferGroup, 'offerCount' | 'counterCount' | 'earliestExpiresAt' | 'latestAt'> {
  readonly groupAddress: string;
  readonly groupBindingId: string;
  readonly groupTopSats: Sats | null;
  readonly groupSlug: string;
  readonly groupName: string;
  readonly groupVerified: boolean;
}

const GROUP_COLUMNS = columnsOf<GroupColumns>({
  offerCount: sql`o.offer_count`,
  counterCount: sql`o.counter_count`,
  earliestExpiresAt: sql`o.earliest_expires_at`,
  latestAt: sql`o.latest_at`,
  groupAddress: sql`o.group_address`,
  groupBindingId: sql`w.binding_id`,
  groupTopSats: sql`o.group_top_sats`,
  groupSlug: sql`g.slug`,
  groupName: sql`g.name`,
  groupVerified: sql`g.verified`,
});

/** `MyOffersWanted.after` for the page after a group. */
export const groupKey = ({ latestAt, inscriptionId }: OfferGroup): PageKey => [
  latestAt.toISOString(),
  inscriptionId,
];

/**
 * Offers for inscriptions of the profile, one group per inscription, the one with the newest offer first. A
 * group names its first collection by slug.
 */
export async function ownedOffers(db: Database, wanted: MyOffersWanted): Promise<OfferGroup[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(o.created_at, o.inscription_id) < (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'text')})`
    : sql`true`;
  // An inscription stands where its newest offer does: a page reads a range of one index for each address.
  // With "offset", the offers of a page are found by their inscriptions: an index of all offers would be read
  // without it.
  const { rows } = await sql<GroupColumns & MyOfferRow>`
    with ${own(profileId)}, page as materialized (
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
    ), ranked as (
      select p.latest_at, o.*, w.binding_id, min(o.seller_address) over of_group as group_address,
        min(o.collection_slug) over of_group as group_slug, min(o.expires_at) over of_group as earliest_expires_at,
        count(*) filter (where o.kind = 'buyer_offer') over of_group as offer_count,
        count(*) filter (where o.kind = 'seller_counter') over of_group as counter_count,
        max(o.price_sats) filter (where o.kind = 'buyer_offer') over of_group as group_top_sats,
        row_number() over (partition by o.inscription_id order by o.price_sats desc, o.created_at, o.id) as place
      from page p
        cross join lateral (
          select o.* from offers o where o.inscription_id = p.inscription_id and ${live(now)} offset 0
        ) o
        join own w on w.address = o.seller_address
      window of_group as (partition by o.inscription_id)
    )
    select ${GROUP_COLUMNS}, ${myOfferColumns(sql`coalesce(o.seller_binding_id, o.binding_id)`)}
    from ranked o
      join own w on w.address = o.group_address
      join collections g on g.slug = o.group_slug
      join collections c on c.slug = o.collection_slug
      left join inscriptions i on i.id = o.inscription_id
    where o.place <= ${sql.lit(MAX_OFFERS_IN_GROUP)}
    order by o.latest_at desc, o.inscription_id desc, o.place`.execute(db);
  const ids = [...new Set(rows.map(({ inscriptionId }) => inscriptionId))];
  return ids.map((id) => groupOf(rows.filter(({ inscriptionId }) => inscriptionId === id)));
}

function groupOf(offers: readonly (GroupColumns & MyOfferRow)[]): OfferGroup {
  const first = offers[0]!;
  const { inscriptionId, number, title, contentType } = first;
  const { offerCount, counterCount, earliestExpiresAt, latestAt } = first;
  return {
    inscriptionId,
    number,
    title,
    contentType,
    collectionSlug: first.groupSlug,
    collectionName: first.groupName,
    collectionVerified: first.groupVerified,
    ownerAddress: first.groupAddress,
    bindingId: first.groupBindingId,
    topOfferSats: first.groupTopSats,
    offerCount,
    counterCount,
    earliestExpiresAt,
    latestAt,
    offers,
  };
}

/** `MyOffersWanted.after` for the page after an offer that was sent. */
export const sentKey = ({ createdAt, id }: MyOfferRow): PageKey => [createdAt.toISOString(), id];

/** Offers that the profile's wallets made and counters that they received, newest first. */
export async function sentOffers(db: Database, wanted: MyOffersWanted): Promise<MyOfferRow[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(o.created_at, o.id) < (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'uuid')})`
    : sql`true`;
  const { rows } = await sql<MyOfferRow>`
    select ${myOfferColumns(sql`o.buyer_binding_id`)}
    from (
        select o.* from offers o cross join ${many}
        where o.buyer_profile_id = ${fixed(profileId, 'uuid')} and ${live(now)} and ${start}
        order by o.created_at desc, o.id desc limit ${sql.lit(limit)}
      ) o
      join collections c on c.slug = o.collection_slug left join inscriptions i on i.id = o.inscription_id
    order by o.created_at desc, o.id desc`.execute(db);
  return rows;
}

/** `MyOffersWanted.after` for the page after an event. */
export const offerEventKey = ({ occurredAt, id, eventType }: OfferEventRow): PageKey => [
  occurredAt.toISOString(),
  id,
  eventType,
];

/**
 * Events of the profile's offers, newest first, with the end of those that have expired and are not closed
 * yet.
 */
export async function offerEvents(db: Database, wanted: MyOffersWanted): Promise<OfferEventRow[]> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(e.occurred_at, e.offer_id, e.event_type) <
        (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'uuid')}, ${fixed(after[2], 'text')})`
    : sql`true`;
  const order = sql`order by e.occurred_at desc, e.offer_id desc, e.event_type desc limit ${sql.lit(limit)}`;
  const state = sql`case when o.state = 'active' and o.expires_at <= ${fixed(now, 'timestamptz')} then 'expired' else o.state end`;
  const { rows } = await sql<OfferEventRow>`
    with ${parties(wanted)}
    select ${offerColumns(state, sql`s.settlement_txid`)}, ${columnsOf<Omit<OfferEventRow, keyof OfferRow>>({
      eventType: sql`e.event_type`,
      occurredAt: sql`e.occurred_at`,
      isBuyer: sql`e.is_buyer`,
      number: sql`i.number`,
      title: sql`i.title`,
      payoutTxid: sql`s.payout_txid`,
    })}
    from (
        select * from (
          (select e.*, true as is_buyer from offer_events e cross join ${many}
            where e.buyer_profile_id = ${fixed(profileId, 'uuid')} and ${start} ${order})
          union all
          select own_events.*, false from own cross join lateral (
            select e.* from offer_events e cross join ${many} where e.seller_address = own.address and ${start} ${order}
          ) own_events
          union all
          (select e.* from (
            select x.id as offer_id, 'expired' as event_type, x.expires_at as occurred_at, x.buyer_profile_id,
              x.seller_address, p.is_buyer
            from expired x join parties p on p.party in ('buyer:' || x.buyer_profile_id, 'seller:' || x.seller_address)
          ) e where ${start} ${order})
        ) e ${order}
      ) e
      join offers o on o.id = e.offer_id left join inscriptions i on i.id = o.inscription_id
      left join offer_settlements s on s.offer_id = o.id and e.event_type = 'accepted'
    order by e.occurred_at desc, e.offer_id desc, e.event_type desc`.execute(db);
  return rows;
}
