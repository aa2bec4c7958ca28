import type { ColumnType, Generated, Updateable } from 'kysely';
import type { Sats } from '../base/sats.ts';
import type { FeeSettings } from '../base/settings.ts';
import type { Trait } from '../ordinals/port.ts';
import type { Target } from '../protocol/collection-offer/criteria.ts';
import type { Funding } from '../protocol/collection-offer/funding.ts';
import type { OfferTerms as CollectionOfferTerms } from '../protocol/collection-offer/offer.ts';
import type { SettlementTerms } from '../protocol/collection-offer/settlement.ts';
import type { CounterTerms } from '../protocol/counter.ts';
import type { FeeBreakdown } from '../protocol/fees.ts';
import type { OfferTerms } from '../protocol/offer.ts';
import type { InputSignature } from '../protocol/terms.ts';

/**
 * The tables of `migrations/*.sql` as Kysely sees them: camelCase here, snake_case in SQL (CamelCasePlugin; raw `sql` fragments
 * are written in snake_case and answer camelCase). bigint is `number` (sats and counts are below 2^53), timestamptz `Date`.
 */
export interface Schema {
  profiles: ProfilesTable;
  walletBindings: WalletBindingsTable;
  authRequests: AuthRequestsTable;
  partners: PartnersTable;
  collections: CollectionsTable;
  sourceReadings: SourceReadingsTable;
  inscriptions: InscriptionsTable;
  collectionMembers: CollectionMembersTable;
  collectionTraits: CollectionTraitsTable;
  collectionOwners: CollectionOwnersTable;
  anchors: AnchorsTable;
  listings: ListingsTable;
  listingItems: ListingItemsTable;
  listingShelves: ListingShelvesTable;
  purchases: PurchasesTable;
  sales: SalesTable;
  offers: OffersTable;
  offerCoins: OfferCoinsTable;
  offerEvents: OfferEventsTable;
  offerSettlements: OfferSettlementsTable;
  collectionOffers: CollectionOffersTable;
  collectionOfferCoins: CollectionOfferCoinsTable;
  collectionOfferDrafts: CollectionOfferDraftsTable;
  eligibleSets: EligibleSetsTable;
  admissions: AdmissionsTable;
  fillAttempts: FillAttemptsTable;
  blocks: BlocksTable;
  inscriptionMoves: InscriptionMovesTable;
  floorSnapshots: FloorSnapshotsTable;
}

/** Read as `T`; written as its JSON text, because a driver would turn an array into a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>;

interface ProfilesTable {
  id: string;
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  bannerUrl: string | null;
  walletsPublic: Generated<boolean>;
  createdAt: Date;
}

interface WalletBindingsTable {
  id: string;
  profileId: string;
  label: string;
  provider: Generated<string>;
  ordinalsAddress: string;
  paymentAddress: string;
  isPublic: boolean;
  createdAt: Date;
}

export interface StoredChallenge {
  readonly id: string;
  readonly role: 'ordinals' | 'payment';
  readonly address: string;
  readonly message: string;
}

interface AuthRequestsTable {
  id: string;
  ordinalsAddress: string;
  paymentAddress: string;
  challenges: Json<StoredChallenge[]>;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

export type PartnerStatus = 'active' | 'inactive';

interface PartnersTable {
  id: string;
  name: string;
  status: PartnerStatus;
  payoutAddress: string | null;
  shareBps: number;
  createdAt: Date;
}

export type CollectionKind = 'parent_child' | 'gallery';

interface CollectionsTable {
  slug: string;
  name: string;
  kind: CollectionKind;
  verified: Generated<boolean>;
  tradingEnabled: Generated<boolean>;
  sources: string[];
  fees: ColumnType<FeeSettings | null, string | null, string | null>;
  payoutAddress: string | null;
  partnerId: string | null;
  liveFloorBps: number | null;
  memberCount: Generated<number>;
  ownerCount: Generated<number>;
  createdAt: Date;
}

interface SourceReadingsTable {
  slug: string;
  sourceId: string;
  itemsRead: number;
  finished: boolean;
  readHeight: number;
}

interface InscriptionsTable {
  id: string;
  number: number;
  title: string | null;
  contentType: string | null;
  traits: ColumnType<Trait[], string | undefined, string>;
  satributes: Generated<string[]>;
  sat: number | null;
  genesisHeight: number;
  txid: string;
  vout: number;
  satOffset: Sats;
  valueSats: Sats;
  ownerAddress: string | null;
  lastSaleSats: Sats | null;
  syncedHeight: number;
  stale: Generated<boolean>;
}

interface CollectionMembersTable {
  slug: string;
  inscriptionId: string;
  position: number;
}

interface CollectionTraitsTable {
  slug: string;
  traitType: string;
  traitValue: string;
  memberCount: number;
}

interface CollectionOwnersTable {
  slug: string;
  ownerAddress: string;
  held: number;
}

/** What the operator decided about a coin; whether it is in the chain, and gone, its heights tell. */
export type AnchorState = 'free' | 'reserved' | 'assigned' | 'retired' | 'unsafe';

