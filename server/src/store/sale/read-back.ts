/** Own sales whose trade this database does not know: it was restored from an older copy. */
import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { collectionOfferMachine } from '../collection-offer/machine.ts';
import { listingMachine } from '../listing/machine.ts';
import { offerMachine } from '../offer/machine.ts';
import type { Database } from '../port.ts';

const reopen = collectionOfferMachine.statement(['accepted'], 'invalidated');

/** What was offered, and sold by a transaction of which nothing else is stored. */
export interface OfferedBefore {
  readonly kind: 'listing' | 'buyer_offer' | 'seller_counter' | 'collection_offer';
  readonly id: string;
  /** listing, counter: the transfer. buyer_offer: the settlement. collection_offer: the funding parent. */
  readonly txid: string;
  readonly priceSats: Sats;
  readonly collectionSlug: string;
  /** null: known from the transaction alone. */
  readonly sellerAddress: string | null;
  readonly buyerAddress: string | null;
}

/** Listings, offers, counters and collection offers that one of these transactions belongs to. */
export async function offeredBefore(db: Database, txids: readonly string[]): Promise<OfferedBefore[]> {
  if (txids.length === 0) return [];
  const asked = sql`any(${[...new Set(txids)]}::text[])`;
  const { rows } = await sql<OfferedBefore>`
    select 'listing' as kind, id, transfer_txid as txid, price_sats, collection_slug,
      seller_ordinals_address as seller_address, null as buyer_address
    from listings where transfer_txid = ${asked}
    union all
    select kind, id, first_txid, price_sats, collection_slug, seller_address, buyer_address
    from offers where first_txid = ${asked}
    union all
    select 'collection_offer', id, funding_txid, price_sats, slug, null, maker_address
    from collection_offers where funding_txid = ${asked}`.execute(db);
  return rows;
}

/** Which of these transactions settle a trade that is stored. */
export async function storedSettlements(db: Database, txids: readonly string[]): Promise<Set<string>> {
  const asked = sql`any(${[...new Set(txids)]}::text[])`;
  const { rows } = await sql<{ txid: string }>`
    select settlement_txid as txid from purchases where settlement_txid = ${asked}
    union select settlement_txid from offer_settlements where settlement_txid = ${asked}
    union select settlement_txid from fill_attempts where settlement_txid = ${asked}`.execute(db);
  return new Set(rows.map(({ txid }) => txid));
}

/** Marks what was sold, after the follower has seen its coins spent. Run it in a transaction. Retry-safe. */
export async function closeAsSold(db: Database, { kind, id }: OfferedBefore, closedAt: Date): Promise<void> {
  const closed = { closedAt, closeReason: 'sold, read back from its block' };
  if (kind === 'listing') await listingMachine.transitionIfStill(db, id, 'invalidated', 'sold', closed);
  else if (kind === 'collection_offer') {
    for (const from of ['active', 'invalidated', 'cancelled', 'expired'] as const)
      await collectionOfferMachine.transitionIfStill(db, id, from, 'accepted', closed);
  } else await offerMachine.transitionIfStill(db, id, 'invalidated', 'accepted', closed);
}

/**
 * Deletes the sales read back from blocks above `height`, and reopens what they had closed. Run it in a
 * transaction, after `forgetSpendsAbove`. Retry-safe.
 */
export async function undoReadBackAbove(db: Database, height: number): Promise<void> {
  const { rows } = await sql<{ listingId: string | null; offerId: string | null }>`
    delete from sales where read_back and block_height > ${height} returning listing_id, offer_id`.execute(
    db,
  );
  const open = { closedAt: null };
  for (const { listingId, offerId } of rows) {
    if (listingId) await listingMachine.transitionIfStill(db, listingId, 'sold', 'invalidated', open);
    if (offerId)
      await offerMachine.transitionIfStill(db, offerId, 'accepted', 'invalidated', {
        ...open,
        isFinal: false,
      });
  }
  await sql`
    update collection_offers o set ${reopen.set}, closed_at = null
    from watched_coins w
    where ${reopen.isFrom('o')} and w.txid = o.funding_txid and w.vout = ${sql.lit(OFFER_VOUT)} and w.spent_by is null
      and not exists (select from fill_attempts f where f.offer_id = o.id and f.state = 'accepted')`.execute(
    db,
  );
}
