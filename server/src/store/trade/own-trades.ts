/** The trades of one profile, newest first: what it lists, buys, offers, accepts and fills. */
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { stateAt } from '../database/next-to-expire.ts';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import type { TradeKind } from './story.ts';
import { OPEN_STATES } from './trades-page.ts';

export interface OwnTrade {
  readonly id: string;
  readonly kind: TradeKind;
  readonly side: 'sell' | 'buy';
  /** Of an accepted offer or counter, the state of its settlement. */
  readonly state: string;
  readonly collectionSlug: string | null;
  readonly collectionName: string | null;
  /** The first three; a collection offer has none before its fill. */
  readonly inscriptions: readonly {
    readonly id: string;
    readonly title: string | null;
    readonly number: number | null;
  }[];
  readonly inscriptionCount: number;
  readonly priceSats: Sats | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly reason: string | null;
  /** Of a listing, the sale that takes it; of a collection offer, its fill. */
  readonly settlementTxid: string | null;
  /** Height of the block that has the settlement. null: none has. */
  readonly confirmedHeight: number | null;
}

export interface OwnTradesWanted {
  readonly profileId: string;
  readonly now: Date;
  /** Only those that neither party nor the chain has ended. */
  readonly isOpen: boolean;
  /** `[createdAt, id]`; null: from the newest. */
  readonly after: PageKey | null;
  readonly limit: number;
}

/**
 * A page in one statement. Each kind is read from the index of its party, in order, and cut at the limit: a
 * profile with many trades waits no longer than another.
 */
export async function ownTrades(db: Database, wanted: OwnTradesWanted): Promise<OwnTrade[]> {
  const { profileId, now, isOpen, after, limit } = wanted;
  const own = sql`${profileId}::uuid`;
  /** SQL: `from` with its condition, cut at the limit. `state`: of the trade, as an expression. */
  const newest = (alias: string, from: RawBuilder<unknown>, state: RawBuilder<unknown>) => {
    const at = sql`${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)}`;
    const rest = after ? sql`(${at}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
    const open = isOpen ? sql`${state} = any(${[...OPEN_STATES]}::text[])` : sql`true`;
    return sql`(${from} and ${rest} and ${open}
      order by ${sql.ref(`${alias}.created_at`)} desc, ${sql.ref(`${alias}.id`)} desc limit ${limit})`;
  };
  const offerState = sql`coalesce(s.state, ${stateAt('o', now)})`;
  const offer = (side: 'sell' | 'buy') => sql`
    select o.id, case o.kind when 'seller_counter' then 'counter' else 'offer' end as kind, ${sql.lit(side)} as side,
      ${offerState} as state, o.collection_slug, array[o.inscription_id] as ids, o.price_sats, o.created_at, o.expires_at,
      coalesce(s.failure, s.node_refusal, o.close_reason) as reason, s.settlement_txid, s.confirmed_height
    from offers o left join offer_settlements s on s.offer_id = o.id`;
  const parts = [
    newest(
      'l',
      sql`select l.id, 'listing' as kind, 'sell' as side, ${stateAt('l', now)} as state, l.collection_slug,
        array(select i.inscription_id from listing_items i where i.listing_id = l.id order by i.position) as ids,
        l.price_sats, l.created_at, l.expires_at, l.close_reason as reason, p.settlement_txid, p.confirmed_height
      from listings l left join lateral (
        select p.settlement_txid, p.confirmed_height from sales s join purchases p on p.id = s.purchase_id
        where s.listing_id = l.id and s.state <> 'failed' limit 1
      ) p on true where l.seller_profile_id = ${own}`,
      stateAt('l', now),
    ),
    newest(
      'p',
      sql`select p.id, 'purchase', 'buy', p.state,
        (select min(s.collection_slug) from sales s where s.purchase_id = p.id),
        array(select s.inscription_id from sales s where s.purchase_id = p.id order by s.id),
        (select sum(s.price_sats)::bigint from sales s where s.purchase_id = p.id), p.created_at, null::timestamptz,
        coalesce(p.failure, p.node_refusal), p.settlement_txid, p.confirmed_height
      from purchases p where p.buyer_profile_id = ${own}`,
      sql`p.state`,
    ),
    newest('o', sql`${offer('buy')} where o.buyer_profile_id = ${own}`, offerState),
    sql`select taken.* from wallet_bindings w cross join lateral ${newest(
      'o',
      sql`${offer('sell')} where o.seller_address = w.ordinals_address
        and (o.state = 'accepted' or o.kind = 'seller_counter')`,
      offerState,
    )} taken
      where w.profile_id = ${own}`,
    newest(
      'o',
      sql`select o.id, 'collection offer', 'buy', ${stateAt('o', now)}, o.slug,
        case when f.inscription_id is null then '{}'::text[] else array[f.inscription_id] end, o.price_sats, o.created_at,
        o.expires_at, coalesce(f.reason, f.node_refusal, o.close_reason), f.settlement_txid, f.confirmed_height
      from collection_offers o left join lateral (
        select f.* from fill_attempts f where f.offer_id = o.id and f.state not in ('failed', 'displaced') limit 1
      ) f on true where o.maker_profile_id = ${own}`,
      stateAt('o', now),
    ),
    newest(
      'f',
      sql`select f.id, 'fill', 'sell', f.state, o.slug, array[f.inscription_id], o.price_sats, f.created_at,
        null::timestamptz, coalesce(f.reason, f.node_refusal), f.settlement_txid, f.confirmed_height
      from fill_attempts f join collection_offers o on o.id = f.offer_id where f.seller_profile_id = ${own}`,
      sql`f.state`,
    ),
  ];
  const { rows } = await sql<OwnTrade>`
    with page as (select * from (${sql.join(parts, sql` union all `)}) trades
      order by created_at desc, id desc limit ${limit})
    select page.id, page.kind, page.side, page.state, page.collection_slug, page.price_sats, page.created_at,
      page.expires_at, page.reason, page.settlement_txid, page.confirmed_height,
      (select c.name from collections c where c.slug = page.collection_slug) as collection_name,
      cardinality(page.ids) as inscription_count,
      coalesce((select jsonb_agg(jsonb_build_object('id', named.id, 'title', i.title, 'number', i.number) order by named.place)
        from unnest(page.ids[1:3]) with ordinality as named (id, place) left join inscriptions i on i.id = named.id
      ), '[]') as inscriptions
    from page order by page.created_at desc, page.id desc`.execute(db);
  return rows;
}
