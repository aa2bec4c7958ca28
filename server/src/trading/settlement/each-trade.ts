import { Refusal } from '@ordbook/protocol/refusals';
import { inTradeScope } from '../../base/trade-scope.ts';
import { Overtaken } from '../../store/database/machine.ts';
import type { TradingContext } from '../context.ts';

/**
 * Does `work` for each trade. One that throws because of a bug is logged and does not keep the others from
 * their turn; nor does one that a request or another replica has changed since it was read. A `Refusal`, e.g.
 * of an unreachable node, would meet all of them and ends the round. `idOf`: the trade's id, which every log
 * line carries meanwhile; default: the row's own.
 */
export async function eachTrade<Trade extends { readonly id: string }>(
  ctx: Pick<TradingContext, 'log'>,
  trades: readonly Trade[],
  work: (trade: Trade) => Promise<void>,
  idOf: (trade: Trade) => string = ({ id }) => id,
): Promise<void> {
  for (const trade of trades) {
    try {
      await inTradeScope(() => work(trade), [idOf(trade)]);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error instanceof Overtaken)
        ctx.log.warn(
          { reason: error.message, tradeId: idOf(trade) },
          'a trade was changed while it was followed; the next poll looks again',
        );
      else
        ctx.log.error({ err: error, tradeId: idOf(trade) }, 'a trade could not be followed, will try again');
    }
  }
}
