import { createHash, randomUUID } from 'node:crypto';
import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import { sql } from 'kysely';
import type { Trait } from '../../../src/ordinals/port.ts';
import { insertBinding, insertProfile } from '../../../src/store/account/profiles.ts';
import {
  addMembers,
  type CollectionInput,
  upsertCollection,
} from '../../../src/store/catalogue/collections.ts';
import { inscriptionsByIds, upsertInscriptions } from '../../../src/store/chain/inscriptions.ts';
import { machine, type Transitions } from '../../../src/store/database/machine.ts';
import { insertListings } from '../../../src/store/listing/listings.ts';
import type { ListingState } from '../../../src/store/listing/schema.ts';
import type { OfferKind, OfferState } from '../../../src/store/offer/schema.ts';
import { addCoins, anchorsByIds, setRead } from '../../../src/store/operator-coins/anchors.ts';
import type { Database } from '../../../src/store/port.ts';
import type { PurchaseState } from '../../../src/store/purchase/schema.ts';
import type { ExternalSale } from '../../../src/store/sale/external-sales.ts';

export const NOW = new Date('2026-03-01T12:00:00.123Z');
export const later = (ms: number) => new Date(NOW.getTime() + ms);
/** What the operator takes from a sale, where a test does not ask. */
export const NO_INCOME = {
  sellerFeeSats: 0,
  buyerFeeSats: 0,
  royaltySats: 0,
  partnerSats: 0,
  anchorSats: 0,
  feePaidSats: 0,
};
export const txidOf = (seed: string | number) => createHash('sha256').update(String(seed)).digest('hex');
export const idOf = (seed: string | number) => `${txidOf(seed)}i0`;

const STATES: readonly ListingState[] = [
  'pending_public',
  'buyable',
  'hidden_locked',
  'sold',
  'cancelled',
  'expired',
  'invalidated',
];
/** Every transition is allowed here: which ones are is the product's business. */
export const anyListing = machine(
  'listings',
  Object.fromEntries(STATES.map((state) => [state, STATES])) as Transitions<ListingState>,
);

export async function makeSeller(db: Database, address = `seller-${randomUUID()}`): Promise<Seller> {
  const profileId = randomUUID();
  const bindingId = randomUUID();
  await insertProfile(db, { id: profileId, createdAt: NOW });
  await insertBinding(db, {
    id: bindingId,
    profileId,
    label: 'w',
    ordinalsAddress: address,
    paymentAddress: `${address}-pay`,
    createdAt: NOW,
  });
  return { profileId, bindingId, address };
}

export async function makeCollection(
  db: Database,
  slug: string,
  more: Partial<CollectionInput> = {},
  createdAt = NOW,
) {
  await upsertCollection(db, {
    slug,
    name: slug.toUpperCase(),
    kind: 'parent_child',
    sources: [idOf(slug)],
    createdAt,
    ...more,
  });
}

export interface MadeInscription {
  readonly number: number;
  readonly traits?: readonly Trait[];
  readonly address?: string | null;
  readonly location?: { readonly txid: string; readonly vout: number };
  readonly title?: string | null;
}

/** Inscriptions numbered as told; each on an output of its own unless told otherwise. Returns their ids. */
export async function makeInscriptions(db: Database, made: readonly MadeInscription[], slug?: string) {
  const inscriptions = made.map(({ number, traits, address, location, title }) => ({
    id: idOf(number),
    number,
    contentType: 'image/png',
    contentBytes: 1_000 + number,
    title: title ?? null,
    traits: traits ?? [],
    parents: [],
    sat: 5_000_000_000 + number,
    charms: ['uncommon', 'cursed'],
    genesisHeight: 100,
    previous: null,
    genesisTime: 1_700_000_000,
    address: address === undefined ? 'owner' : address,
    location: location ?? { txid: txidOf(number), vout: 0 },
    offset: 0,
    outputValueSats: 10_000,
  }));
  await upsertInscriptions(db, inscriptions, 100);
  const ids = inscriptions.map((inscription) => inscription.id);
  if (slug) await addMembers(db, slug, ids);
  return ids;
}

/** A sale elsewhere of stored inscriptions that lay on one coin. */
export async function saleElsewhere(
  db: Database,
  numbers: readonly number[],
  told: Pick<ExternalSale, 'blockHeight'> & Partial<ExternalSale>,
): Promise<ExternalSale> {
  const stored = await inscriptionsByIds(db, numbers.map(idOf));
  return {
    txid: txidOf(`elsewhere ${numbers.join(' ')}`),
    blockPosition: 1,
    soldAt: NOW,
    sold: stored.map((row) => ({ key: row!.key, buyerAddress: 'b' })),
    sellerAddress: 'a',
    form: 'signed-pair',
    evidence: 'bound',
    priceSats: 1_000,
    ...told,
  };
}

/** Confirmed anchors of `valueSats`; returns their ids. */
export async function makeAnchors(db: Database, count: number, valueSats = 1000) {
  const coins = Array.from({ length: count }, () => ({
    id: randomUUID(),
    txid: txidOf(randomUUID()),
    vout: 1,
    valueSats,
    confirmedHeight: 100,
    createdAt: NOW,
  }));
  const ids = coins.map((coin) => coin.id);
  await addCoins(db, coins);
  await setRead(db, ids, 'free');
  return ids;
}

