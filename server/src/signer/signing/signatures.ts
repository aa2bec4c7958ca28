import { randomBytes } from 'node:crypto';
import { signSchnorr } from 'tiny-secp256k1';
import { bytesToHex, concatBytes } from '../../protocol/bitcoin/bytes.ts';
import { inputsOf, type Layout, SIGHASHES } from '../../protocol/layout/layout.ts';
import type { Party } from '../../protocol/bitcoin/lock.ts';
import { sighashOf } from '../../protocol/bitcoin/sighash.ts';
import type { InputSignature } from '../../protocol/layout/terms.ts';

/**
 * Signs every input of `table` that is `party`'s, with the sighash type that the layout gives it. All of them are taproot:
 * `secret` is the leaf's key, or the tweaked key of a key path.
 */
export function signInputs(table: Layout, party: Party, secret: Uint8Array): InputSignature[] {
  return inputsOf(table, party).map((inputIndex) => {
    const sighash = table.inputs[inputIndex]!.signs[party]!;
    const signature = schnorr(sighashOf(table, inputIndex, sighash), secret);
    const type = sighash === 'DEFAULT' ? [] : [SIGHASHES[sighash]];
    return { inputIndex, signature: bytesToHex(concatBytes(signature, Uint8Array.from(type))) };
  });
}

/** BIP340 with fresh auxiliary randomness, against side channels. 64 bytes. `secret` signs for its own x-only key, untweaked. */
export function schnorr(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  return signSchnorr(hash, secret, randomBytes(32));
}
