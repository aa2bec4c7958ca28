import { isPointCompressed, isXOnlyPoint, verify, verifySchnorr } from '#curve';
import { type Layout, SIGHASHES, type Sighash } from '../layout/layout.ts';
import type { InputSignature } from '../layout/terms.ts';
import { type Lock, spendingOf } from '../locks/lock.ts';
import type { Party } from '../locks/spending.ts';
import { hexToBytes } from './bytes.ts';
import { sighashOf } from './sighash.ts';

/** Signatures already verified, by layout: checking and then completing a layout verifies each only once. */
const verified = new WeakMap<Layout, Set<string>>();

/**
 * The sighash types that are accepted where `asked` was asked for. DEFAULT commits to the same as ALL, but
 * only taproot has it. Source: BIP341.
 */
export function acceptedSighashes(lock: Lock, asked: Sighash): readonly Sighash[] {
  const isTaproot = spendingOf(lock).message().rules === 'bip341';
  return isTaproot && asked === 'ALL' ? ['ALL', 'DEFAULT'] : [asked];
}

/**
 * Verifies the signature (hex, as in the witness) of `party` on input `index`. Returns null when it verifies
 * with that party's key and a sighash type that is accepted for the one in the layout, else a sentence that
 * says what is wrong. Uses libsecp256k1.
 */
export function signatureFault(table: Layout, index: number, party: Party, signature: string): string | null {
  const known = verified.get(table) ?? new Set();
  const name = `${index} ${party} ${signature}`;
  if (known.has(name)) return null;
  const fault = faultOf(table, index, party, signature);
  if (fault === null) verified.set(table, known.add(name));
  return fault;
}

/** Verified between two pauses: 2 ms of work. */
export const SIGNATURES_PER_SLICE = 8;

/**
 * Verifies signatures of `party` with pauses, until the first that does not verify. Afterwards
 * `signatureFault` knows those that do.
 */
export function* verifying(
  table: Layout,
  party: Party,
  signatures: readonly InputSignature[],
): Generator<undefined, void> {
  for (const [i, { inputIndex, signature }] of signatures.entries()) {
    if (i % SIGNATURES_PER_SLICE === 0) yield;
    if (signatureFault(table, inputIndex, party, signature) !== null) return;
  }
}

function faultOf(table: Layout, index: number, party: Party, signature: string): string | null {
  const input = table.inputs[index];
  const asked = input?.signs[party];
  const spending = input && spendingOf(input.lock);
  const key = spending?.keyOf(party);
  if (!spending || !asked || !key) return `${party} does not sign input ${index}`;
  if (!/^([0-9a-f]{2})+$/.test(signature)) return `the signature of input ${index} is not hex`;
  const bytes = hexToBytes(signature);
  const isSchnorr = spending.message().rules === 'bip341';
  const isDefault = isSchnorr && bytes.length === 64;
  const type = isDefault ? SIGHASHES.DEFAULT : bytes.at(-1)!;
  const sighash = acceptedSighashes(input.lock, asked).find((each) => SIGHASHES[each] === type);
  if (!sighash || (isSchnorr && !isDefault && (bytes.length !== 65 || type === 0))) {
    return `input ${index} must be signed with sighash ${asked}, but its signature of ${bytes.length} bytes ends in ${type}`;
  }
  const hash = sighashOf(table, index, sighash);
  const isGood = isSchnorr
    ? verifyBip340(hash, hexToBytes(key), bytes.subarray(0, 64))
    : verifyEcdsa(hash, hexToBytes(key), bytes.subarray(0, -1));
  return isGood ? null : `the signature of input ${index} does not verify with the key ${key}`;
}

/** Verifies a BIP340 signature (64 bytes) over `hash` by an x-only key. */
export function verifyBip340(hash: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean {
  return verifies(() => isXOnlyPoint(key) && verifySchnorr(hash, key, signature));
}

/**
 * Verifies an ECDSA signature over `hash`. `der` has no sighash byte and must be relayable: strict DER
 * (BIP66), low S (BIP146).
 */
export function verifyEcdsa(hash: Uint8Array, publicKey: Uint8Array, der: Uint8Array): boolean {
  const compact = fromDer(der);
  return (
    compact !== null && verifies(() => isPointCompressed(publicKey) && verify(hash, publicKey, compact, true))
  );
}

/**
 * r and s, 32 bytes each, or null when `der` is not the one encoding of two positive integers. Source: BIP66.
 */
function fromDer(der: Uint8Array): Uint8Array | null {
  const rLength = der[3] ?? 0;
  const sLength = der[5 + rLength] ?? 0;
  const isFramed =
    der.length >= 8 &&
    der.length <= 72 &&
    der[0] === 0x30 &&
    der[1] === der.length - 2 &&
    der[2] === 0x02 &&
    der[4 + rLength] === 0x02 &&
    der.length === 6 + rLength + sLength;
  if (!isFramed) return null;
  const compact = new Uint8Array(64);
  for (const [place, integer] of [der.subarray(4, 4 + rLength), der.subarray(6 + rLength)].entries()) {
    const isMinimal = integer.length > 0 && (integer[0]! > 0 || (integer.length > 1 && integer[1]! >= 0x80));
    const magnitude = integer[0] === 0 ? integer.subarray(1) : integer;
    if (!isMinimal || integer[0]! >= 0x80 || magnitude.length > 32) return null;
    compact.set(magnitude, 32 * place + 32 - magnitude.length);
  }
  return compact;
}

/** libsecp256k1's wrapper throws on numbers outside the curve's order; that counts as not verifying. */
function verifies(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
