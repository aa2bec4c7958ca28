import type { CounterFunding, CounterTerms } from '@ordbook/protocol/counter/terms';
import type { InputSignature, ListingTerms, OperatorKeys, SaleTerms } from '@ordbook/protocol/layout/terms';
import type { Bump } from '@ordbook/protocol/listing/bump';
import type { AnchorFanOutRequest } from '@ordbook/protocol/operator-coins/fan-out';
import type { Utxo } from '@ordbook/protocol/outpoint';

/**
 * The holder of the operator's keys. It does not trust its caller: every method rebuilds the transaction from
 * the terms with the same pure functions as the flows, verifies every signature of others, applies its
 * signing policy and only then signs. The same request gets the same signatures again, unless a limit is
 * reached: each is counted. Methods throw `Refusal('unavailable')` when the signer process is unreachable,
 * and a `SignerRefusal` (a bug or an attack, never a client's mistake) when the signing policy forbids the
 * request.
 */
export interface Signer {
  publicKeys(): Promise<OperatorKeys>;
  /** Completes a purchase package: the transfers in the order of the listings, then the sale, as raw hex. */
  signSale(request: SaleRequest): Promise<SignedSale>;
  /**
   * Returns the passthroughs of a batch to their seller: the market key signs each leaf, the anchor changes
   * pay the fee.
   */
  signRecovery(request: RecoveryRequest): Promise<BumpedTransaction>;
  /** Pays the fee for a seller who takes a passthrough back by key path. */
  signTakeBack(request: TakeBackRequest): Promise<BumpedTransaction>;
  /** Completes an accepted counter: the transfer, then the settlement, as raw hex. */
  signCounter(request: CounterRequest): Promise<{ transfer: string; settlement: string }>;
  /**
   * Returns the passthrough of a counter to its seller: the market key signs the leaf, whole operator coins
   * are the fee.
   */
  signCounterRecovery(request: CounterRecoveryRequest): Promise<SignedTransaction>;
  /**
   * Fan-out: turns anchors and operator coins into `count` anchors of `valueSats` and change to the operator.
   */
  signAnchorFanOut(request: AnchorFanOutRequest): Promise<SignedTransaction>;
}

/** A transaction, and the bump if one was requested. */
export interface BumpedTransaction extends SignedTransaction {
  readonly bump: SignedTransaction | null;
}

/** Ready to broadcast: raw hex with witnesses. */
export interface SignedTransaction {
  readonly txid: string;
  readonly hex: string;
}

/** Raw hex; the transfers in the order of the listings. */
export interface SignedSale {
  readonly transfers: string[];
  readonly sale: string;
}

export interface SaleRequest {
  readonly terms: SaleTerms;
  /** For each listing, the seller's DEFAULT signature on input 0 of its transfer. */
  readonly transferSignatures: readonly string[];
  /** For each listing, the seller's SINGLE|ANYONECANPAY leaf signature. */
  readonly sellerSignatures: readonly string[];
  /** The buyer's signatures; `inputIndex` is that of the sale. */
  readonly buyerSignatures: readonly InputSignature[];
}

export interface RecoveryRequest {
  /** The whole batch, in the order in which its seller signed it, with the DEFAULT leaf signature of each. */
  readonly items: readonly { readonly terms: ListingTerms; readonly sellerSignature: string }[];
  /** A child that raises it above the transfers' fee rate; null when none is needed. */
  readonly bump: Bump | null;
}

export interface TakeBackRequest {
  readonly terms: ListingTerms;
  /** The seller's DEFAULT key path signature on the passthrough. */
  readonly sellerSignature: string;
  /** As in `RecoveryRequest`. */
  readonly bump: Bump | null;
}

export interface CounterRequest {
  readonly terms: CounterTerms;
  readonly funding: CounterFunding;
  /** The seller's DEFAULT signature on input 0 of the transfer. */
  readonly transferSignature: string;
  /** The seller's ALL|ANYONECANPAY leaf signature. */
  readonly sellerSignature: string;
  /** The buyer's signature on the funding. */
  readonly buyerSignatures: readonly InputSignature[];
}

export interface CounterRecoveryRequest {
  readonly terms: CounterTerms;
  /** The seller's ALL|ANYONECANPAY leaf signature. */
  readonly sellerSignature: string;
  /** Operator coins; their whole value is the fee. */
  readonly feeCoins: readonly Utxo[];
}

/**
 * A request that the signing policy forbids. For the API it is a bug (500, logged); clients never see its
 * text.
 */
export class SignerRefusal extends Error {
  /** `spent`: a coin is gone, because somebody was faster or another run has settled the trade. */
  readonly why: 'rule' | 'spent';
  constructor(sentence: string, why: 'rule' | 'spent' = 'rule') {
    super(sentence);
    this.name = 'SignerRefusal';
    this.why = why;
  }
}
