import { type RawBuilder, sql } from 'kysely';
import { snakeCase } from '../../base/snake-case.ts';
import type { PageKey } from '../database/page-key.ts';
import { lastShown, textRow, textsOf } from '../database/text-rows.ts';
import type { Database } from '../port.ts';

export interface MyOffersWanted {
  readonly profileId: string;
  readonly now: Date;
  /** null: from the beginning. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/** Offers of one group beyond this many are counted, but not listed. */
export const MAX_OFFERS_IN_GROUP = 50;

/** A page of a view of GET /me/offers, with the counts as of the same moment. */
export interface MyOffers {
  /** A JSON object for each row. The API and the statements agree on its fields and their order. */
  readonly texts: readonly string[];
  /** The key of the last row but one; null: there is none. */
  readonly last: PageKey | null;
  readonly counts: OfferCounts;
  /** When the next active offer of anybody expires: until then, time alone does not change the page. */
  readonly nextExpiresAt: Date | null;
}

export interface OfferCounts {
  /** Waiting for the profile: buyers' offers received and counters received. */
  readonly actionableCount: number;
  /** Everything in the owned view: offers received and counters sent. */
  readonly ownedCount: number;
  /** Everything in the sent view: offers sent and counters received. */
  readonly sentCount: number;
}

/** How a view is read. */
interface View {
  /**
   * SQL: a row for each of the page, in order: `shown` (its text), `exact_sats`, and the columns of its key.
   */
  readonly ordered: RawBuilder<unknown>;
  /** Columns of the key. */
  readonly key: readonly string[];
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

/** Offers that were made before the column was have none yet. */
const shown = sql`coalesce(o.shown, offer_shown(o))`;

/** Read as a bigint, which throws beyond 2^53: no client would read such an amount from the text right. */
const exact = sql`greatest(o.price_sats, o.floor_sats, o.top_offer_sats) as exact_sats`;

/**
 * The page of a view in one statement, with its counts: from those that are kept of active offers, less those
 * that have expired and are not closed yet. They are few, since the follower closes them on each poll; with
 * both bounds of their time, the planner expects few. `own` are the ordinals addresses of the profile, each
 * with the oldest wallet that has it. Throws a RangeError for an amount beyond 2^53.
 */
async function viewOf(db: Database, wanted: MyOffersWanted, { ordered, key }: View): Promise<MyOffers> {
  const { limit, now } = wanted;
  const profile = fixed(wanted.profileId, 'uuid');
  const more = [...key.map((name) => lastShown(snakeCase(name), limit)), sql`max(exact_sats) as exact_sats`];
  const { rows } = await sql<
    OfferCounts & { readonly lines: string | null; readonly nextExpiresAt: Date | null } & Readonly<
        Record<string, string | Date | null>
      >
  >`
    with own as materialized (
      select distinct on (ordinals_address) ordinals_address as address, id as binding_id from wallet_bindings
      where profile_id = ${profile} order by ordinals_address, created_at, id
    ), expired as materialized (
      select id, kind, buyer_profile_id, seller_address, expires_at from offers
      where state = 'active' and expires_at > '-infinity' and expires_at <= ${fixed(now, 'timestamptz')}
    ), parties as materialized (
      select true as is_buyer, 'buyer:' || ${profile} as party union all select false, 'seller:' || address from own
    ), counted as (
      select p.is_buyer, c.offers, c.counters from parties p join offer_counts c on c.party = p.party
      union all
      select p.is_buyer, -(e.kind = 'buyer_offer')::integer, -(e.kind = 'seller_counter')::integer
      from expired e join parties p on p.party in ('buyer:' || e.buyer_profile_id, 'seller:' || e.seller_address)
    )
    select * from (${textRow(ordered, more)}) page cross join (
      select coalesce(sum(case when is_buyer then counters else offers end), 0) as actionable_count,
        coalesce(sum(offers + counters) filter (where not is_buyer), 0) as owned_count,
        coalesce(sum(offers + counters) filter (where is_buyer), 0) as sent_count
      from counted
    ) counts cross join (
      select min(expires_at) as next_expires_at from offers
      where state = 'active' and expires_at > ${fixed(now, 'timestamptz')}
    ) next`.execute(db);
  const { lines, actionableCount, ownedCount, sentCount, nextExpiresAt, ...row } = rows[0]!;
  const part = (value: string | Date) => (value instanceof Date ? value.toISOString() : value);
  return {
    texts: textsOf(lines),
    last: row[key[0]!] === null ? null : key.map((name) => part(row[name]!)),
    counts: { actionableCount, ownedCount, sentCount },
    nextExpiresAt,
  };
}

/**
 * Offers for inscriptions of the profile, one group per inscription, the one with the newest offer first.
 * Key: `[latestAt, inscriptionId]`. Throws a RangeError for an amount beyond 2^53.
 */
export async function ownedOffers(db: Database, wanted: MyOffersWanted): Promise<MyOffers> {
  const { now, after, limit } = wanted;
  const start = after
    ? sql`(o.created_at, o.inscription_id) < (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'text')})`
    : sql`true`;
  // An inscription stands where its newest offer does: a page reads a range of one index for each address.
  // With "offset", the offers of a page are found by their inscriptions: an index of all offers would be read
  // without it.
  const ordered = sql`
    with page as materialized (
      select p.*, inscription_fields(i.number, i.title) as inscription, content_field(i.content_type) as content from (
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
      ) p left join inscriptions i on i.id = p.inscription_id
    ), ranked as (
      select p.latest_at, p.inscription_id, p.inscription, p.content, o.kind, o.collection_slug, w.address,
        o.price_sats, o.expires_at, o.exact_sats,
        o.text || offer_after(o.kind, 'buyer_offer', 'seller_received_buyer_offer',
          coalesce(o.seller_binding_id, w.binding_id), p.inscription, p.content, c.name_field, c.slug_fields) as shown,
        row_number() over (partition by p.latest_at, p.inscription_id order by o.price_sats desc, o.created_at, o.id)
          <= ${sql.lit(MAX_OFFERS_IN_GROUP)} as is_listed
      from page p
        cross join lateral (
          select o.*, ${shown} as text, ${exact} from offers o
          where o.inscription_id = p.inscription_id and ${live(now)} offset 0
        ) o
        join own w on w.address = o.seller_address join collections c on c.slug = o.collection_slug
    )
    select g.latest_at, g.inscription_id, g.exact_sats,
      offer_group_shown(g.inscription_id, g.inscription, g.content, c.name_field, c.slug_fields, g.address, w.binding_id,
        g.top_offer_sats, g.offers, g.counters, g.expires_at, g.shown_offers, g.shown_counters) as shown
    from (
      select latest_at, inscription_id, min(inscription) as inscription, min(content) as content,
        min(address) as address, min(collection_slug) as slug, min(expires_at) as expires_at,
        count(*) filter (where kind = 'buyer_offer') as offers, count(*) filter (where kind = 'seller_counter') as counters,
        max(price_sats) filter (where kind = 'buyer_offer') as top_offer_sats, max(exact_sats) as exact_sats,
        string_agg(shown, ',') filter (where is_listed and kind = 'buyer_offer') as shown_offers,
        string_agg(shown, ',') filter (where is_listed and kind = 'seller_counter') as shown_counters
      from ranked group by latest_at, inscription_id
    ) g join own w on w.address = g.address join collections c on c.slug = g.slug
    order by g.latest_at desc, g.inscription_id desc`;
  return viewOf(db, wanted, { ordered, key: ['latestAt', 'inscriptionId'] });
}

/**
 * Offers that the profile's wallets made and counters that they received, newest first. Key: `[createdAt,
 * id]`. Throws a RangeError for an amount beyond 2^53.
 */
export async function sentOffers(db: Database, wanted: MyOffersWanted): Promise<MyOffers> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(o.created_at, o.id) < (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'uuid')})`
    : sql`true`;
  const ordered = sql`
    select o.created_at, o.id, o.exact_sats,
      o.shown || offer_after(o.kind, 'seller_counter', 'buyer_received_counter', o.buyer_binding_id,
        inscription_fields(i.number, i.title), content_field(i.content_type), c.name_field, c.slug_fields) as shown
    from (
        select o.id, o.kind, o.created_at, o.inscription_id, o.collection_slug, o.buyer_binding_id,
          ${shown} as shown, ${exact}
        from offers o cross join ${many}
        where o.buyer_profile_id = ${fixed(profileId, 'uuid')} and ${live(now)} and ${start}
        order by o.created_at desc, o.id desc limit ${sql.lit(limit)}
      ) o
      join collections c on c.slug = o.collection_slug left join inscriptions i on i.id = o.inscription_id
    order by o.created_at desc, o.id desc`;
  return viewOf(db, wanted, { ordered, key: ['createdAt', 'id'] });
}

/**
 * Events of the profile's offers, newest first, with the end of those that have expired and are not closed
 * yet. Key: `[occurredAt, offerId, eventType]`. Throws a RangeError for an amount beyond 2^53.
 */
export async function offerEvents(db: Database, wanted: MyOffersWanted): Promise<MyOffers> {
  const { profileId, now, after, limit } = wanted;
  const start = after
    ? sql`(e.occurred_at, e.offer_id, e.event_type) <
        (${fixed(after[0], 'timestamptz')}, ${fixed(after[1], 'uuid')}, ${fixed(after[2], 'text')})`
    : sql`true`;
  const order = sql`order by e.occurred_at desc, e.offer_id desc, e.event_type desc limit ${sql.lit(limit)}`;
  const ordered = sql`
    select e.occurred_at, e.offer_id, e.event_type, o.price_sats as exact_sats,
      offer_event_shown(e.event_type, e.occurred_at, e.is_buyer,
        case when o.state = 'active' and o.expires_at <= ${fixed(now, 'timestamptz')}
          then jsonb_populate_record(o, '{"state": "expired"}') else o end, inscription_fields(i.number, i.title),
        s.settlement_txid, s.payout_txid) as shown
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
    order by e.occurred_at desc, e.offer_id desc, e.event_type desc`;
  return viewOf(db, wanted, { ordered, key: ['occurredAt', 'offerId', 'eventType'] });
}
