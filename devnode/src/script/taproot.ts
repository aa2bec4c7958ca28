import { pointFromScalar, privateAdd, privateNegate, xOnlyPointAddTweak } from 'tiny-secp256k1';
import { byteWriter, writeUint8, writeVariableBytes, written } from '../transaction/byte-writer.ts';
import { isTweaked } from './curve.ts';
import { taggedHash } from './hashes.ts';

const tapLeaf = taggedHash('TapLeaf');
const tapBranch = taggedHash('TapBranch');
const tapTweak = taggedHash('TapTweak');

/** Leaf version of tapscript (BIP342). */
export const TAPSCRIPT_LEAF_VERSION = 0xc0;
const CONTROL_BASE_BYTES = 33;
const CONTROL_NODE_BYTES = 32;
const CONTROL_MAX_NODES = 128;

/** First byte of an annex (BIP341). */
export const ANNEX_TAG = 0x50;

/** Hash of a leaf: its version and script (BIP341). */
export function tapLeafHash(leafVersion: number, script: Uint8Array): Uint8Array {
  const writer = byteWriter(script.length + 6);
  writeUint8(writer, leafVersion);
  writeVariableBytes(writer, script);
  return tapLeaf(written(writer));
}

/** Hash of two nodes, the smaller first (BIP341). */
export function tapBranchHash(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Buffer.compare(a, b) < 0 ? tapBranch(a, b) : tapBranch(b, a);
}

/** What tweaks an internal key into an output key: itself, and the root of a script tree, if any (BIP341). */
export const tapTweakHash = (internalKey: Uint8Array, root: Uint8Array = new Uint8Array()): Uint8Array =>
  tapTweak(internalKey, root);

/** The script that pays to a key alone, tweaked as BIP86 says. `internalKey` is x-only. */
export const keyPathScript = (internalKey: Uint8Array): Uint8Array =>
  Uint8Array.of(0x51, 32, ...xOnlyPointAddTweak(internalKey, tapTweakHash(internalKey))!.xOnlyPubkey);

/** First byte of a compressed point whose Y is odd. */
const ODD_Y = 3;

/** The secret that signs for that script by the key path. */
export function keyPathSecret(secret: Uint8Array): Uint8Array {
  const point = pointFromScalar(secret, true)!;
  const even = point[0] === ODD_Y ? privateNegate(secret) : secret;
  return privateAdd(even, tapTweakHash(point.subarray(1)))!;
}

/** The leaf version a control block names: its first byte without the parity bit. */
export function leafVersionOf(control: Uint8Array): number {
  return control[0]! & 0xfe;
}

/** True when a control block is 33 bytes and 0 to 128 nodes long. */
export function isControlSize(length: number): boolean {
  const nodes = (length - CONTROL_BASE_BYTES) / CONTROL_NODE_BYTES;
  return Number.isInteger(nodes) && nodes >= 0 && nodes <= CONTROL_MAX_NODES;
}

/** True when the control block (of a valid size) proves that the output key commits to the leaf. */
export function commitsToLeaf(control: Uint8Array, outputKey: Uint8Array, leafHash: Uint8Array): boolean {
  const internalKey = control.subarray(1, CONTROL_BASE_BYTES);
  let node = leafHash;
  for (let at = CONTROL_BASE_BYTES; at < control.length; at += CONTROL_NODE_BYTES)
    node = tapBranchHash(node, control.subarray(at, at + CONTROL_NODE_BYTES));
  return isTweaked(internalKey, tapTweakHash(internalKey, node), outputKey, (control[0]! & 1) as 0 | 1);
}
