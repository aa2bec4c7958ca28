import type { Sats } from '@ordbook/protocol/sats';
import type { Generated } from 'kysely';

export type ListingState =
  | 'pending_public'
  | 'buyable'
  | 'hidden_locked'
  | 'sold'
  | 'cancelled'
  | 'expired'
  | 'invalidated';

export interface ListingsTable {
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

export interface ListingItemsTable {
  listingId: string;
  inscriptionId: string;
  satOffset: Sats;
  position: number;
}

export interface CollectionListingsTable {
  slug: string;
  listingId: string;
  listedAt: Date;
  priceSats: Sats;
  expiresAt: Date | null;
}
