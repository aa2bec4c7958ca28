import type { Payer } from '../locks/payer.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';

/**
 * The operator's public keys, x-only hex: `market` co-signs passthroughs, `anchor` is the internal key
 * (BIP86) of the operator's coins, the anchors among them.
 */
export interface OperatorKeys {
  readonly market: string;
  readonly anchor: string;
}

/** An inscription and the offset of its sat in the output that holds it. */
export interface InscriptionAt {
  readonly id: string;
  readonly offset: Sats;
}

/** The operator as a client sees it, who knows the script (hex) of its coins and not the key behind it. */
export interface SeenOperator {
  readonly market: string;
  readonly operatorScript: string;
}

/** Enough to build every layout; signing operator inputs needs `OperatorKeys`. */
export type Operator = OperatorKeys | SeenOperator;

/** A listing as its seller signed it: determines the transfer (TX1) and the seller's half of the sale. */
export interface ListingTerms {
  /** The inscription's output, P2TR key path of `sellerKey`. */
  readonly utxo: Utxo;
  readonly inscriptions: readonly InscriptionAt[];
  /** The seller's x-only internal key, hex. */
  readonly sellerKey: string;
  readonly sellerPaymentAddress: string;
  /** Sats of the seller's output in the sale: the price less fees and royalty, plus the UTXO's value. */
  readonly sellerProceedsSats: Sats;
  /** Operator coin that pays the transfer's fee. */
  readonly anchor: Utxo;
  readonly transferFeeSats: Sats;
}

export interface Payout {
  readonly purpose: 'marketplace' | 'creator' | 'partner' | 'donation';
  readonly address: string;
  readonly valueSats: Sats;
}

/** A complete purchase (TX2): two parties with the same terms build the same bytes. */
export interface SaleTerms {
  readonly listings: readonly ListingTerms[];
  /** An operator coin. */
  readonly purchaseAnchor: Utxo;
  readonly buyerOrdinalsAddress: string;
  readonly payer: Payer;
  readonly payments: readonly Utxo[];
  readonly payouts: readonly Payout[];
  /** How many new anchors the sale creates, and the value of each. */
  readonly freshAnchors: { readonly count: number; readonly valueSats: Sats };
  /** To the payer's address; 0: no change output. */
  readonly changeSats: Sats;
}

/**
 * A signature as in a witness: schnorr of 64 B (DEFAULT) or 65 B (with sighash byte), or DER with sighash
 * byte. Hex.
 */
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

/** A PSBT that a wallet signed. What it repeats of its step must be as it was built. */
export interface SignedPsbt
  extends Pick<PsbtStep, 'psbtBase64'>,
    Partial<Pick<PsbtStep, 'signerAddress' | 'inputsToSign'>> {}

/** One of the steps of a flow, signed. */
export interface SignedStep extends SignedPsbt, Pick<PsbtStep, 'stepIndex'> {}

export interface InputToSign {
  readonly address: string;
  readonly publicKey?: string;
  readonly disableTweakSigner?: boolean;
  readonly signingIndexes: readonly number[];
  /** 0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY. */
  readonly sigHash?: number;
}
