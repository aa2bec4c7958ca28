import { concatBytes, equalBytes, tagSchnorr, taprootTweakPubkey } from '@scure/btc-signer/utils.js';

/** Version of tapscript leaves. Source: BIP342. */
export const TAPSCRIPT = 0xc0;

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

/**
 * Whether `controlBlock` proves that the leaf is in the output `script`. Source: BIP341, "Script validation
 * rules".
 */
export function opensOutput(
  script: Uint8Array,
  controlBlock: Uint8Array,
  versionedLeaf: Uint8Array,
): boolean {
  const depth = (controlBlock.length - 33) / 32;
  if (!Number.isInteger(depth) || depth < 0 || depth > 128) return false;
  if ((controlBlock[0]! & 0xfe) !== versionedLeaf.at(-1)) return false;
  let root = leafHashOf(versionedLeaf);
  for (let level = 0; level < depth; level += 1) {
    const sibling = controlBlock.subarray(33 + 32 * level, 65 + 32 * level);
    const [low, high] = isBelow(root, sibling) ? [root, sibling] : [sibling, root];
    root = tagSchnorr('TapBranch', low, high);
  }
  const [outputKey, parity] = taprootTweakPubkey(controlBlock.subarray(1, 33), root);
  const program = concatBytes(Uint8Array.of(0x51, 0x20), outputKey);
  return parity === (controlBlock[0]! & 1) && equalBytes(program, script);
}

function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at >= 0 && a[at]! < b[at]!;
}

function compactSize(value: number): Uint8Array {
  return value < 0xfd ? Uint8Array.of(value) : Uint8Array.of(0xfd, value & 0xff, value >> 8);
}
