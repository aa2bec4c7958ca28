import { concatBytes, tagSchnorr, taprootTweakPubkey } from '@scure/btc-signer/utils.js';

/** The hash of a leaf in the form of PSBTs: its script, then one byte of version. Source: BIP341. */
export function leafHashOf(versionedLeaf: Uint8Array): Uint8Array {
  const leaf = versionedLeaf.subarray(0, -1);
  return tagSchnorr('TapLeaf', versionedLeaf.subarray(-1), compactSize(leaf.length), leaf);
}

/** OP_1 <output key>: the taproot output of `internalKey` (32 bytes) with one leaf, or with none (BIP86). */
export function taprootScript(internalKey: Uint8Array, root: Uint8Array = new Uint8Array()): Uint8Array {
  const [outputKey] = taprootTweakPubkey(internalKey, root);
  return concatBytes(Uint8Array.of(0x51, 0x20), outputKey);
}

function compactSize(value: number): Uint8Array {
  return value < 0xfd ? Uint8Array.of(value) : Uint8Array.of(0xfd, value & 0xff, value >> 8);
}
