import { refuse } from '@ordbook/protocol/refusals';
import type { BlockRef, Chain } from '../chain/port.ts';
import type { Ordinals } from './port.ts';

/**
 * Returns the node's tip when the index is in sync with it, so that the index's data is valid at the tip.
 * Throws `Refusal('unavailable')` when the index is behind or on a stale branch. Compares hashes, because a
 * replaced block has the same height.
 */
export async function requireInSync(
  ordinals: Pick<Ordinals, 'blockHash'>,
  chain: Pick<Chain, 'tip'>,
): Promise<BlockRef> {
  const tip = await chain.tip();
  const indexed = await ordinals.blockHash(tip.height);
  if (indexed === null)
    refuse('unavailable', `the inscription index is behind the node's block ${tip.height}`);
  if (indexed !== tip.hash) {
    refuse('unavailable', `the inscription index is on a stale branch at block ${tip.height}`);
  }
  return tip;
}
