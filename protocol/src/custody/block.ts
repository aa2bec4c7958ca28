/**
 * Shows that a transaction with exactly these witnesses is in a block, and how deep that block is buried.
 *
 *   wtxid ──path──► witness root ──┐
 *                   reserved value ─┴► commitment in the coinbase's outputs
 *                                     coinbase ──path──► Merkle root in the header ◄── work
 *
 * Sources: BIP141 (commitment), BIP34 (height in the coinbase).
 */
import { concatBytes, sameBytes, sha256d } from '../bitcoin/bytes.ts';
import type { NetworkName } from '../network.ts';
import { CustodyFault } from './fault.ts';
import { type CompleteTransaction, NO_TXID, readComplete, shownHash } from './transaction.ts';

export interface BlockProof {
  /** Transactions of the block before the reveal; the coinbase is at position 0. */
  readonly position: number;
  /** Complete, with its witness. */
  readonly coinbase: Uint8Array;
  /** From the bottom of the tree of txids up, for position 0. */
  readonly coinbasePath: readonly Uint8Array[];
  /** From the bottom of the tree of wtxids up, for `position`. */
  readonly revealPath: readonly Uint8Array[];
  /** 80 bytes each: the block's own, and those that follow it. */
  readonly headers: readonly Uint8Array[];
}

export interface ProvenBlock {
  /** As its coinbase says. */
  readonly height: number;
  /** Hash of its header, as explorers show it. */
  readonly hash: string;
}

/**
 * A node takes 64 bytes for a transaction that may as well be two hashes of an inner node, so no leaf of a
 * tree here may have that size. Source: CVE-2017-12842.
 */
const AMBIGUOUS_BYTES = 64;

/** OP_RETURN, 36 bytes, and the four that mark a commitment. Source: BIP141. */
const COMMITMENT = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);

/**
 * Least difficulty of a header on mainnet. It has been above 34 × 10^12 in every block since the first
 * inscription (block 767,430); a lie costs the work of as many such blocks as headers are asked for.
 */
const LEAST_DIFFICULTY = 30_000_000_000_000n;
/** Target of difficulty 1. */
const TARGET_1 = 0xffffn << 208n;

/** Throws `CustodyFault`. `depth`: headers asked for, the block's own counted. */
export function provenBlock(
  reveal: CompleteTransaction,
  proof: BlockProof,
  { network, depth }: { readonly network: NetworkName; readonly depth: number },
): ProvenBlock {
  const coinbase = readComplete(proof.coinbase);
  if ([reveal.bytes, coinbase.stripped].some(({ length }) => length === AMBIGUOUS_BYTES))
    throw new CustodyFault(
      'ambiguous_transaction',
      'a transaction of 64 bytes may be an inner node of a Merkle tree',
    );
  if (proof.position === 0 || proof.revealPath.length !== proof.coinbasePath.length)
    throw new CustodyFault('not_in_block', 'the positions of reveal and coinbase are not those of one block');
  const witnessRoot = rootOf(sha256d(reveal.bytes), proof.position, proof.revealPath);
  requireCommitment(coinbase, witnessRoot);
  const [header] = proof.headers;
  if (!header || !sameBytes(rootOf(coinbase.hash, 0, proof.coinbasePath), header.subarray(36, 68)))
    throw new CustodyFault('not_in_block', 'the coinbase is not in the block of the header');
  requireWork(proof.headers, network, depth);
  return { height: heightIn(coinbase), hash: shownHash(sha256d(header)) };
}

/** The root of a tree in which `leaf` is at `position`. */
function rootOf(leaf: Uint8Array, position: number, path: readonly Uint8Array[]): Uint8Array {
  let node = leaf;
  let at = position;
  for (const sibling of path) {
    node = sha256d(at % 2 === 0 ? concatBytes(node, sibling) : concatBytes(sibling, node));
    at = Math.floor(at / 2);
  }
  if (at !== 0)
    throw new CustodyFault(
      'not_in_block',
      `no block has a position ${position} with a path of ${path.length}`,
    );
  return node;
}

/** The last output that looks like a commitment counts. */
function requireCommitment(coinbase: CompleteTransaction, witnessRoot: Uint8Array): void {
  const committed = coinbase.outputs.findLast(
    ({ script }) => script.length >= 38 && sameBytes(script.subarray(0, 6), COMMITMENT),
  );
  const [reserved, ...more] = coinbase.witnesses[0] ?? [];
  const isShaped =
    coinbase.inputs.length === 1 &&
    coinbase.inputs[0]!.txid === NO_TXID &&
    reserved?.length === 32 &&
    more.length === 0;
  if (
    !committed ||
    !isShaped ||
    !sameBytes(committed.script.subarray(6, 38), sha256d(concatBytes(witnessRoot, reserved)))
  )
    throw new CustodyFault('not_in_block', 'the coinbase does not commit to the witness of the reveal');
}

function requireWork(headers: readonly Uint8Array[], network: NetworkName, depth: number): void {
  if (headers.length < depth)
    throw new CustodyFault(
      'not_buried',
      `${depth} headers are asked for, and the proof has ${headers.length}`,
    );
  for (const [index, header] of headers.entries()) {
    const hash = sha256d(header);
    const target = targetIn(header);
    if (
      target === 0n ||
      asNumber(hash) > target ||
      (network === 'mainnet' && target * LEAST_DIFFICULTY > TARGET_1)
    )
      throw new CustodyFault(
        'no_work',
        `header ${index} of the proof does not have the work that ${network} asks for`,
      );
    const next = headers[index + 1];
    if (next && !sameBytes(next.subarray(4, 36), hash))
      throw new CustodyFault('no_work', `header ${index + 1} of the proof does not follow the one before it`);
  }
}

/** What the hash of a header must not exceed; 0: no hash is low enough. */
function targetIn(header: Uint8Array): bigint {
  const bits = new DataView(header.buffer, header.byteOffset).getUint32(72, true);
  const [exponent, mantissa] = [bits >>> 24, bits & 0x7fffff];
  if (bits & 0x800000 || exponent > 32) return 0n;
  return exponent > 3
    ? BigInt(mantissa) << BigInt(8 * (exponent - 3))
    : BigInt(mantissa >>> (8 * (3 - exponent)));
}

const asNumber = (hash: Uint8Array): bigint => BigInt(`0x${shownHash(hash)}`);

/** Its script begins with the height, as a number of a script. */
function heightIn({ scriptSigs: [script] }: CompleteTransaction): number {
  const first = script![0] ?? 0;
  if (first >= 0x51 && first <= 0x60) return first - 0x50;
  const bytes = script!.subarray(1, 1 + first);
  if (first < 1 || first > 4 || bytes.length < first || bytes.at(-1)! > 0x7f)
    throw new CustodyFault('not_in_block', 'the coinbase does not begin with a height');
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
