import type { Target } from '@ordbook/protocol/collection-offer/criteria';
import type { Funding } from '@ordbook/protocol/collection-offer/funding';
import type { CollectionOfferTerms } from '@ordbook/protocol/collection-offer/offer';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { Sats } from '@ordbook/protocol/sats';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from '../database/json-column.ts';

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
