import { Gauge, type Registry } from 'prom-client';
import { storedTip } from '../../store/chain/blocks.ts';
import { stateCounts } from '../../store/database/state-counts.ts';
import type { TradingContext } from '../../trading/context.ts';

/** Counting rows of every state takes long on a large market: one count serves the scrapes of this time. */
const COUNTS_LAST_MS = 30_000;

/**
 * Gauges of what the service has and where it stands, read when they are scraped. Any replica's answer is the same: all but the
 * node's height are in the database. A part that is away leaves its gauge out.
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
    help: 'Rows by table and state; counted every half minute at most.',
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
