/**
 * When a coin is gone for good. What the mempool spends may come back, and so may what a block spends, until
 * enough blocks are on top. Only then are signatures deleted and attempts given up.
 */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { TradingContext } from '../context.ts';

/** For each outpoint, whether the blocks lack it. One that only the mempool spends is not lost. */
export async function lostInBlocks(
  ctx: Pick<TradingContext, 'chain'>,
  outpoints: readonly Outpoint[],
): Promise<boolean[]> {
  const [coins, spenders] = await Promise.all([
    ctx.chain.unspents(outpoints),
    ctx.chain.mempoolSpenders(outpoints),
  ]);
  return outpoints.map((_, i) => coins[i] === null && spenders[i] === null);
}

export interface Burial {
  /** Tip at which the loss was first seen. null: nothing is lost. Stored until the next poll. */
  readonly height: number | null;
  /** Whether `failureDepth` blocks are on top of it. */
  readonly isDeep: boolean;
}

/** `since`: the height stored on the last poll. */
export function burialOf(
  ctx: Pick<TradingContext, 'settings'>,
  isLost: boolean,
  since: number | null,
  tip: number,
): Burial {
  const height = isLost ? Math.min(since ?? tip, tip) : null;
  return { height, isDeep: height !== null && tip - height >= ctx.settings.failureDepth };
}
