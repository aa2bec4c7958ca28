import { randomBytes } from 'node:crypto';
import { sign, signSchnorr } from 'tiny-secp256k1';
import { bytesToHex, concatBytes } from '../protocol/bytes.ts';
import { inputsOf, type Layout, SIGHASHES } from '../protocol/layout.ts';
import type { Party } from '../protocol/lock.ts';
import { sighashOf } from '../protocol/sighash.ts';
import type { InputSignature } from '../protocol/terms.ts';

/** Signs every input of `table` that is `party`'s, with the sighash type that the layout gives it. */
export function signInputs(table: Layout, party: Party, secret: Uint8Array): InputSignature[] {
  return inputsOf(table, party).map((inputIndex) => {
    const { lock, signs } = table.inputs[inputIndex]!;
    const sighash = signs[party]!;
    const hash = sighashOf(table, inputIndex, sighash);
    const isSchnorr = lock.type === 'leaf' || lock.type === 'p2tr';
    const signature = isSchnorr ? schnorr(hash, secret) : ecdsaLowR(hash, secret);
    const type = sighash === 'DEFAULT' ? [] : [SIGHASHES[sighash]];
    return { inputIndex, signature: bytesToHex(concatBytes(signature, Uint8Array.from(type))) };
  });
}

/** BIP340 with fresh auxiliary randomness, against side channels. 64 bytes. `secret` signs for its own x-only key, untweaked. */
export function schnorr(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  return signSchnorr(hash, secret, randomBytes(32));
}

/**
 * ECDSA in DER, without the sighash byte: RFC 6979 with a counter as extra entropy until R is low, as Bitcoin Core grinds
 * (`CKey::Sign`), so that no signature is over 70 bytes and weights are known; about two tries.
 */
export function ecdsaLowR(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  let compact = sign(hash, secret);
  for (let counter = 1; compact[0]! >= 0x80; counter += 1) {
    const entropy = new Uint8Array(32);
    new DataView(entropy.buffer).setUint32(0, counter, true);
    compact = sign(hash, secret, entropy);
  }
  const integers = [compact.subarray(0, 32), compact.subarray(32)].map(derInteger);
  const body = concatBytes(...integers);
  return concatBytes(Uint8Array.of(0x30, body.length), body);
}

function derInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const magnitude = bytes.subarray(first);
  const padding = magnitude[0]! >= 0x80 ? [0] : [];
  return Uint8Array.of(0x02, padding.length + magnitude.length, ...padding, ...magnitude);
}
