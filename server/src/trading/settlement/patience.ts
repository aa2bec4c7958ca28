/** How long a package that was sent and is in no block is waited for. */
import type { BlockRef } from '../../chain/port.ts';
import type { TradingContext } from '../context.ts';

/** Whether `patienceBlocks` blocks came since the package was made. */
export function isPastBlocks(
  { settings }: Pick<TradingContext, 'settings'>,
  { madeAtHeight }: { readonly madeAtHeight: number | null },
  tip: Pick<BlockRef, 'height'>,
): boolean {
  return madeAtHeight !== null && tip.height - madeAtHeight >= settings.patienceBlocks;
}

/** Whether the package is older than `patienceMs`: the node has refused it for that long. */
export function isPastHours(
  { settings, clock }: Pick<TradingContext, 'settings' | 'clock'>,
  { createdAt }: { readonly createdAt: Date },
): boolean {
  return clock.now().getTime() - createdAt.getTime() > settings.patienceMs;
}
