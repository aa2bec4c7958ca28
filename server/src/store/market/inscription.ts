import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { firstRows } from '../database/first-rows.ts';
import type { Database } from '../port.ts';

export interface PastSale {
  readonly id: string;
  readonly saleType: 'internal' | 'external';
  readonly txid: string;
  readonly priceSats: Sats;
  readonly priceUsd: number | null;
  readonly soldAt: Date;
  readonly blockHeight: number;
  readonly sellerAddress: string | null;
  readonly buyerAddress: string | null;
}

/** The confirmed sales of an inscription, alone or in a bundle, newest first. */
export async function salesOfInscription(db: Database, id: string, limit: number): Promise<PastSale[]> {
  const { rows } = await sql<PastSale>`
    select s.id, s.sale_type, s.txid, s.price_sats, s.price_usd, s.sold_at, s.block_height, s.seller_address, s.buyer_address
    from sales s
    where s.state = 'confirmed' and s.id in (
      select x.id from sales x where x.inscription_id = ${id} and x.state = 'confirmed'
      union select i.sale_id from sale_items i where i.inscription_id = ${id}
    )
    order by s.sold_at desc, s.block_height desc, s.block_position desc limit ${limit}`.execute(db);
  return rows;
}

export interface OpenOffer {
  readonly id: string;
  readonly priceSats: Sats;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Active, unexpired inscription offers of buyers, the highest first; counters are not public. */
export async function openOffers(
  db: Database,
  id: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<OpenOffer[]> {
  const { rows } = await sql<OpenOffer>`
    select id, price_sats, created_at, expires_at from offers
    where inscription_id = ${id} and state = 'active' and kind = 'buyer_offer' and expires_at > ${now}::timestamptz
    order by price_sats desc, created_at, id limit ${limit}`.execute(db);
  return rows;
}

/** An active, unexpired inscription offer of a buyer, beside what it is for. */
export interface HeldOffer extends OpenOffer {
  readonly inscriptionId: string;
  readonly number: number | null;
  readonly title: string | null;
}

/** The offers for what an address holds, newest first: a range of one index. */
export async function heldOffers(
  db: Database,
  address: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<HeldOffer[]> {
  const offers = sql`
    select o.id, o.price_sats, o.created_at, o.expires_at, o.inscription_id, n.number, n.title
    from offers o left join inscriptions n on n.id = o.inscription_id
    where o.seller_address = ${address} and o.state = 'active' and o.kind = 'buyer_offer'
      and o.expires_at > ${now}::timestamptz
    order by o.created_at desc, o.inscription_id desc`;
  const { rows } = await sql<HeldOffer>`${firstRows(offers, limit)}`.execute(db);
  return rows;
}

export interface Neighbour {
  readonly side: 'previous' | 'next';
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
}

/** The members before and after one, in the order of the collection; none at an end. */
export async function neighbours(
  db: Database,
  { slug, position, key }: { readonly slug: string; readonly position: number; readonly key: number },
): Promise<Neighbour[]> {
  const at = sql`(${position}::bigint, ${key}::bigint)`;
  const { rows } = await sql<Neighbour>`
    select m.side, n.id, n.number, n.title from (
      (select 'previous' as side, inscription_key from collection_members
        where slug = ${slug} and (position, inscription_key) < ${at} order by position desc, inscription_key desc limit 1)
      union all
      (select 'next', inscription_key from collection_members
        where slug = ${slug} and (position, inscription_key) > ${at} order by position, inscription_key limit 1)
    ) m join inscriptions n on n.key = m.inscription_key`.execute(db);
  return rows;
}