/** A profile with one wallet. */
export interface Seller {
  readonly profileId: string;
  readonly bindingId: string;
  readonly address: string;
}

/** A listing of the inscriptions with these numbers, on the output of the first. Returns its id. */
export async function makeListing(
  db: Database,
  seller: Seller,
  slug: string,
  numbers: readonly number[],
  more: { priceSats?: number; state?: ListingState; listedAt?: Date; expiresAt?: Date | null } = {},
) {
  const id = randomUUID();
  const [anchor] = await anchorsByIds(db, await makeAnchors(db, 1));
  const listing = {
    id,
    state: 'pending_public' as const,
    collectionSlug: slug,
    sellerProfileId: seller.profileId,
    sellerBindingId: seller.bindingId,
    sellerOrdinalsAddress: seller.address,
    sellerPaymentAddress: `${seller.address}-pay`,
    sellerKey: 'k'.repeat(64),
    inscriptionId: idOf(numbers[0]!),
    items: numbers.map((number, i) => ({ id: idOf(number), offset: i * 600 })),
    utxoTxid: txidOf(numbers[0]!),
    utxoVout: 0,
    utxoValueSats: 10_000,
    priceSats: more.priceSats ?? 50_000,
    sellerFeeBps: 100,
    sellerFeeSats: 1000,
    sellerRoyaltyBps: 0,
    sellerRoyaltySats: 0,
    sellerReceiveSats: 49_000,
    anchor: anchor!,
    transferTxid: txidOf(`transfer ${id}`),
    transferFeeSats: 212,
    transferSignature: 'aa',
    saleSignature: 'bb',
    recoverySignature: 'cc',
    batchId: randomUUID(),
    batchPosition: 0,
    durationDays: null,
    createdAt: NOW,
  };
  if (!(await insertListings(db, [listing])).has(id)) throw new Error('not stored');
  const state = more.state ?? 'buyable';
  await anyListing.mustTransition(db, id, 'pending_public', state, {
    listedAt: more.listedAt ?? NOW,
    expiresAt: more.expiresAt ?? null,
  });
  return id;
}

/** A purchase that took an anchor, and nothing else. */
export async function makePurchase(
  db: Database,
  { profileId, bindingId, address }: Seller,
  made: { readonly anchorId: string; readonly state: PurchaseState; readonly settlementTxid?: string },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('purchases')
    .values({
      settlementTxid: txidOf(id),
      ...made,
      id,
      buyerProfileId: profileId,
      buyerBindingId: bindingId,
      buyerOrdinalsAddress: address,
      package: [],
      totalCostSats: 1,
      createdAt: NOW,
    })
    .execute();
  return id;
}

export interface MadeOffer {
  readonly on: number;
  readonly from: Seller;
  /** Address of the owner. */
  readonly to: string;
  readonly priceSats: number;
  readonly at: Date;
  readonly kind?: OfferKind;
  readonly state?: OfferState;
  readonly slug?: string;
  readonly createdAt?: Date;
  readonly expiresAt?: Date;
  readonly floorSats?: string;
}

/** Of a price. Each other amount is its own, so that none can stand for another. */
export function feesOf(priceSats: number): FeeBreakdown {
  return {
    priceSats,
    inscriptionUtxoValueSats: 546,
    sellerMarketplaceFeeBps: 100,
    sellerMarketplaceFeeSats: 1_001,
    buyerMarketplaceFeeBps: 150,
    buyerMarketplaceFeeSats: 1_501,
    sellerCreatorRoyaltyBps: 200,
    sellerCreatorRoyaltySats: 2_001,
    buyerCreatorRoyaltyBps: 250,
    buyerCreatorRoyaltySats: 2_501,
    sellerReceiveSats: Math.max(0, priceSats - 3_002),
    buyerPayTotalSats: priceSats + 4_002,
    marketplaceRevenueSats: 2_502,
    creatorRevenueSats: 4_502,
  };
}

/** Returns its id. */
export async function makeOffer(db: Database, offer: MadeOffer): Promise<string> {
  const id = randomUUID();
  const { kind = 'buyer_offer', state = 'active', slug = 'embers', at, createdAt = at } = offer;
  const { expiresAt = new Date(at.getTime() + 100_000), floorSats = null, from, to, priceSats } = offer;
  await sql`
    insert into offers (id, kind, state, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
      buyer_address, seller_address, price_sats, floor_sats, fees, terms, first_txid, validity_hours, created_at,
      expires_at, closed_at)
    values (${id}, ${kind}, 'active', ${slug}, ${idOf(offer.on)}, ${from.profileId}, ${from.bindingId},
      ${from.address}, ${to}, ${priceSats}, ${floorSats}, ${JSON.stringify(feesOf(priceSats))}, '{}',
      ${txidOf(id)}, 1, ${createdAt}, ${expiresAt}, ${at})`.execute(db);
  if (state !== 'active') await sql`update offers set state = ${state} where id = ${id}::uuid`.execute(db);
  return id;
}
