import { refuse } from '@ordbook/protocol/refusals';
import type { BlockRef, Chain } from '../chain/port.ts';
import type { Ordinals } from './port.ts';

/**
 * Returns the node's tip when the index has that very block, so that what it says holds at the tip; throws
 * `Refusal('unavailable')` when it is behind or on a branch that a reorg left. Hashes are compared, not heights: a
 * replaced block has the same height.
 */
export async function level(
  ordinals: Pick<Ordinals, 'blockHash'>,
  chain: Pick<Chain, 'tip'>,
): Promise<BlockRef> {
  const tip = await chain.tip();
  const indexed = await ordinals.blockHash(tip.height);
  if (indexed === null)
    refuse('unavailable', `the inscription index is behind the node's block ${tip.height}`);
  if (indexed !== tip.hash) {
    refuse('unavailable', `the inscription index is on another branch than the node at block ${tip.height}`);
  }
  return tip;
}
