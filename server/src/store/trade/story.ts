/** Everything that the database knows of one trade. */
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { heightOf } from '../chain/coin-spends.ts';
import { stateAt } from '../database/next-to-expire.ts';
import type { Database } from '../port.ts';

export type TradeKind = 'listing' | 'purchase' | 'offer' | 'counter' | 'collection offer' | 'fill';

export interface TradeStory {
  readonly id: string;
  readonly kind: TradeKind;
  readonly state: string;
  /** Of a settlement of an offer or a counter. */
  readonly settlementState: string | null;
  readonly inscriptionIds: string[];
  readonly collectionSlug: string | null;
  readonly priceSats: Sats | null;
  readonly sellers: string[];
  readonly buyer: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Why it ended, or why the node does not take it now. */
  readonly reason: string | null;
  readonly settlementTxid: string | null;
  /** By name, sats: the marketplace's fees, royalties, what the seller gets and the buyer pays. */
  readonly fees: Readonly<Record<string, Sats | null>>;
  /** A part of it, or what it is a part of. */
  readonly related: { readonly kind: string; readonly id: string }[];
  readonly moves: TradeMove[];
  readonly transactions: TradeTransaction[];
}

export interface TradeMove {
  readonly kind: string;
  /** null: it was made. */
  readonly from: string | null;
  readonly to: string;
  readonly reason: string | null;
  /** Of the applied chain. null: no block was applied yet. */
  readonly height: number | null;
  readonly at: Date;
}

export interface TradeTransaction {
  readonly txid: string;
  /** Of the applied block that has it. null: none is known to. */
  readonly height: number | null;
}

interface Row extends Omit<TradeStory, 'moves' | 'transactions' | 'related'> {
  readonly relatedIds: string[] | null;
  /** Raw hex, in the order of submission. */
  readonly package: string[];
}

/**
 * The story of a trade by its id, the id of its settlement, or a transaction of it. null: nothing has it.
 */
export async function tradeStory(db: Database, idOrTxid: string, now: Date): Promise<TradeStory | null> {
  const id = await tradeIdOf(db, idOrTxid);
  if (id === null) return null;
  const { rows } =
    await sql<Row>`${storiesAt(now)} select * from stories where id = ${id}::uuid limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { relatedIds, package: sent, ...story } = row;
  const related = relatedIds ?? [];
  const { rows: moves } = await sql<TradeMove>`
    select kind, state_from as "from", state_to as "to", reason, height, moved_at as at from moves
    where row_id = any(${[id, ...related]}::uuid[]) and state_from is distinct from state_to order by id`.execute(
    db,
  );
  const { rows: kinds } = await sql<{ kind: string; id: string }>`
    select distinct kind, row_id as id from moves where row_id = any(${related}::uuid[])`.execute(db);
  const transactions = await Promise.all(
    sent.map(async (raw) => {
      const { txid } = readTransaction(raw);
      return { txid, height: await heightOf(db, txid) };
    }),
  );
  return { ...story, related: kinds, moves, transactions };
}

/** null: neither a trade nor a transaction of one. */
async function tradeIdOf(db: Database, idOrTxid: string): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/.test(idOrTxid)) {
    const { rows } = await sql<{ id: string }>`
      select offer_id as id from offer_settlements where id = ${idOrTxid}::uuid`.execute(db);
    return rows[0]?.id ?? idOrTxid;
  }
  const { rows } = await sql<{ id: string }>`
    select id from purchases where settlement_txid = ${idOrTxid}
    union all select offer_id from offer_settlements where settlement_txid = ${idOrTxid}
    union all select id from fill_attempts where settlement_txid = ${idOrTxid} and state <> 'failed'
    union all select id from offers where first_txid = ${idOrTxid}
    union all select id from listings where transfer_txid = ${idOrTxid}
    union all select id from collection_offers where funding_txid = ${idOrTxid} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** SQL: `with stories`, one row for each trade. */
function storiesAt(now: Date): RawBuilder<unknown> {
  return sql`
  with stories as (
    select p.id, 'purchase' as kind, p.state, null as settlement_state,
      (select array_agg(s.inscription_id order by s.id) from sales s where s.purchase_id = p.id) as inscription_ids,
      (select min(s.collection_slug) from sales s where s.purchase_id = p.id) as collection_slug,
      (select sum(s.price_sats)::bigint from sales s where s.purchase_id = p.id) as price_sats,
      (select array_agg(distinct s.seller_address) from sales s where s.purchase_id = p.id) as sellers,
      p.buyer_ordinals_address as buyer, p.created_at, null::timestamptz as expires_at,
      coalesce(p.failure, p.node_refusal) as reason, p.settlement_txid, p.package,
      (select jsonb_build_object('marketplaceFee', sum(s.seller_fee_sats + s.buyer_fee_sats), 'royalties', sum(s.royalty_sats),
        'sellersReceive', sum(l.seller_receive_sats), 'buyerPaysInAll', p.total_cost_sats)
        from sales s join listings l on l.id = s.listing_id where s.purchase_id = p.id) as fees,
      (select array_agg(s.listing_id) from sales s where s.purchase_id = p.id) as related_ids
    from purchases p
    union all
    select f.id, 'fill', f.state, null, array[f.inscription_id], o.slug, o.price_sats, array[f.seller_address],
      o.maker_address, f.created_at, o.expires_at, coalesce(f.reason, f.node_refusal), f.settlement_txid,
      coalesce(f.package, '{}'), '{}', array[f.offer_id]
    from fill_attempts f join collection_offers o on o.id = f.offer_id
    union all
    select o.id, case o.kind when 'seller_counter' then 'counter' else 'offer' end, ${stateAt('o', now)}, s.state,
      array[o.inscription_id], o.collection_slug, o.price_sats, array[o.seller_address], o.buyer_address, o.created_at,
      o.expires_at, coalesce(s.failure, s.node_refusal, o.close_reason), s.settlement_txid, coalesce(s.package, '{}'),
      jsonb_build_object('marketplaceFee', o.fees -> 'marketplaceRevenueSats', 'royalties', o.fees -> 'creatorRevenueSats',
        'sellerReceives', o.fees -> 'sellerReceiveSats', 'buyerPaysWithoutPostage',
        o.fees -> 'buyerPayTotalSats'),
      array_remove(array[s.id, o.parent_offer_id], null)
    from offers o left join offer_settlements s on s.offer_id = o.id
    union all
    select l.id, 'listing', ${stateAt('l', now)}, null,
      (select array_agg(i.inscription_id order by i.position) from listing_items i where i.listing_id = l.id),
      l.collection_slug, l.price_sats, array[l.seller_ordinals_address], null, l.created_at, l.expires_at, l.close_reason,
      null, coalesce((select p.package from sales s join purchases p on p.id = s.purchase_id
        where s.listing_id = l.id and s.state <> 'failed' limit 1), '{}'), jsonb_build_object('marketplaceFee', l.seller_fee_sats, 'royalties', l.seller_royalty_sats,
        'sellerReceives', l.seller_receive_sats), (select array_agg(s.purchase_id) from sales s where s.listing_id = l.id and s.purchase_id is not null)
    from listings l
    union all
    select o.id, 'collection offer', ${stateAt('o', now)}, null, '{}', o.slug, o.price_sats, '{}', o.maker_address, o.created_at,
      o.expires_at, o.close_reason, null, coalesce((select f.package from fill_attempts f
        where f.offer_id = o.id and f.state not in ('failed', 'displaced') limit 1), '{}'), '{}', (select array_agg(f.id) from fill_attempts f where f.offer_id = o.id)
    from collection_offers o
  )`;
}
