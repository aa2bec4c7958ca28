import { sha256 } from '@noble/hashes/sha2.js';
import { signSchnorr, xOnlyPointAddTweak, xOnlyPointFromScalar } from 'tiny-secp256k1';
import { addressOf } from '../address/address.ts';
import { sighashTaproot } from '../script/sighash-taproot.ts';
import { spendOf } from '../script/spend.ts';
import {
  keyPathScript,
  keyPathSecret,
  TAPSCRIPT_LEAF_VERSION,
  tapLeafHash,
  tapTweakHash,
} from '../script/taproot.ts';
import type { Transaction, TransactionOutput } from '../transaction/transaction.ts';

/** A taproot key of a world. For regtest only: everyone can derive it from its seed. */
export type Key = {
  /** Signs by a leaf. */
  readonly secret: Uint8Array;
  /** Signs by the key path. */
  readonly outputSecret: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Pays to the key path alone (BIP86). */
  readonly script: Uint8Array;
  readonly address: string;
};

/** The key of a name under a seed; the same every time. */
export function keyFrom(seed: string, name: string): Key {
  const secret = sha256(new TextEncoder().encode(`devnode world/${seed}/${name}`));
  const publicKey = xOnlyPointFromScalar(secret);
  const script = keyPathScript(publicKey);
  return { secret, outputSecret: keyPathSecret(secret), publicKey, script, address: addressOf(script)! };
}

/** The output that a key and one leaf share, and the control block that opens the leaf (BIP341). */
export function lockToLeaf(key: Key, leaf: Uint8Array): { script: Uint8Array; control: Uint8Array } {
  const tweak = tapTweakHash(key.publicKey, tapLeafHash(TAPSCRIPT_LEAF_VERSION, leaf));
  const { xOnlyPubkey, parity } = xOnlyPointAddTweak(key.publicKey, tweak)!;
  return {
    script: Uint8Array.of(0x51, 32, ...xOnlyPubkey),
    control: Uint8Array.of(TAPSCRIPT_LEAF_VERSION | parity, ...key.publicKey),
  };
}

/** Nothing depends on the secrecy of these keys, and equal signatures make equal chains. */
const NO_RANDOMNESS = new Uint8Array(32);

/** The witness of an input by the key path, or by a leaf `<key> OP_CHECKSIG …`. */
export function sign(
  tx: Transaction,
  index: number,
  spent: readonly TransactionOutput[],
  key: Key,
  leaf?: { readonly script: Uint8Array; readonly control: Uint8Array },
): Uint8Array[] {
  const hash = sighashTaproot(spendOf(tx, spent), index, 0, {
    annex: null,
    leaf: leaf ? { hash: tapLeafHash(TAPSCRIPT_LEAF_VERSION, leaf.script), codeSeparator: 0xffffffff } : null,
  })!;
  if (leaf) return [signSchnorr(hash, key.secret, NO_RANDOMNESS), leaf.script, leaf.control];
  return [signSchnorr(hash, key.outputSecret, NO_RANDOMNESS)];
}
