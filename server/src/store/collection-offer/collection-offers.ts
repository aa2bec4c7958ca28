import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Insertable, type Selectable, sql } from 'kysely';
import { watchCoins } from '../chain/coin-spends.ts';
import { columnsOf } from '../database/columns.ts';
import { withMoves } from '../database/machine.ts';
import { activeAfter, type Expiring } from '../database/next-to-expire.ts';
import { outpointRows, sameCoin } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { collectionOfferMachine } from './machine.ts';
import { meetsOffer } from './meets-target.ts';

export type CollectionOffer = Selectable<Schema['collectionOffers']>;
export type NewCollectionOffer = Omit<
  Insertable<Schema['collectionOffers']>,
  'state' | 'closedAt' | 'closeReason' | 'invalidatedHeight' | 'isFinal' | 'isSetDoubtful'
>;

/**
 * Stores an active offer and the coins that fund it. Returns null when an offer of the same funding parent is
 * live.
 */
export async function insertCollectionOffer(
  db: Database,
  offer: NewCollectionOffer,
  coins: readonly Outpoint[],
): Promise<CollectionOffer | null> {
  const [row] = await collectionOfferMachine.insert(db, [{ ...offer, state: 'active' }], 'unlessThere');
  if (!row) return null;
  await sql`
    insert into collection_offer_coins (offer_id, txid, vout)
    select ${row.id}, o.txid, o.vout from ${outpointRows(coins, 'o')}`.execute(db);
  await watchCoins(db, [...coins, { txid: offer.fundingTxid, vout: OFFER_VOUT }]);
  return row;
}

