/** Own sales whose trade this database does not know: it was restored from an older copy. */
import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { collectionOfferMachine } from '../collection-offer/machine.ts';
import { withMoves } from '../database/machine.ts';
import { listingMachine } from '../listing/machine.ts';
import { offerMachine } from '../offer/machine.ts';
import type { Database } from '../port.ts';
import { deletingSales } from './write-sales.ts';

/** Their signatures are gone: a restore had ended them, before the block was read. */
const ended = {
  listing: sql`l.sale_signature = ''`,
  offer: sql`o.signatures is null`,
  collectionOffer: sql`o.auth_secret is null`,
};

/** Why a trade was closed whose sale was read back. */
export const READ_BACK_REASON = 'sold, read back from its block';
/** Why it is closed again, or not open yet. */
export const UNDONE_REASON = 'a reorg took the block of its sale';

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

/** Transactions that something may have been offered with. */
export interface OfferedWith {
  /** Transactions that settle a trade. */
  readonly settlements: ReadonlySet<string>;
  /** Transactions that brought something into a passthrough. */
  readonly transfers: ReadonlySet<string>;
  /** Transactions with an output that was spent as an offer's. */
  readonly fundings: ReadonlySet<string>;
}

/** Listings, offers, counters and collection offers that one of these transactions belongs to. */
export async function offeredBefore(
  db: Database,
  { settlements, transfers, fundings }: OfferedWith,
): Promise<OfferedBefore[]> {
  const among = (...txids: readonly ReadonlySet<string>[]) =>
    sql`any(string_to_array(${txids.flatMap((set) => [...set]).join(',')}::text, ','))`;
  const { rows } = await sql<OfferedBefore>`
    select 'listing' as kind, id, transfer_txid as txid, price_sats, collection_slug,
      seller_ordinals_address as seller_address, null as buyer_address
    from listings where transfer_txid = ${among(transfers)}
    union all
    select kind, id, first_txid, price_sats, collection_slug, seller_address, buyer_address
    from offers where first_txid = ${among(settlements, transfers)}
    union all
    select 'collection_offer', id, funding_txid, price_sats, slug, null, maker_address
    from collection_offers where funding_txid = ${among(fundings)}`.execute(db);
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

/**
 * Marks what was sold, after the follower has seen its coins spent; also what a restore ended before the
 * block was read. Run it in a transaction. Retry-safe.
 */
export async function closeAsSold(db: Database, { kind, id }: OfferedBefore, closedAt: Date): Promise<void> {
  const closed = { closedAt, closeReason: READ_BACK_REASON };
  if (kind === 'listing') {
    for (const from of ['invalidated', 'cancelled', 'expired'] as const)
      await listingMachine.transitionIfStill(db, id, from, 'sold', closed);
  } else if (kind === 'collection_offer') {
    for (const from of ['active', 'invalidated', 'cancelled', 'expired'] as const)
      await collectionOfferMachine.transitionIfStill(db, id, from, 'accepted', closed);
  } else {
    for (const from of ['invalidated', 'cancelled', 'expired'] as const)
      await offerMachine.transitionIfStill(db, id, from, 'accepted', closed);
  }
}

/**
 * Deletes the sales read back from blocks above `height`, and reopens what they had closed; what had ended
 * before ends again. Run it in a transaction, after `forgetSpendsAbove`. Retry-safe.
 */
export async function undoReadBackAbove(db: Database, height: number): Promise<void> {
  const gone = deletingSales(sql`r.read_back and r.block_height > ${height}`);
  const { rows } = await sql<Undone>`
    with ${withMoves(gone)}
    select g.listing_id, g.offer_id, coalesce(${ended.listing}, ${ended.offer}, false) as had_ended
    from moved g left join listings l on l.id = g.listing_id left join offers o on o.id = g.offer_id`.execute(
    db,
  );
  const because = { closeReason: UNDONE_REASON };
  for (const { listingId, offerId, hadEnded } of rows) {
    const to = hadEnded ? 'cancelled' : 'invalidated';
    const listing = hadEnded ? because : { ...because, closedAt: null };
    const offer = hadEnded ? because : { ...because, isFinal: false };
    if (listingId) await listingMachine.transitionIfStill(db, listingId, 'sold', to, listing);
    if (offerId) await offerMachine.transitionIfStill(db, offerId, 'accepted', to, offer);
  }
  const reopening = (to: 'cancelled' | 'invalidated', which: RawBuilder<unknown>, set: RawBuilder<unknown>) =>
    collectionOfferMachine.moving(['accepted'], to, (isFrom) => ({
      picked: sql`
        select o.id, o.state from collection_offers o join watched_coins w on w.txid = o.funding_txid
        where w.vout = ${sql.lit(OFFER_VOUT)} and w.spent_by is null and ${isFrom('o')} and ${which}
          and not exists (select from fill_attempts f where f.offer_id = o.id and f.state = 'accepted')
        order by o.id for update of o`,
      set: sql`close_reason = ${UNDONE_REASON} ${set}`,
    }));
  const endedAgain = reopening('cancelled', ended.collectionOffer, sql``);
  await sql`with ${withMoves(endedAgain)} select`.execute(db);
  const reopened = reopening('invalidated', sql`true`, sql`, closed_at = null`);
  await sql`with ${withMoves(reopened)} select`.execute(db);
}

interface Undone {
  readonly listingId: string | null;
  readonly offerId: string | null;
  readonly hadEnded: boolean;
}
