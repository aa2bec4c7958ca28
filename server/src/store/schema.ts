import type { Generated, Updateable } from 'kysely';
import type {
  AuthRequestsTable,
  PartnersTable,
  ProfilesTable,
  WalletBindingsTable,
} from './account/schema.ts';
import type {
  CollectionMembersTable,
  CollectionOwnersTable,
  CollectionsTable,
  CollectionTraitsTable,
  FloorSnapshotsTable,
} from './catalogue/schema.ts';
import type {
  BlocksTable,
  InscriptionMovesTable,
  InscriptionsTable,
  LocationsTable,
  SourceReadingsTable,
  UndoneInputsTable,
  WatchedCoinsTable,
} from './chain/schema.ts';
import type {
  CollectionOfferCoinsTable,
  CollectionOfferDraftsTable,
  CollectionOffersTable,
  EligibleSetsTable,
} from './collection-offer/schema.ts';
import type { EventsTable, WebhookDeliveriesTable, WebhooksTable } from './event/schema.ts';
import type { FillAttemptsTable } from './fill/schema.ts';
import type { CollectionListingsTable, ListingItemsTable, ListingsTable } from './listing/schema.ts';
import type {
  OfferCoinsTable,
  OfferEventsTable,
  OfferSettlementsTable,
  OffersTable,
} from './offer/schema.ts';
import type { BansTable, OperatingFeesTable, OperatorActsTable, PausesTable } from './operation/schema.ts';
import type { AdmissionsTable, AnchorsTable, RevocationPriceTable } from './operator-coins/schema.ts';
import type { PurchasesTable } from './purchase/schema.ts';
import type { CollectionSalesTable, SaleItemsTable, SalesTable } from './sale/schema.ts';
import type { RefusedSubmitsTable, SubmissionsTable } from './submission/schema.ts';
import type { MovesTable } from './trade/schema.ts';

interface DatabaseIdentityTable {
  onlyRow: Generated<true>;
  systemIdentifier: string;
  timeline: Generated<string | null>;
  restoredAt: Date | null;
  /** Whose database this is; null: not noted yet. */
  network: Generated<string | null>;
  marketKey: Generated<string | null>;
  anchorKey: Generated<string | null>;
}

/**
 * The tables that Kysely names (raw SQL has a few more): camelCase here, snake_case in SQL (CamelCasePlugin;
 * raw `sql` fragments are written in snake_case and return camelCase). bigint is `number` (sats and counts
 * are below 2^53), timestamptz is `Date`.
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
  collectionListings: CollectionListingsTable;
  purchases: PurchasesTable;
  sales: SalesTable;
  saleItems: SaleItemsTable;
  collectionSales: CollectionSalesTable;
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
  watchedCoins: WatchedCoinsTable;
  undoneInputs: UndoneInputsTable;
  submissions: SubmissionsTable;
  refusedSubmits: RefusedSubmitsTable;
  databaseIdentity: DatabaseIdentityTable;
  floorSnapshots: FloorSnapshotsTable;
  operatorActs: OperatorActsTable;
  pauses: PausesTable;
  bans: BansTable;
  operatingFees: OperatingFeesTable;
  moves: MovesTable;
  events: EventsTable;
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
}

/** Tables of rows with a state, which only their machine changes. */
export type MachineTable = {
  [T in keyof Schema]: Schema[T] extends { id: string; state: string } ? T : never;
}[keyof Schema];
/** Columns that a transition may set beside the state. */
export type Patch<T extends MachineTable> = Omit<Updateable<Schema[T]>, 'id' | 'state'>;
