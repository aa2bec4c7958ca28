import { Gauge, type Registry } from 'prom-client';
import { storedTip } from '../../store/chain/blocks.ts';
import { stateCounts } from '../../store/database/state-counts.ts';
import type { TradingContext } from '../../trading/context.ts';

/** Counting rows by state is slow on a large market, so one count serves all scrapes within this time, ms. */
const COUNTS_LAST_MS = 30_000;

/**
 * Gauges of heights and of rows by state, read at each scrape. Every replica reports the same values: all but
 * the node's height come from the database. The gauge of an unreachable part is left out.
 */
export function installStateMetrics(registry: Registry, ctx: TradingContext): void {
  gauge(
    'ordbook_node_height',
    'Height of the last block of the node.',
    async () => (await ctx.chain.tip()).height,
  );
  gauge(
    'ordbook_follower_height',
    'Height of the last block processed.',
    async () => (await storedTip(ctx.db))?.height ?? null,
  );

  let counted = 0;
  new Gauge({
    name: 'ordbook_trades',
    help: 'Rows by table and state, counted at most every half minute.',
    labelNames: ['table', 'state'],
    registers: [registry],
    async collect() {
      if (Date.now() - counted < COUNTS_LAST_MS) return;
      const trades = ctx.flows.flatMap((flow) => flow.trades);
      const counts = await stateCounts(ctx.db, trades).catch(() => null);
      this.reset();
      if (!counts) return;
      counted = Date.now();
      for (const { table, state, count } of counts) this.set({ table, state }, count);
    },
  });

  function gauge(name: string, help: string, read: () => Promise<number | null>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}
