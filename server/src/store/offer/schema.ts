import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import type { InputSignature, InscriptionAt } from '@ordbook/protocol/layout/terms';
import type { OfferTerms, PsbtOfferTerms } from '@ordbook/protocol/offer/terms';
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

/** Terms of an offer that came as a PSBT: nobody but the owner is known to be paid. */
export interface StoredPsbtTerms extends PsbtOfferTerms {
  readonly inscriptions: readonly InscriptionAt[];
  readonly payouts: readonly [];
}

export interface OffersTable {
  id: string;
  kind: OfferKind;
  state: OfferState;
  parentOfferId: string | null;
  collectionSlug: string;
  inscriptionId: string;
  /** Both null: the offer came as a PSBT, of a buyer without an account. */
  buyerProfileId: string | null;
  buyerBindingId: string | null;
  buyerAddress: string;
  sellerAddress: string;
  sellerBindingId: string | null;
  priceSats: Sats;
  fees: Json<FeeBreakdown>;
  terms: Json<OfferTerms | CounterTerms | StoredPsbtTerms>;
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
  buyerProfileId: string | null;
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
