import type { ColumnType, Generated, GeneratedAlways, Updateable } from 'kysely';
import type { Sats } from '../base/sats.ts';
import type { FeeSettings } from '../protocol/layout/fees.ts';
import type { Trait } from '../ordinals/port.ts';
import type {
  AdmissionsTable,
  CollectionOfferCoinsTable,
  CollectionOfferDraftsTable,
  CollectionOffersTable,
  EligibleSetsTable,
  FillAttemptsTable,
} from './collection-offer/schema.ts';
import type { Json } from './database/json-column.ts';
import type {
  OfferCoinsTable,
  OfferEventsTable,
  OfferSettlementsTable,
  OffersTable,
} from './offer/schema.ts';
import type { Reserved } from './operator-coins/reservations.ts';

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
  locations: LocationsTable;
  collectionMembers: CollectionMembersTable;
  collectionTraits: CollectionTraitsTable;
  collectionOwners: CollectionOwnersTable;
  anchors: AnchorsTable;
  revocationPrice: RevocationPriceTable;
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
  pixelArt: Generated<boolean>;
  cardBackgroundColor: Generated<string | null>;
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
  key: GeneratedAlways<number>;
  number: number;
  title: string | null;
  contentType: string | null;
  traits: ColumnType<Trait[], string | undefined, string>;
  satributes: Generated<string[]>;
  sat: number | null;
  genesisHeight: number;
  lastSaleSats: Sats | null;
  syncedHeight: number;
  stale: Generated<boolean>;
}

interface LocationsTable {
  inscriptionKey: number;
  vout: number;
  satOffset: Sats;
  valueSats: Sats;
  txid: string;
  ownerAddress: string | null;
}

interface CollectionMembersTable {
  slug: string;
  inscriptionKey: number;
  position: number;
}

interface CollectionTraitsTable {
  slug: string;
  traitType: string;
  traitValue: string;
  memberCount: number;
}

interface CollectionOwnersTable {
  /** 64 bits: more than a number holds, and read by triggers only. */
  ownerKey: never;
  held: number;
}

/** What the operator decided about a coin; whether it is in the chain, and gone, its heights tell. */
export type AnchorState = 'free' | 'reserved' | 'assigned' | 'retired' | 'unsafe';

/** Whom a coin is reserved for, for what, and what the preflight promised. feeRate: sat/vB. */
export interface Reservation extends Reserved {
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
  retiredAt: Date | null;
  /** A profile. */
  chargedTo: string | null;
  costSats: Sats | null;
  splitHex: string | null;
  confirmedHeight: number | null;
  spentHeight: number | null;
  createdAt: Date;
}

interface RevocationPriceTable {
  onlyRow: Generated<true>;
  sats: Sats;
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
  inscriptionKey: Generated<number | null>;
  inscriptionNumber: Generated<number | null>;
  inscriptionTitle: Generated<string | null>;
  inscriptionSat: Generated<number | null>;
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
  batchId: string;
  batchPosition: number;
  durationDays: number | null;
  createdAt: Date;
  listedAt: Date | null;
  expiresAt: Date | null;
  invalidatedHeight: number | null;
  closedAt: Date | null;
  closeReason: string | null;
  recoveryTxid: string | null;
  recoveryHex: string | null;
  recoveryBumpHex: string | null;
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
  inscriptionNumber: Generated<number | null>;
  inscriptionTitle: Generated<string | null>;
  collectionSlug: string | null;
  sellerAddress: string | null;
  buyerAddress: string | null;
  priceSats: Sats;
  priceUsd: number | null;
  soldAt: Date | null;
  blockHeight: number | null;
  blockPosition: Generated<number | null>;
  offerId: ColumnType<string | null, string | null | undefined, string | null>;
}

interface BlocksTable {
  height: number;
  hash: string;
  blockTime: Date;
  btcUsd: Generated<number | null>;
  isFinal: Generated<boolean>;
}

interface InscriptionMovesTable extends LocationsTable {
  height: number;
  blockPosition: number;
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
