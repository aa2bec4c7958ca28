import type { BlockRef } from '../chain/port.ts';
import type { TradingContext } from '../trading/context.ts';

/**
 * Reads from the index as of `tip`. Resolves to what `read` returns, or to null when the index is not at that
 * very block before and after the reading; try again later. Throws `Refusal('unavailable')` when the index is
 * unreachable.
 */
export async function readAt<T>(
  ctx: Pick<TradingContext, 'ordinals'>,
  tip: BlockRef,
  read: () => Promise<T>,
): Promise<T | null> {
  if (!(await isAt(ctx, tip))) return null;
  const value = await read();
  return (await isAt(ctx, tip)) ? value : null;
}

/** Whether `tip` is the newest block that the index has. */
export async function isAt({ ordinals }: Pick<TradingContext, 'ordinals'>, tip: BlockRef): Promise<boolean> {
  const [at, above] = await Promise.all([ordinals.blockHash(tip.height), ordinals.blockHash(tip.height + 1)]);
  return at === tip.hash && above === null;
}
