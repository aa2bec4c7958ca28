import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type Selectable, sql } from 'kysely';
import { watchCoins } from '../chain/coin-spends.ts';
import { activeAfter, type Expiring } from '../database/next-to-expire.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { offerMachine } from './machine.ts';
import type { OfferSignatures, StoredPsbtTerms } from './schema.ts';

type Stored = Selectable<Schema['offers']>;

/** A buyer's offer or a seller's counter. */
export type Offer = BuyerOffer | PsbtOffer | CounterOffer;

export interface BuyerOffer extends Stored {
  readonly kind: 'buyer_offer';
  readonly buyerProfileId: string;
  readonly buyerBindingId: string;
  readonly terms: OfferTerms;
}

/** An offer that came as a PSBT, of a buyer without an account. */
export interface PsbtOffer extends Stored {
  readonly kind: 'buyer_offer';
  readonly buyerProfileId: null;
  readonly terms: StoredPsbtTerms;
}

export interface CounterOffer extends Stored {
  readonly kind: 'seller_counter';
  readonly buyerProfileId: string;
  readonly buyerBindingId: string;
  readonly terms: CounterTerms;
  readonly parentOfferId: string;
  readonly sellerBindingId: string;
  readonly anchorId: string;
}

type Draft = Omit<
  Insertable<Schema['offers']>,
  | 'state'
  | 'terms'
  | 'signatures'
  | 'fees'
  | 'promisedFeeRate'
  | 'closedAt'
  | 'closeReason'
  | 'invalidatedHeight'
  | 'isFinal'
  | 'promisedUntil'
>;

export interface NewOffer extends Draft {
  readonly fees: Stored['fees'];
  readonly terms: OfferTerms | CounterTerms | StoredPsbtTerms;
  readonly signatures: OfferSignatures;
  /** The coins that its transactions spend: the inscription's, and the buyer's where they are known. */
  readonly coins: readonly Outpoint[];
}

/**
 * Stores an active offer. Returns false and stores nothing when an active one has the same transaction or
 * parent.
 */
export async function insertOffer(db: Database, { coins, ...offer }: NewOffer): Promise<boolean> {
  const row = {
    ...offer,
    state: 'active',
    fees: JSON.stringify(offer.fees),
    terms: JSON.stringify(offer.terms),
    signatures: JSON.stringify(offer.signatures),
  } as const;
  const inserted = await offerMachine.insert(db, [row], 'unlessThere');
  if (inserted.length === 0) return false;
  await db
    .insertInto('offerCoins')
    .values(coins.map(({ txid, vout }) => ({ offerId: offer.id, txid, vout })))
    .execute();
  await watchCoins(db, coins);
  return true;
}

export async function offerById(db: Database, id: string): Promise<Offer | null> {
  const { rows } = await sql<Offer>`select * from offers where id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** The next active offers in the order in which they expire; `after`: the last one seen, null to begin. */
export async function activeOffersAfter(
  db: Database,
  after: Expiring | null,
  limit: number,
): Promise<Offer[]> {
  const { rows } = await sql<Offer>`select * from offers ${activeAfter(after, limit)}`.execute(db);
  return rows;
}

/** The first of the active offers that had expired at `now`. */
export async function offersDue(db: Database, now: Date, limit: number): Promise<Pick<Offer, 'id'>[]> {
  const { rows } = await sql<Pick<Offer, 'id'>>`
    select id from offers where state = 'active' and expires_at <= ${now}::timestamptz
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** By offer, the coins that it spends. */
export async function coinsOfOffers(db: Database, ids: readonly string[]): Promise<Map<string, Outpoint[]>> {
  const { rows } = await sql<Outpoint & { offerId: string }>`
    select offer_id, txid, vout from offer_coins where offer_id = any(${ids}::uuid[])`.execute(db);
  const coins = new Map<string, Outpoint[]>(ids.map((id) => [id, []]));
  for (const { offerId, txid, vout } of rows) coins.get(offerId)!.push({ txid, vout });
  return coins;
}

/**
 * Locks, until the transaction ends, every open offer that spends a coin of this one. Returns whether another
 * of them is accepted.
 */
export async function hasAcceptedRival(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; state: string; isStalled: boolean }>`
    select id, state, exists (
      select from offer_settlements s where s.offer_id = offers.id and s.state = 'stalled'
    ) as is_stalled from offers
    where state in ('active', 'accepted') and id in (
      select rival.offer_id from offer_coins own
        join offer_coins rival on rival.txid = own.txid and rival.vout = own.vout
      where own.offer_id = ${id}::uuid
    ) order by id for update`.execute(db);
  return rows.some((row) => row.id !== id && row.state === 'accepted' && !row.isStalled);
}

/** The highest active, unexpired buyer's offer on each of these inscriptions; one without any is missing. */
export async function topOffers(
  db: Database,
  inscriptionIds: readonly string[],
  now: Date,
): Promise<Map<string, Sats>> {
  const { rows } = await sql<{ inscriptionId: string; sats: Sats }>`
    select inscription_id, max(price_sats) as sats from offers
    where state = 'active' and kind = 'buyer_offer' and inscription_id = any(${inscriptionIds}::text[])
      and expires_at > ${now}::timestamptz
    group by inscription_id`.execute(db);
  return new Map(rows.map(({ inscriptionId, sats }) => [inscriptionId, sats]));
}

/**
 * Stores the rate at which the last preflight built the acceptance of an offer or a counter, whole sat/vB,
 * and until when it promises that.
 */
export async function recordFeeRate(
  db: Database,
  id: string,
  promisedFeeRate: number,
  promisedUntil: Date,
): Promise<void> {
  await db.updateTable('offers').set({ promisedFeeRate, promisedUntil }).where('id', '=', id).execute();
}