/** What a preflight promised to whom. feeRate: sat/vB. */
export interface Reservation {
  readonly profileId: string;
  readonly feeRate?: number;
  readonly settlementTxid?: string;
}

interface AnchorsTable {
  id: string;
  txid: string;
  vout: number;
  valueSats: Sats;
  state: AnchorState;
  reservedUntil: Date | null;
  reservation: ColumnType<Reservation | null, string | null, string | null>;
  splitHex: string | null;
  confirmedHeight: number | null;
  spentHeight: number | null;
  createdAt: Date;
}

export type ListingState =
  | 'pending_public'
  | 'buyable'
  | 'hidden_locked'
  | 'sold'
  | 'cancelled'
  | 'expired'
  | 'invalidated';

interface ListingsTable {
  id: string;
  state: ListingState;
  collectionSlug: string;
  sellerProfileId: string;
  sellerBindingId: string;
  sellerOrdinalsAddress: string;
  sellerPaymentAddress: string;
  sellerKey: string;
  inscriptionId: string;
  utxoTxid: string;
  utxoVout: number;
  utxoValueSats: Sats;
  priceSats: Sats;
  sellerFeeBps: number;
  sellerFeeSats: Sats;
  sellerRoyaltyBps: number;
  sellerRoyaltySats: Sats;
  sellerReceiveSats: Sats;
  partnerId: string | null;
  anchorId: string;
  transferTxid: string;
  transferFeeSats: Sats;
  transferSentAt: Date | null;
  transferSignature: string;
  saleSignature: string;
  recoverySignature: string;
  durationDays: number | null;
  createdAt: Date;
  listedAt: Date | null;
  expiresAt: Date | null;
  invalidatedHeight: number | null;
  closedAt: Date | null;
  closeReason: string | null;
  recoveryTxid: string | null;
  recoveryHex: string | null;
}

interface ListingItemsTable {
  listingId: string;
  inscriptionId: string;
  satOffset: Sats;
  position: number;
}

interface ListingShelvesTable {
  slug: string;
  listingId: string;
  listedAt: Date;
  priceSats: Sats;
}

export type PurchaseState = 'broadcasting' | 'pending' | 'confirmed' | 'failed';

interface PurchasesTable {
  id: string;
  state: PurchaseState;
  buyerProfileId: string;
  buyerBindingId: string;
  buyerOrdinalsAddress: string;
  anchorId: string;
  settlementTxid: string;
  package: string[];
  totalCostSats: Sats;
  partnerId: string | null;
  createdAt: Date;
  confirmedHeight: number | null;
  conflictHeight: number | null;
  failure: string | null;
}

export type SaleState = 'pending' | 'confirmed' | 'failed';

interface SalesTable {
  id: string;
  state: SaleState;
  saleType: 'internal' | 'external';
  purchaseId: string | null;
  listingId: string | null;
  txid: string;
  inscriptionId: string;
  collectionSlug: string | null;
  sellerAddress: string | null;
  buyerAddress: string | null;
  priceSats: Sats;
  priceUsd: number | null;
  soldAt: Date | null;
  blockHeight: number | null;
  offerId: ColumnType<string | null, string | null | undefined, string | null>;
}

export type OfferKind = 'buyer_offer' | 'seller_counter';
export type OfferState = 'active' | 'accepted' | 'rejected' | 'cancelled' | 'expired' | 'invalidated';

/** What the maker of an offer signed, hex; `transfer` and `recovery` belong to counters. */
export interface OfferSignatures {
  readonly settlement: readonly InputSignature[];
  readonly transfer?: string;
  readonly recovery?: string;
}

interface OffersTable {
  id: string;
  kind: OfferKind;
  state: OfferState;
  parentOfferId: string | null;
  collectionSlug: string;
  inscriptionId: string;
  buyerProfileId: string;
  buyerBindingId: string;
  buyerAddress: string;
  sellerAddress: string;
  sellerBindingId: string | null;
  priceSats: Sats;
  fees: Json<FeeBreakdown>;
  terms: Json<OfferTerms | CounterTerms>;
  signatures: ColumnType<OfferSignatures | null, string, string | null>;
  firstTxid: string;
  anchorId: string | null;
  promisedFeeRate: number | null;
  floorSats: Sats | null;
  topOfferSats: Sats | null;
  validityHours: number;
  createdAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
  closeReason: string | null;
  invalidatedHeight: number | null;
  isFinal: Generated<boolean>;
}

