import { randomBytes } from 'node:crypto';
import { bytesToHex, concatBytes } from '@ordbook/protocol/bitcoin/bytes';
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import { SIGNATURES_PER_SLICE, verifying } from '@ordbook/protocol/bitcoin/signatures';
import { inputsOf, type Layout, SIGHASHES } from '@ordbook/protocol/layout/layout';
import type { InputSignature } from '@ordbook/protocol/layout/terms';
import type { Party } from '@ordbook/protocol/locks/spending';
import { signSchnorr } from 'tiny-secp256k1';

/**
 * Signs every input of `table` that `party` signs, with the sighash type in the layout. All are taproot:
 * `secret` is the leaf's key, or the tweaked key of a key path.
 */
export function signInputs(table: Layout, party: Party, secret: Uint8Array): InputSignature[] {
  return inputsOf(table, party).map((inputIndex) => signInput(table, party, secret, inputIndex));
}

/** As `signInputs`, with pauses. What was signed is verified, so that completing the table is quick. */
export function* signingInputs(
  table: Layout,
  party: Party,
  secret: Uint8Array,
): Generator<undefined, InputSignature[]> {
  const signed: InputSignature[] = [];
  for (const inputIndex of inputsOf(table, party)) {
    if (signed.length % SIGNATURES_PER_SLICE === 0) yield;
    signed.push(signInput(table, party, secret, inputIndex));
  }
  yield* verifying(table, party, signed);
  return signed;
}

function signInput(table: Layout, party: Party, secret: Uint8Array, inputIndex: number): InputSignature {
  const sighash = table.inputs[inputIndex]!.signs[party]!;
  const signature = schnorr(sighashOf(table, inputIndex, sighash), secret);
  const type = sighash === 'DEFAULT' ? [] : [SIGHASHES[sighash]];
  return { inputIndex, signature: bytesToHex(concatBytes(signature, Uint8Array.from(type))) };
}

/**
 * A BIP340 signature, 64 bytes, with fresh auxiliary randomness against side channels. `secret` is used
 * untweaked.
 */
export function schnorr(hash: Uint8Array, secret: Uint8Array): Uint8Array {
  return signSchnorr(hash, secret, randomBytes(32));
}
