import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
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
