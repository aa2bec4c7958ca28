import type { Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import type { BlockRef, Chain } from '../../chain/port.ts';

/** A confirmed coin, and the height of its block. */
export type HeldCoin = Utxo & { readonly height: number };

/**
 * The confirmed coins of an address as of the block `tip`, except those that a mempool transaction spends.
 * What follows `tip` comes with its blocks. Throws `Refusal('unavailable')` when `tip` is not the node's
 * newest block once they are read: a reorg could have undone them. Retry-safe.
 */
export async function heldCoins(
  chain: Pick<Chain, 'addressCoins' | 'tip'>,
  address: string,
  tip: BlockRef,
): Promise<HeldCoin[]> {
  const { coins } = await chain.addressCoins(address);
  const now = await chain.tip();
  if (now.hash !== tip.hash)
    refuse(
      'unavailable',
      `the node went from block ${tip.height} to block ${now.height} while the coins of ${address} were read; they are read again`,
    );
  return coins;
}
