import { hex } from '@scure/base';
import { TaprootControlBlock } from '@scure/btc-signer';
import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Psbt, PsbtInput } from '../signing/psbt.ts';
import { leafHashOf, TAPSCRIPT, taprootScript } from '../signing/taproot.ts';
import { demand } from '../signing/unsafe-psbt.ts';

/**
 * The script of a seller's passthrough: a taproot output that the seller alone can spend by key path, and
 * that a sale spends by its one leaf, `<seller> OP_CHECKSIG <market> OP_CHECKSIGADD OP_2 OP_NUMEQUAL`, signed
 * by both. Keys are x-only hex.
 */
function passthroughScript(sellerKey: string, marketKey: string): Uint8Array {
  return taprootScript(hex.decode(sellerKey), passthroughRoot(sellerKey, marketKey));
}

/** The merkle root of a seller's passthrough, the hash of its one leaf. Keys are x-only hex. */
export function passthroughRoot(sellerKey: string, marketKey: string): Uint8Array {
  return leafHashOf(passthroughLeaf(sellerKey, marketKey));
}

/** The leaf as PSBTs carry it: its script, then the version. */
function passthroughLeaf(sellerKey: string, marketKey: string): Uint8Array {
  return hex.decode(`20${sellerKey}ac20${marketKey}ba529c${TAPSCRIPT.toString(16)}`);
}

/** Keys in hex, with or without the leading byte. */
export interface PassthroughKeys {
  readonly seller: string;
  /** The market's key. Default: any. */
  readonly market: string | undefined;
}

/**
 * Checks that the input spends output 0 of `transfer`, and that it is our passthrough. Returns the market's
 * key in it, x-only. Throws `UnsafePsbt` when it is another coin, or has another market's key.
 */
export function checkPassthrough(
  what: string,
  input: PsbtInput | undefined,
  transfer: Psbt,
  { seller, market }: PassthroughKeys,
): string {
  const held = transfer.outputs[0]!;
  demand(input !== undefined && input.txid === transfer.txid && input.vout === 0, () => {
    return `${what} spends ${input?.txid}:${input?.vout}, not the passthrough ${transfer.txid}:0`;
  });
  const sellerKey = seller.slice(-64);
  const marketKey = marketKeyOf(what, input, sellerKey);
  demand(equalBytes(held.script, passthroughScript(sellerKey, marketKey)), () => {
    return `${what}: the transfer pays ${hex.encode(held.script)}, which is not our passthrough`;
  });
  demand(input.valueSats === held.valueSats, () => {
    return `${what} says that the passthrough holds ${input.valueSats} sats, but it holds ${held.valueSats}`;
  });
  demand(!market || marketKey === market.slice(-64), () => {
    return `${what} is co-signed by ${marketKey}, not by the market's ${market}`;
  });
  return marketKey;
}

/**
 * The market key in a passthrough input. Throws `UnsafePsbt` unless the input spends the seller's passthrough
 * with that key, has only its leaf, and has nothing that would make a signer sign the key path.
 */
function marketKeyOf(what: string, { script, fields }: PsbtInput, sellerKey: string): string {
  const leaves = fields.tapLeafScript ?? [];
  demand(leaves.length === 1, () => `${what} has ${leaves.length} leaves, not one`);
  const [control, leaf] = leaves[0]!;
  const marketKey = hex.encode(leaf).slice(70, 134);
  demand(marketKey.length === 64 && equalBytes(leaf, passthroughLeaf(sellerKey, marketKey)), () => {
    return `${what} has the leaf ${hex.encode(leaf)}, which is not one that our key and the market's sign together`;
  });
  demand(hex.encode(TaprootControlBlock.encode(control)).slice(2) === sellerKey, () => {
    return `${what} has an internal key that is not ours: its owner could spend it alone`;
  });
  demand(equalBytes(script, passthroughScript(sellerKey, marketKey)), () => {
    return `${what} spends ${hex.encode(script)}, which is not our passthrough`;
  });
  demand(!fields.tapInternalKey && !fields.tapMerkleRoot, () => {
    return `${what} has an internal key or a merkle root: signers would also sign the key path`;
  });
  return marketKey;
}
