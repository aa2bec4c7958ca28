import { randomUUID } from 'node:crypto';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Database } from '../port.ts';

export interface FillSale {
  readonly txid: string;
  readonly inscriptionId: string;
  readonly collectionSlug: string;
  readonly sellerAddress: string;
  readonly buyerAddress: string;
  readonly priceSats: Sats;
  readonly soldAt: Date;
  readonly blockHeight: number;
}

/** Shows the sale of a fill that a block has. Retry: safe; a sale that a reorg took back is shown again. */
export async function confirmFillSale(db: Database, sale: FillSale): Promise<void> {
  await sql`
    insert into sales (id, state, sale_type, txid, inscription_id, collection_slug, seller_address, buyer_address,
      price_sats, sold_at, block_height)
    values (${randomUUID()}, 'confirmed', 'internal', ${sale.txid}, ${sale.inscriptionId}, ${sale.collectionSlug},
      ${sale.sellerAddress}, ${sale.buyerAddress}, ${sale.priceSats}, ${sale.soldAt}::timestamptz, ${sale.blockHeight})
    on conflict (txid, inscription_id) do update set state = 'confirmed', sale_type = 'internal',
      sold_at = excluded.sold_at, block_height = excluded.block_height`.execute(db);
}

/** Takes the sale of a fill back: it is pending until a block has it again. Retry: safe. */
export async function unconfirmFillSale(db: Database, txid: string, inscriptionId: string): Promise<void> {
  await db
    .updateTable('sales')
    .set({ state: 'pending', soldAt: null, blockHeight: null })
    .where('txid', '=', txid)
    .where('inscriptionId', '=', inscriptionId)
    .execute();
}