export async function collectionOfferById(db: Database, id: string): Promise<CollectionOffer | null> {
  return (
    (await db.selectFrom('collectionOffers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** A collection offer as everybody sees it, with what shows its sample. */
export interface CollectionOfferRow
  extends Pick<
    CollectionOffer,
    | 'id'
    | 'target'
    | 'priceSats'
    | 'eligibleCount'
    | 'makerAddress'
    | 'createdAt'
    | 'expiresAt'
    | 'sampleInscriptionId'
  > {
  readonly sampleContentType: string | null;
  readonly isPixelArt: boolean;
}

/** A row of the book. */
export type BookRow = CollectionOfferRow & Pick<CollectionOffer, 'makerBindingId' | 'makerProfileId'>;

/** SQL: of offer `o`, inscription `i` and collection `c`. */
export const BOOK_COLUMNS = columnsOf<BookRow>({
  id: sql`o.id`,
  target: sql`o.target`,
  priceSats: sql`o.price_sats`,
  eligibleCount: sql`o.eligible_count`,
  makerAddress: sql`o.maker_address`,
  makerBindingId: sql`o.maker_binding_id`,
  makerProfileId: sql`o.maker_profile_id`,
  createdAt: sql`o.created_at`,
  expiresAt: sql`o.expires_at`,
  sampleInscriptionId: sql`o.sample_inscription_id`,
  sampleContentType: sql`i.content_type`,
  isPixelArt: sql`c.pixel_art`,
});

export interface BookWanted {
  readonly slug: string;
  readonly now: Date;
  /** Only the offers of this profile. */
  readonly makerProfileId?: string;
  readonly limit: number;
}

/** Active, unexpired offers: the highest price first, then the earliest. */
export async function bookRows(
  db: Database,
  { slug, now, makerProfileId, limit }: BookWanted,
): Promise<BookRow[]> {
  const own = makerProfileId === undefined ? sql`true` : sql`o.maker_profile_id = ${makerProfileId}`;
  const { rows } = await sql<BookRow>`
    select ${BOOK_COLUMNS}
    from collection_offers o join collections c on c.slug = o.slug
      left join inscriptions i on i.id = o.sample_inscription_id
    where o.slug = ${slug} and o.state = 'active' and o.expires_at > ${now}::timestamptz and ${own}
    order by o.price_sats desc, o.created_at, o.id limit ${limit}`.execute(db);
  return rows;
}

/** How many active, unexpired offers there are, and how many of them are for traits. */
export async function bookCounts(
  db: Database,
  { slug, now, makerProfileId }: Omit<BookWanted, 'limit'>,
): Promise<{ readonly total: number; readonly traits: number }> {
  const own = makerProfileId === undefined ? sql`true` : sql`maker_profile_id = ${makerProfileId}`;
  const { rows } = await sql<{ total: number; traits: number }>`
    select count(*) as total, count(*) filter (where target ->> 'kind' = 'traits') as traits
    from collection_offers
    where slug = ${slug} and state = 'active' and expires_at > ${now}::timestamptz and ${own}`.execute(db);
  return rows[0]!;
}

/** The maker's active, unexpired offers of a scope that any of these coins funds. */
export async function offersToReplace(
  db: Database,
  wanted: {
    readonly makerProfileId: string;
    readonly scopeKey: string;
    readonly coins: readonly Outpoint[];
    readonly now: Date;
  },
): Promise<CollectionOffer[]> {
  const { rows } = await sql<CollectionOffer>`
    select o.* from collection_offers o
    where o.maker_profile_id = ${wanted.makerProfileId} and o.scope_key = ${wanted.scopeKey} and o.state = 'active'
      and o.expires_at > ${wanted.now}::timestamptz
      and exists (select 1 from collection_offer_coins c join ${outpointRows(wanted.coins, 'w')}
        on ${sameCoin('w', 'c')} where c.offer_id = o.id)
    order by o.id`.execute(db);
  return rows;
}

/** What says whether an offer can be filled. */
export type FundedOffer = Pick<
  CollectionOffer,
  'id' | 'expiresAt' | 'funding' | 'fundingTxid' | 'invalidatedHeight'
>;

const FUNDED_COLUMNS = sql`o.id, o.expires_at, o.funding, o.funding_txid, o.invalidated_height`;
const mayComeBack = sql`o.state = 'invalidated' and not o.is_final`;

/**
 * Active offers, or invalidated ones that may come back, that any of these coins funds or whose funding
 * parent made one of them.
 */
export async function collectionOffersOn(
  db: Database,
  coins: readonly Outpoint[],
  state: 'active' | 'invalidated',
  limit: number,
): Promise<FundedOffer[]> {
  const { rows } = await sql<FundedOffer>`
    select ${FUNDED_COLUMNS} from collection_offers o
    where ${state === 'active' ? sql`o.state = 'active'` : mayComeBack} and (
      o.id in (select c.offer_id from collection_offer_coins c join ${outpointRows(coins, 'w')}
        on ${sameCoin('w', 'c')})
      or o.funding_txid in (select w.txid from ${outpointRows(coins, 'w')}))
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** The next invalidated offers that may come back; `after`: the last one seen, null to begin. */
export async function lostCollectionOffersAfter(
  db: Database,
  after: Pick<FundedOffer, 'id'> | null,
  limit: number,
): Promise<FundedOffer[]> {
  const { rows } = await sql<FundedOffer>`
    select ${FUNDED_COLUMNS} from collection_offers o
    where ${mayComeBack} and ${after ? sql`o.id > ${after.id}::uuid` : sql`true`}
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** The next active offers in the order in which they expire; `after`: the last one seen, null to begin. */
export async function activeCollectionOffersAfter(
  db: Database,
  after: Expiring | null,
  limit: number,
): Promise<CollectionOffer[]> {
  const { rows } = await sql<CollectionOffer>`
    select * from collection_offers ${activeAfter(after, limit)}`.execute(db);
  return rows;
}

/**
 * Marks the sets of live offers as in doubt when they were read at blocks above `height`. Run it in a
 * transaction. Retry-safe.
 */
export async function doubtSetsAbove(db: Database, height: number): Promise<void> {
  await sql`
    update collection_offers set is_set_doubtful = true
    where state in ('active', 'filling', 'invalidated') and not is_final
      and (criteria_json::jsonb ->> 'height')::integer > ${height}`.execute(db);
}

/** The next offers whose set is in doubt; `after`: the last one seen, null to begin. */
export async function doubtfulOffersAfter(
  db: Database,
  after: Pick<CollectionOffer, 'id'> | null,
  limit: number,
): Promise<CollectionOffer[]> {
  const { rows } = await sql<CollectionOffer>`
    select * from collection_offers where is_set_doubtful and ${after ? sql`id > ${after.id}::uuid` : sql`true`}
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Records that the offer's set has not changed. */
export async function trustSet(db: Database, id: string): Promise<void> {
  await db.updateTable('collectionOffers').set({ isSetDoubtful: false }).where('id', '=', id).execute();
}

/** The first of the active offers that have expired. */
export async function collectionOffersDue(
  db: Database,
  now: Date,
  limit: number,
): Promise<Pick<CollectionOffer, 'id'>[]> {
  const { rows } = await sql<Pick<CollectionOffer, 'id'>>`
    select id from collection_offers where state = 'active' and expires_at <= ${now}::timestamptz
    order by expires_at, id limit ${limit}`.execute(db);
  return rows;
}

/** The highest active, unexpired offer that the inscription meets; `exceptProfileId`'s own do not count. */
export async function topOfferFor(
  db: Database,
  wanted: {
    readonly slug: string;
    readonly inscriptionId: string;
    readonly now: Date;
    readonly exceptProfileId: string;
  },
): Promise<{ readonly id: string; readonly priceSats: Sats } | null> {
  const { rows } = await sql<{ id: string; priceSats: Sats }>`
    select o.id, o.price_sats from collection_offers o join inscriptions i on i.id = ${wanted.inscriptionId}
    where o.slug = ${wanted.slug} and o.state = 'active' and o.expires_at > ${wanted.now}::timestamptz
      and o.maker_profile_id <> ${wanted.exceptProfileId}
      and i.genesis_height <= (o.criteria_json::jsonb ->> 'height')::integer
      and ${meetsOffer}
    order by o.price_sats desc, o.created_at, o.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Closes offers, and returns the ids of those that were in `from`. Deletes what only a live offer needs. A
 * close of invalidated ones as `invalidated` makes them final. Retry-safe.
 */
export async function closeCollectionOffers(
  db: Database,
  offers: readonly Pick<CollectionOffer, 'id'>[],
  [from, to]: readonly [from: CollectionOffer['state'], to: CollectionOffer['state']],
  closed: { readonly closedAt: Date; readonly closeReason: string } | { readonly isFinal: true },
): Promise<string[]> {
  if (offers.length === 0) return [];
  const patch =
    'isFinal' in closed
      ? sql`is_final = true`
      : sql`closed_at = ${closed.closedAt}::timestamptz, close_reason = ${closed.closeReason}`;
  const closing = collectionOfferMachine.moving([from], to, (isFrom) => ({
    picked: sql`
      select id, state from collection_offers
      where id = any(${offers.map(({ id }) => id)}::uuid[]) and ${isFrom()} order by id for update`,
    set: sql`${patch}, auth_secret = null, funding_signatures = null`,
  }));
  const forgotten = sql`forgotten as (
    delete from collection_offer_coins where offer_id in (select id from moved))`;
  const { rows } = await sql<{ closed: string[] }>`
    with ${withMoves(closing, forgotten)} select array(select id::text from moved) as closed`.execute(db);
  return rows[0]!.closed;
}

/** Notes why offers that are being filled have ended: they are cancelled if their fills fail. Retry-safe. */
export async function endFillingOffers(db: Database, closeReason: string): Promise<void> {
  await db.updateTable('collectionOffers').set({ closeReason }).where('state', '=', 'filling').execute();
}

/** Deletes what only a live offer needs: the secret, the buyer's signatures and its coins. Retry-safe. */
export async function deleteOfferSecrets(db: Database, id: string): Promise<void> {
  await sql`
    with forgotten as (delete from collection_offer_coins where offer_id = ${id}::uuid)
    update collection_offers set auth_secret = null, funding_signatures = null where id = ${id}::uuid`.execute(
    db,
  );
}

/** Stores the terms of a preflight until they expire. Retry-safe. */
export async function saveDraft(
  db: Database,
  draft: {
    readonly fundingTxid: string;
    readonly profileId: string;
    readonly draft: object;
    readonly lapsesAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('collectionOfferDrafts')
    .values({ ...draft, draft: JSON.stringify(draft.draft) })
    .onConflict((conflict) => conflict.column('fundingTxid').doNothing())
    .execute();
}

/** The drafts of these funding parents that a profile may submit. */
export async function draftsOf(
  db: Database,
  wanted: { readonly fundingTxids: readonly string[]; readonly profileId: string; readonly now: Date },
): Promise<{ readonly fundingTxid: string; readonly draft: object }[]> {
  return db
    .selectFrom('collectionOfferDrafts')
    .select(['fundingTxid', 'draft'])
    .where('fundingTxid', 'in', [...wanted.fundingTxids])
    .where('profileId', '=', wanted.profileId)
    .where('lapsesAt', '>', wanted.now)
    .execute();
}

export async function deleteDrafts(db: Database, fundingTxids: readonly string[]): Promise<void> {
  await sql`delete from collection_offer_drafts where funding_txid = any(${[...fundingTxids]}::text[])`.execute(
    db,
  );
}

export async function deleteExpiredDrafts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('collectionOfferDrafts').where('lapsesAt', '<=', now).execute();
}
