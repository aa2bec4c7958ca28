import type { Sats } from '@ordbook/protocol/sats';
import type { ColumnType, Generated } from 'kysely';
/** Who a coin is reserved for, and for what: the same text for the same thing. */
export interface Reserved {
  readonly profileId: string;
  readonly purpose: string;
}

/**
 * The operator's decision about a coin. Whether the coin is in the chain or spent follows from its heights.
 */
export type AnchorState = 'unread' | 'free' | 'reserved' | 'assigned' | 'retired' | 'unsafe';

/** Who a coin is reserved for, for what, and what the preflight quoted. feeRate: sat/vB. */
export interface Reservation extends Reserved {
  readonly feeRate?: number;
  readonly settlementTxid?: string;
}

export interface AnchorsTable {
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
  /** The inscription of a listing or counter that its seller's sales have not paid for. */
  unpaidFor: Generated<string | null>;
  fanOutHex: string | null;
  confirmedHeight: number | null;
  spentHeight: number | null;
  createdAt: Date;
}

export interface RevocationPriceTable {
  onlyRow: Generated<true>;
  sats: Sats;
}

/**
 * Who an admission coin is reserved for, for which inscription (`purpose`), and what the preflight quoted.
 * feeRate: sat/vB.
 */
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
  isOwn: Generated<boolean | null>;
  createdAt: Date;
}
