import type { FillTerms } from '@ordbook/protocol/fill/fill';
import type { Generated } from 'kysely';
import type { Json } from '../database/json-column.ts';

export type FillAttemptState =
  | 'seller_signed'
  | 'pending'
  | 'sending'
  | 'broadcast'
  | 'displaced'
  | 'accepted'
  | 'failed';

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
  reason: string | null;
  nodeRefusal: string | null;
  createdAt: Date;
  /** The database fills it in. */
  madeAtHeight: Generated<number | null>;
}
