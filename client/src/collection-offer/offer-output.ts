/**
 * Recomputes the output that holds a collection offer's money. Its address commits to every term, so an equal
 * address means that the offer can be filled on these terms only. `docs/protocol/collection-offers.md`
 * specifies each byte.
 */
import { hex } from '@scure/base';
import { concatBytes, tagSchnorr } from '@scure/btc-signer/utils.js';
import type { Body } from '../operation.ts';
import { leafHashOf, TAPSCRIPT, taprootScript } from '../signing/taproot.ts';

/** Every member of a collection, or those whose traits match each group. */
export type Target = Body<'/collection/{slug}/collection-offers/target-preview'>['target'];

/** The terms that the address of an offer commits to. Hashes, scripts and keys are hex; keys are x-only. */
export interface OfferOutputTerms {
  readonly priceSats: number;
  /** Unix seconds. */
  readonly expiresAtUnix: number;
  readonly receiveScript: string;
  readonly eligibleRoot: string;
  readonly criteriaHash: string;
  readonly buyerKey: string;
  readonly authSecretHash: string;
  readonly signers: { readonly market: string; readonly gate: string; readonly policy: string };
}

const VERSION = 1;

/**
 * The canonical text of a target: JSON with sorted keys, groups and values sorted by UTF-8 bytes, without
 * duplicates.
 */
export function criteriaJson(collection: string, height: number, target: Target): string {
  const traits = target.kind === 'traits' ? { traits: canonicalGroups(target.traits) } : {};
  return JSON.stringify({ collection, height, kind: target.kind, ...traits, version: VERSION });
}

function canonicalGroups(groups: Extract<Target, { kind: 'traits' }>['traits']) {
  const texts = groups.map(({ type, values }) =>
    JSON.stringify({ type, values: [...new Set(values)].sort(byBytes) }),
  );
  return [...new Set(texts)].sort(byBytes).map((text) => JSON.parse(text) as (typeof groups)[number]);
}

/** Compares UTF-8 bytes; JavaScript's own order is by UTF-16. */
function byBytes(a: string, b: string): number {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at < 0 ? left.length - right.length : left[at]! - (right[at] ?? -1);
}

/** The hash of the criteria that an offer commits to, hex. */
export function criteriaHash(json: string): string {
  return hex.encode(tagSchnorr('ordbook/collection-offer/criteria', new TextEncoder().encode(json)));
}

/** Price, expiry, receive script, eligible root and criteria hash, as the leaf shows them. */
function termsBytes(terms: OfferOutputTerms): Uint8Array {
  const { priceSats, expiresAtUnix, receiveScript, eligibleRoot, criteriaHash: criteria } = terms;
  const script = hex.decode(receiveScript);
  return concatBytes(
    Uint8Array.of(VERSION),
    u64(priceSats),
    u64(expiresAtUnix),
    Uint8Array.of(script.length),
    script,
    hex.decode(eligibleRoot),
    hex.decode(criteria),
  );
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
export function offerOutput(terms: OfferOutputTerms): OfferOutput {
  const { buyerKey, authSecretHash, signers } = terms;
  const stated = termsBytes(terms);
  const leaf = [
    `4c${stated.length.toString(16)}${hex.encode(stated)}75`,
    `a820${authSecretHash}88`,
    `20${buyerKey}ac20${signers.market}ba519d`,
    `20${signers.gate}ad`,
    `20${signers.policy}ac`,
  ].join('');
  const root = leafHashOf(hex.decode(`${leaf}${TAPSCRIPT.toString(16)}`));
  return {
    leaf,
    script: taprootScript(hex.decode(buyerKey), root),
    exitData: hex.decode(`6a40${buyerKey}${hex.encode(root)}`),
  };
}

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}
