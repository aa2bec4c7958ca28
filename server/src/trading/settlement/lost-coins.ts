/**
 * When a coin is gone for good. What the mempool spends may come back, and so may what a block spends, until enough blocks lie on top:
 * only then are signatures forgotten and attempts given up.
 */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { TradingContext } from '../context.ts';

/** For each outpoint: do the blocks lack it? One that only the mempool spends is there for them. */
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
  /** Tip at which the loss was seen first; null: nothing is lost. To be stored until the next look. */
  readonly height: number | null;
  /** `failureDepth` blocks lie on top of it. */
  readonly isDeep: boolean;
}

/** `since`: the height stored at the last look. */
export function burialOf(
  ctx: Pick<TradingContext, 'settings'>,
  isLost: boolean,
  since: number | null,
  tip: number,
): Burial {
  const height = isLost ? Math.min(since ?? tip, tip) : null;
  return { height, isDeep: height !== null && tip - height >= ctx.settings.failureDepth };
}
