import type { ColumnType, Generated } from 'kysely';
import type { Sats } from '../../base/sats.ts';
import type { Target } from '../../protocol/collection-offer/criteria.ts';
import type { FillTerms } from '../../protocol/fill/fill.ts';
import type { Funding } from '../../protocol/collection-offer/funding.ts';
import type { CollectionOfferTerms } from '../../protocol/collection-offer/offer.ts';
import type { InputSignature } from '../../protocol/layout/terms.ts';
import type { Json } from '../database/json-column.ts';
import type { Reserved } from '../operator-coins/reservations.ts';

export type CollectionOfferState =
  | 'active'
  | 'filling'
  | 'accepted'
  | 'cancelled'
  | 'expired'
  | 'invalidated';

export interface CollectionOffersTable {
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
  isSetDoubtful: Generated<boolean>;
}

export interface CollectionOfferCoinsTable {
  offerId: string;
  txid: string;
  vout: number;
}

export interface CollectionOfferDraftsTable {
  fundingTxid: string;
  profileId: string;
  draft: Json<object>;
  lapsesAt: Date;
}

export interface EligibleSetsTable {
  root: string;
  inscriptionIds: string[];
  usedAt: Date;
}

/** Whom an admission coin is reserved for, for which inscription (`purpose`), and what the preflight promised. feeRate: sat/vB. */
export interface AdmissionReservation extends Reserved {
  readonly offerId?: string;
  readonly feeRate?: number;
  readonly settlementTxid?: string;
}

export interface AdmissionsTable {
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

export interface FillAttemptsTable {
  id: string;
  offerId: string;
  state: FillAttemptState;
  inscriptionId: string;
  sellerProfileId: string;
  sellerBindingId: string;
  sellerAddress: string;
  admissionId: string;
  settlementTxid: string;
  terms: Json<FillTerms>;
  sellerSignature: string;
  package: string[] | null;
  confirmedHeight: number | null;
  conflictHeight: number | null;
  reason: string | null;
  createdAt: Date;
}