interface OfferCoinsTable {
  offerId: string;
  txid: string;
  vout: number;
}

export type OfferEventType = 'created' | Exclude<OfferState, 'active'>;

interface OfferEventsTable {
  offerId: string;
  eventType: OfferEventType;
  occurredAt: Date;
  buyerProfileId: string;
  sellerAddress: string;
}

export type SettlementState = 'broadcasting' | 'pending' | 'confirmed' | 'failed';

interface OfferSettlementsTable {
  id: string;
  offerId: string;
  state: SettlementState;
  settlementTxid: string;
  payoutTxid: string | null;
  fundingTxid: string | null;
  package: string[];
  createdAt: Date;
  confirmedHeight: number | null;
  conflictHeight: number | null;
  failure: string | null;
  payoutDone: Generated<boolean>;
  recoveryTxid: string | null;
  recoveryHex: string | null;
  recovered: Generated<boolean>;
}

export type CollectionOfferState =
  | 'active'
  | 'filling'
  | 'accepted'
  | 'cancelled'
  | 'expired'
  | 'invalidated';

interface CollectionOffersTable {
  id: string;
  state: CollectionOfferState;
  slug: string;
  makerProfileId: string;
  makerBindingId: string;
  makerAddress: string;
  target: Json<Target>;
  scopeKey: string;
  priceSats: Sats;
  terms: Json<CollectionOfferTerms>;
  funding: Json<Funding>;
  criteriaJson: string;
  eligibleCount: number;
  sampleInscriptionId: string;
  authSecret: string | null;
  fundingSignatures: ColumnType<InputSignature[] | null, string, null>;
  fundingTxid: string;
  createdAt: Date;
  expiresAt: Date;
  closedAt: Date | null;
  closeReason: string | null;
  invalidatedHeight: number | null;
  isFinal: Generated<boolean>;
}

interface CollectionOfferCoinsTable {
  offerId: string;
  txid: string;
  vout: number;
}

interface CollectionOfferDraftsTable {
  fundingTxid: string;
  profileId: string;
  draft: Json<object>;
  lapsesAt: Date;
}

interface EligibleSetsTable {
  root: string;
  inscriptionIds: string[];
  usedAt: Date;
}

/** What a fill's preflight promised to whom. feeRate: sat/vB. */
export interface AdmissionReservation {
  readonly profileId: string;
  readonly offerId: string;
  readonly inscriptionId: string;
  readonly feeRate: number;
  readonly settlementTxid: string;
}

interface AdmissionsTable {
  id: string;
  tier: number;
  txid: string;
  vout: number;
  state: 'free' | 'reserved' | 'assigned';
  reservedUntil: Date | null;
  reservation: ColumnType<AdmissionReservation | null, string | null, string | null>;
  confirmedHeight: number | null;
  spentHeight: number | null;
  createdAt: Date;
}

export type FillAttemptState = 'seller_signed' | 'pending' | 'broadcast' | 'accepted' | 'failed';

interface FillAttemptsTable {
  id: string;
  offerId: string;
  state: FillAttemptState;
  inscriptionId: string;
  sellerProfileId: string;
  sellerBindingId: string;
  sellerAddress: string;
  admissionId: string;
  settlementTxid: string;
  terms: Json<SettlementTerms>;
  sellerSignature: string;
  package: string[] | null;
  confirmedHeight: number | null;
  conflictHeight: number | null;
  reason: string | null;
  createdAt: Date;
}

interface BlocksTable {
  height: number;
  hash: string;
  blockTime: Date;
  btcUsd: Generated<number | null>;
}

interface InscriptionMovesTable {
  height: number;
  inscriptionId: string;
  txid: string;
  vout: number;
  satOffset: Sats;
  valueSats: Sats;
  ownerAddress: string | null;
}

interface FloorSnapshotsTable {
  slug: string;
  takenAt: Date;
  floorSats: Sats | null;
  listedCount: number;
}

/** Tables whose `state` only `move` changes. */
export type MachineTable =
  | 'listings'
  | 'purchases'
  | 'sales'
  | 'offers'
  | 'offerSettlements'
  | 'collectionOffers'
  | 'fillAttempts';
/** Columns that a move may set beside the state. */
export type Patch<T extends MachineTable> = Omit<Updateable<Schema[T]>, 'id' | 'state'>;
