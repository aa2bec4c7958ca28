import { varBytes } from '@ordbook/protocol/bitcoin/bytes';
import { taggedHash } from '@ordbook/protocol/bitcoin/taproot';
import { concatBytes, taprootTweakPubkey } from '@scure/btc-signer/utils.js';

/** The hash of a leaf in the form of PSBTs: its script, then one byte of version. Source: BIP341. */
export function leafHashOf(versionedLeaf: Uint8Array): Uint8Array {
  return taggedHash('TapLeaf', versionedLeaf.subarray(-1), varBytes(versionedLeaf.subarray(0, -1)));
}

/** OP_1 <output key>: the taproot output of `internalKey` (32 bytes) with one leaf, or with none (BIP86). */
export function taprootScript(internalKey: Uint8Array, root: Uint8Array = new Uint8Array()): Uint8Array {
  const [outputKey] = taprootTweakPubkey(internalKey, root);
  return concatBytes(Uint8Array.of(0x51, 0x20), outputKey);
}
