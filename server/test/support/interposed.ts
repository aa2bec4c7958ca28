import { AsyncResource } from 'node:async_hooks';
import type { KyselyPlugin } from 'kysely';
import type { TradingContext } from '../../src/trading/context.ts';

/**
 * A context in which `work` happens right after the flow that uses it has reserved its coins, before the flow's next statement: on
 * PGlite, whose one session is lent in turns.
 */
export function afterReserving(ctx: TradingContext, work: () => Promise<unknown>): TradingContext {
  let isDone = false;
  // In the caller's scope, not in that of the reserving transaction.
  const start = AsyncResource.bind(() => void work());
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const isReserving =
        node.kind === 'RawNode' && node.sqlFragments.some((text) => text.includes('with asked as'));
      if (isReserving && !isDone) {
        isDone = true;
        start();
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...ctx, db: ctx.db.withPlugin(plugin) };
}
