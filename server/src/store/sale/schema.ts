import type { Sats } from '@ordbook/protocol/sats';
import type { ColumnType, Generated } from 'kysely';

export type SaleState = 'pending' | 'confirmed' | 'failed';

export type SaleEvidence = 'stated' | 'bound' | 'inferred';

export interface SalesTable {
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
  form: Generated<string | null>;
  evidence: Generated<SaleEvidence | null>;
  readBack: Generated<boolean>;
  // null: a sale elsewhere, or one of which it is not known
  sellerFeeSats: Generated<Sats | null>;
  buyerFeeSats: Generated<Sats | null>;
  royaltySats: Generated<Sats | null>;
  partnerId: Generated<string | null>;
  partnerAddress: Generated<string | null>;
  partnerSats: Generated<Sats | null>;
  anchorSats: Generated<Sats | null>;
  feePaidSats: Generated<Sats | null>;
}

export interface SaleItemsTable {
  saleId: string;
  inscriptionId: string;
}

export interface CollectionSalesTable {
  slug: string;
  saleId: string;
  soldAt: Date;
  blockHeight: number;
  blockPosition: number;
}
