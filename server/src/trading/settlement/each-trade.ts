import { Refusal } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../context.ts';

/**
 * Does `work` for each trade. One that throws because of a bug is logged and does not keep the others from
 * their turn. A `Refusal`, e.g. of an unreachable node, would meet all of them and ends the round.
 */
export async function eachTrade<Trade extends { readonly id: string }>(
  ctx: Pick<TradingContext, 'log'>,
  trades: readonly Trade[],
  work: (trade: Trade) => Promise<void>,
): Promise<void> {
  for (const trade of trades) {
    try {
      await work(trade);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      ctx.log.error({ err: error, id: trade.id }, 'a trade could not be followed, will try again');
    }
  }
}
