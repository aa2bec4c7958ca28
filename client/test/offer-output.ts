/**
 * The output that holds a collection offer's money. `docs/protocol/collection-offers.md` specifies each byte.
 */
import { exitDataScript, offerLock } from '@ordbook/protocol/collection-offer/offer';
import { hex } from '@scure/base';

/** The terms that the address of an offer commits to. Hashes, scripts and keys are hex; keys are x-only. */
export interface OfferOutputTerms {
  readonly priceSats: number;
  /** Unix seconds. */
  readonly expiresAtUnix: number;
  /** Script that receives the inscription. */
  readonly receiveScript: string;
  readonly eligibleRoot: string;
  /** SHA-256 of the criteria. */
  readonly criteriaHash: string;
  /** The buyer's key, x-only. */
  readonly buyerKey: string;
  /** SHA-256 of the secret that the fill shows. */
  readonly authSecretHash: string;
  /** Keys of the operator's signers, x-only. */
  readonly signers: { readonly market: string; readonly gate: string; readonly policy: string };
}

/** The output of an offer. */
export interface OfferOutput {
  /** Hex. */
  readonly leaf: string;
  readonly script: Uint8Array;
  /** The script with which the buyer can take the money back alone. */
  readonly exitData: Uint8Array;
}

/** The output with these terms. Pure. */
export function offerOutput({
  expiresAtUnix: expiresAt,
  signers: keys,
  ...terms
}: OfferOutputTerms): OfferOutput {
  const committed = { ...terms, expiresAt, keys };
  const { leaf, script } = offerLock(committed);
  return { leaf, script: hex.decode(script), exitData: hex.decode(exitDataScript(committed)) };
}
