import type { Outpoint } from '@ordbook/protocol/outpoint';
import { recheckCollectionOffers } from '../trading/collection-offer/close.ts';
import type { TradingContext } from '../trading/context.ts';
import { recheckListings } from '../trading/listing/delist.ts';
import { recheckOffers } from '../trading/offer/close.ts';

/**
 * Tells every flow which coins blocks or the mempool spent, or a rollback touched, so that it looks again at what it holds on
 * them. `height`: of the last of the blocks, null for the mempool and for rollbacks. `holding`: those of the outpoints that may hold a known
 * inscription, where the caller knows; listings lie on such outputs only. Safe to repeat.
 */
export async function recheckCoins(
  ctx: TradingContext,
  outpoints: readonly Outpoint[],
  height: number | null,
  holding: readonly Outpoint[] = outpoints,
): Promise<void> {
  if (outpoints.length === 0) return;
  if (holding.length > 0) await recheckListings(ctx, holding, height);
  await recheckOffers(ctx, outpoints, height);
  await recheckCollectionOffers(ctx, outpoints, height);
}
