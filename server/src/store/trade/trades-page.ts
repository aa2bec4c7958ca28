/** Lists of trades for the operator, newest first. */
import { TRADE_KINDS } from '@ordbook/api/trade/trade';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { stateAt } from '../database/next-to-expire.ts';
import type { PageKey } from '../database/page-key.ts';
import type { Database } from '../port.ts';
import { type Progress, tradesInProgress } from './packages.ts';
import type { TradeKind } from './story.ts';

/** States of a trade that neither party nor the chain has ended. */
export const OPEN_STATES = [
  'pending_public',
  'buyable',
  'hidden_locked',
  'active',
  'filling',
  'broadcasting',
  'pending',
  'stalled',
  'seller_signed',
  'sending',
  'broadcast',
] as const;

export interface TradeRow {
  readonly id: string;
  readonly kind: TradeKind;
  readonly state: string;
  /** null: a purchase or fill may be of several; then as of its first. */
  readonly collectionSlug: string | null;
  /** null: a collection offer is for any of a set. */
  readonly inscriptionId: string | null;
  readonly priceSats: Sats | null;
  /** Addresses. null: there is none yet, or a purchase has several. */
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly sellerProfileId: string | null;
  readonly buyerProfileId: string | null;
  readonly createdAt: Date;
  /** When its package was made. null: there is none. */
  readonly packagedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly reason: string | null;
  readonly settlementTxid: string | null;
}

export interface TradesWanted {
  /** `[createdAt, id]`; null: from the newest. */
  readonly after: PageKey | null;
  readonly limit: number;
  readonly now: Date;
  /** Default: all. */
  readonly kinds?: readonly TradeKind[] | undefined;
  readonly states?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  /** Of a party. */
  readonly profileId?: string | undefined;
  readonly collectionSlug?: string | undefined;
  /** Whose package is on its way. */
  readonly progress?: Progress | undefined;
  /** Id of the trade, its settlement or its inscription, or an address of a party. */
  readonly find?: string | undefined;
}

/**
 * A page of trades in one statement. Each kind is read from its own index, in order, and cut at the limit.
 */
export async function tradesPage(db: Database, wanted: TradesWanted): Promise<TradeRow[]> {
  const kinds = wanted.kinds ?? TRADE_KINDS;
  const sources = sourcesAt(wanted.now);
  const parts = kinds.map(
    (kind) => sql`(select * from (${sources[kind]}) t where ${conditions(wanted)}
    order by created_at desc, id desc limit ${wanted.limit})`,
  );
  const { rows } = await sql<TradeRow>`
    select * from (${sql.join(parts, sql` union all `)}) trades
    order by created_at desc, id desc limit ${wanted.limit}`.execute(db);
  return rows;
}

function conditions(wanted: TradesWanted): RawBuilder<unknown> {
  const { after, states, since, profileId, collectionSlug, progress, find } = wanted;
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (after) all.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  if (states) all.push(sql`state = any(${[...states]}::text[])`);
  if (since) all.push(sql`created_at >= ${since}::timestamptz`);
  if (profileId)
    all.push(sql`(seller_profile_id = ${profileId}::uuid or buyer_profile_id = ${profileId}::uuid)`);
  if (collectionSlug) all.push(sql`collection_slug = ${collectionSlug}`);
  if (progress) all.push(sql`id = any(${tradesInProgress(progress, wanted.now)})`);
  if (find !== undefined) all.push(found(find));
  return sql.join(all, sql` and `);
}

function found(find: string): RawBuilder<unknown> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(find)) return sql`id = ${find}::uuid`;
  if (/^[0-9a-f]{64}$/.test(find)) return sql`settlement_txid = ${find}`;
  if (/^[0-9a-f]{64}i\d+$/.test(find)) return sql`inscription_id = ${find}`;
  return sql`${find} in (seller, buyer)`;
}

/** SQL: the trades of each kind. */
function sourcesAt(now: Date): Readonly<Record<TradeKind, RawBuilder<unknown>>> {
  const offersOf = (kind: 'buyer_offer' | 'seller_counter', name: 'offer' | 'counter') => sql`
  select o.id, ${sql.lit(name)} as kind, coalesce(s.state, ${stateAt('o', now)}) as state, o.collection_slug, o.inscription_id,
    o.price_sats, o.seller_address as seller, o.buyer_address as buyer,
    (select w.profile_id from wallet_bindings w where w.id = o.seller_binding_id) as seller_profile_id,
    o.buyer_profile_id, o.created_at, s.created_at as packaged_at, o.expires_at, coalesce(s.failure, s.node_refusal, o.close_reason) as reason,
    s.settlement_txid
  from offers o left join offer_settlements s on s.offer_id = o.id where o.kind = ${sql.lit(kind)}`;

  return {
    listing: sql`
    select l.id, 'listing' as kind, ${stateAt('l', now)} as state, l.collection_slug, l.inscription_id, l.price_sats,
      l.seller_ordinals_address as seller, null::text as buyer, l.seller_profile_id, null::uuid as buyer_profile_id,
      l.created_at, null::timestamptz as packaged_at, l.expires_at, l.close_reason as reason, null::text as settlement_txid
    from listings l`,
    purchase: sql`
    select p.id, 'purchase' as kind, p.state,
      (select s.collection_slug from sales s where s.purchase_id = p.id order by s.id limit 1) as collection_slug,
      (select s.inscription_id from sales s where s.purchase_id = p.id order by s.id limit 1) as inscription_id,
      (select sum(s.price_sats)::bigint from sales s where s.purchase_id = p.id) as price_sats,
      (select s.seller_address from sales s where s.purchase_id = p.id order by s.id limit 1) as seller,
      p.buyer_ordinals_address as buyer, null::uuid as seller_profile_id, p.buyer_profile_id, p.created_at,
      p.created_at as packaged_at, null::timestamptz as expires_at, coalesce(p.failure, p.node_refusal) as reason, p.settlement_txid
    from purchases p`,
    offer: offersOf('buyer_offer', 'offer'),
    counter: offersOf('seller_counter', 'counter'),
    'collection offer': sql`
    select o.id, 'collection offer' as kind, ${stateAt('o', now)} as state, o.slug as collection_slug, null::text as inscription_id, o.price_sats,
      null::text as seller, o.maker_address as buyer, null::uuid as seller_profile_id, o.maker_profile_id as buyer_profile_id,
      o.created_at, null::timestamptz as packaged_at, o.expires_at, o.close_reason as reason, null::text as settlement_txid
    from collection_offers o`,
    fill: sql`
    select f.id, 'fill' as kind, f.state, o.slug as collection_slug, f.inscription_id, o.price_sats, f.seller_address as seller,
      o.maker_address as buyer, f.seller_profile_id, o.maker_profile_id as buyer_profile_id, f.created_at, f.created_at as packaged_at, o.expires_at,
      coalesce(f.reason, f.node_refusal) as reason, f.settlement_txid
    from fill_attempts f join collection_offers o on o.id = f.offer_id`,
  };
}
