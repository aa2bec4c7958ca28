import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';

/**
 * The operator's public keys, x-only hex: `market` co-signs passthroughs, `anchor` is the internal key (BIP86) of the
 * operator's coins, the anchors among them.
 */
export interface OperatorKeys {
  readonly market: string;
  readonly anchor: string;
}

/** An inscription and the offset of its sat in the output it lies on. */
export interface InscriptionAt {
  readonly id: string;
  readonly offset: Sats;
}

/** One listing as fixed when its seller signed: what the transfer (TX1) and the seller's half of the sale are made of. */
export interface ListingTerms {
  /** The inscription's output, P2TR key path of `sellerKey`. */
  readonly utxo: Utxo;
  readonly inscriptions: readonly InscriptionAt[];
  /** The seller's x-only internal key, hex. */
  readonly sellerKey: string;
  readonly sellerPaymentAddress: string;
  /** What the seller's output of the sale pays: the price less fees and royalty, plus the UTXO's value. */
  readonly sellerProceedsSats: Sats;
  /** Coin of the operator that pays the transfer's fee. */
  readonly anchor: Utxo;
  readonly transferFeeSats: Sats;
}

export type PaymentType = 'p2wpkh' | 'p2sh-p2wpkh' | 'p2tr';

/** The buyer's or maker's wallet that pays: one address, one key, as bound. */
export interface Payer {
  readonly address: string;
  /** Derives `address`. As `payerOf` makes it: compressed hex, for P2TR x-only. */
  readonly publicKey: string;
  readonly type: PaymentType;
}

export interface Payout {
  readonly purpose: 'marketplace' | 'creator' | 'partner' | 'donation';
  readonly address: string;
  readonly valueSats: Sats;
}

/** A purchase (TX2) in full: two parties who hold the same terms build the same bytes. */
export interface SaleTerms {
  readonly listings: readonly ListingTerms[];
  /** Coin of the operator. */
  readonly purchaseAnchor: Utxo;
  readonly buyerOrdinalsAddress: string;
  readonly payer: Payer;
  readonly payments: readonly Utxo[];
  readonly payouts: readonly Payout[];
  /** How many new anchors the sale makes, and of what value each. */
  readonly freshAnchors: { readonly count: number; readonly valueSats: Sats };
  /** To the payer's address; 0: no change output. */
  readonly changeSats: Sats;
}

/** A signature as it goes into a witness: 64 B schnorr (DEFAULT), 65 B schnorr with its sighash byte, or DER with it. */
export interface InputSignature {
  readonly inputIndex: number;
  readonly signature: string;
}

/** What a client wallet signs. Field names are the API's. */
export interface PsbtStep {
  readonly stepIndex: number;
  readonly signerAddress: string;
  readonly inputsToSign: readonly InputToSign[];
  readonly psbtBase64: string;
}

export interface InputToSign {
  readonly address: string;
  readonly publicKey?: string;
  readonly disableTweakSigner?: boolean;
  readonly signingIndexes: readonly number[];
  /** 0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY. */
  readonly sigHash?: number;
}
