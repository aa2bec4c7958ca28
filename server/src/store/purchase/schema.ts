import type { Sats } from '@ordbook/protocol/sats';
import type { Generated } from 'kysely';

export type PurchaseState = 'broadcasting' | 'pending' | 'stalled' | 'confirmed' | 'failed';

export interface PurchasesTable {
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
  failure: string | null;
  nodeRefusal: string | null;
  feeRate: number | null;
  bumpHex: string | null;
  bumpFeeSats: Generated<Sats>;
  bumpedAt: Date | null;
  /** The database fills it in. */
  madeAtHeight: Generated<number | null>;
}
