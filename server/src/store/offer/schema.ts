import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import type { Sats } from '@ordbook/protocol/sats';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../database/json-column.ts';

export type OfferKind = 'buyer_offer' | 'seller_counter';
export type OfferState = 'active' | 'accepted' | 'rejected' | 'cancelled' | 'expired' | 'invalidated';

/** What the maker of an offer signed, hex; `transfer` and `recovery` belong to counters. */
export interface OfferSignatures {
  readonly settlement: readonly InputSignature[];
  readonly transfer?: string;
  readonly recovery?: string;
}

export interface OffersTable {
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
  promisedUntil: Date | null;
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

export interface OfferCoinsTable {
  offerId: string;
  txid: string;
  vout: number;
}

export type OfferEventType = 'created' | Exclude<OfferState, 'active'>;

export interface OfferEventsTable {
  offerId: string;
  eventType: OfferEventType;
  occurredAt: Date;
  buyerProfileId: string;
  sellerAddress: string;
}

export type SettlementState = 'broadcasting' | 'pending' | 'stalled' | 'confirmed' | 'failed';

export interface OfferSettlementsTable {
  id: string;
  offerId: string;
  state: SettlementState;
  settlementTxid: string;
  payoutTxid: string | null;
  fundingTxid: string | null;
  package: string[];
  createdAt: Date;
  confirmedHeight: number | null;
  failure: string | null;
  nodeRefusal: string | null;
  payoutDone: Generated<boolean>;
  recoveryTxid: string | null;
  recoveryHex: string | null;
  recovered: Generated<boolean>;
  /** The database fills it in. */
  madeAtHeight: Generated<number | null>;
}
