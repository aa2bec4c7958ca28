import { hexToBytes } from '../bitcoin/bytes.ts';
import { tapLeafHash } from '../bitcoin/taproot.ts';
import { type LeafLock, leafInputWeight, leafLock } from '../locks/leaf.ts';
import type { P2trLock } from '../locks/p2tr.ts';

/**
 * Weight of an input, WU: signatures of the market and the seller (with a sighash byte), leaf, control block.
 */
export const PASSTHROUGH_INPUT = leafInputWeight([64, 65, 70, 33]);

/**
 * The lock of a seller's passthrough (escrow output): it holds a listed inscription between its transfer and
 * its sale.
 *
 * `tr(seller, multi_a(2, seller, market))` of two x-only hex keys, both points. The seller alone can spend it
 * by key path; a sale spends the leaf, which both sign. The leaf is `<seller> OP_CHECKSIG <market>
 * OP_CHECKSIGADD OP_2 OP_NUMEQUAL`, so the witness is `[market, seller, leaf, control block]`: the first key
 * takes the last signature.
 * Source: BIP342, BIP387.
 */
export function passthroughLock(sellerKey: string, marketKey: string): LeafLock {
  const leaf = `20${sellerKey}ac20${marketKey}ba529c`;
  const keys = { seller: sellerKey, market: marketKey };
  return leafLock(sellerKey, leaf, tapLeafHash(hexToBytes(leaf)), keys, ['market', 'seller']);
}

/** Whether a witness item, hex, is the leaf of a passthrough of this market and any seller. */
export function isPassthroughLeaf(item: string, marketKey: string): boolean {
  return /^20[0-9a-f]{64}ac20$/.test(item.slice(0, 70)) && item.slice(70) === `${marketKey}ba529c`;
}

/** The lock of the same output for a spend by key path, which needs the seller alone. */
export function passthroughKeyPath(sellerKey: string, marketKey: string): P2trLock {
  const { script, leafHash } = passthroughLock(sellerKey, marketKey);
  return { type: 'p2tr', script, internalKey: sellerKey, outputKey: script.slice(4), merkleRoot: leafHash };
}
