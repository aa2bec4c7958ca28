import type { EligibleProof } from '@ordbook/protocol/collection-offer/eligible-set';
import type { FillTerms } from '@ordbook/protocol/fill/fill';
import type { AdmissionFanOutRequest } from '@ordbook/protocol/operator-coins/fan-out';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { SignedTransaction } from './port.ts';

/**
 * The three signers of fills of collection offers. Each holds one key, rebuilds the settlement from its
 * terms, checks it against its own signing policy and signs DEFAULT. Calls are retry-safe. They throw
 * `Refusal('unavailable')` when the process, or a source that it reads, is unreachable, and a `SignerRefusal`
 * when a rule is broken.
 */
export interface FillSigners {
  readonly market: MarketFills;
  readonly policy: PolicySigner;
  readonly gate: GateSigner;
}

/** A settlement that its seller has signed. */
export interface FillRequest {
  readonly terms: FillTerms;
  /** The seller's DEFAULT signature on input 0, hex. */
  readonly sellerSignature: string;
  /** 32 bytes, hex; its SHA-256 is in the offer's leaf. */
  readonly authSecret: string;
}

export interface PolicyRequest extends FillRequest {
  readonly criteriaJson: string;
  readonly proof: EligibleProof;
  readonly custody: FillProofs;
}

/** Custody proofs, base64. */
export interface FillProofs {
  /** Of the inscription, up to the seller's coin. */
  readonly goods: string;
  /**
   * Of the gallery, or of the parent up to the coin that the inscription's reveal spends; null: no proof
   * shows that it is a member.
   */
  readonly source: { readonly inscriptionId: string; readonly proof: string } | null;
}

/** A collection as the operator describes it to the policy signer. */
export interface PolicyCollection {
  readonly slug: string;
  readonly kind: 'parent_child' | 'gallery';
  /** Ids of the parent or gallery inscriptions. */
  readonly sources: readonly string[];
}

/** Holds the market key, and creates admission coins from operator coins. */
export interface MarketFills {
  /** Signature of the offer output's leaf, hex. */
  signFill(request: FillRequest): Promise<{ readonly signature: string }>;
  /** Spends operator coins into admission coins of the tiers and change to itself. */
  signAdmissionFanOut(request: AdmissionFanOutRequest): Promise<SignedTransaction>;
}

/** Holds the policy key. Has its own node, and no access to the trading database. */
export interface PolicySigner {
  publicKeys(): Promise<{ readonly policy: string }>;
  /**
   * The collection as the signer knows it; null: it signs no fills for it. `hasIndex`: it takes what its own
   * index says of a membership that no proof shows.
   */
  collection(request: {
    readonly slug: string;
  }): Promise<{ readonly described: PolicyCollection | null; readonly hasIndex: boolean }>;
  signFill(request: PolicyRequest): Promise<{ readonly signature: string }>;
}

/** Most coins that the gate is asked about at once. */
export const MAX_ASKED_COINS = 1000;

/** Holds the gate key. Knows the admission coins of the operator, and signs for no others. */
export interface GateSigner {
  publicKeys(): Promise<{ readonly gate: string }>;
  /**
   * Takes the admission coins of a fan-out transaction for its own: all or none. The operator's key must have
   * signed it; send it to the node only afterwards. Throws `Refusal('unavailable')` when a tier has no room.
   */
  adopt(request: Adoption): Promise<{ readonly txid: string }>;
  /** For each coin, whether it is the gate's own: from an adopted fan-out transaction, through its fills. */
  knows(request: { readonly coins: readonly Outpoint[] }): Promise<{ readonly known: readonly boolean[] }>;
  /** Signatures of the offer output's leaf and of the admission coin, hex. */
  signFill(request: GateRequest): Promise<{ readonly offer: string; readonly admission: string }>;
}

/** A fan-out transaction that makes admission coins, signed. */
export interface Adoption {
  readonly fanOut: AdmissionFanOutRequest;
  /** Raw hex with witnesses. */
  readonly hex: string;
}

/** A fill that the other two signers have signed. */
export interface GateRequest {
  readonly terms: FillTerms;
  /** Their signatures of the offer output's leaf, hex. */
  readonly market: string;
  readonly policy: string;
}
