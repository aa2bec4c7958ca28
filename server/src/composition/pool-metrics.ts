import { Gauge, type Registry } from 'prom-client';
import type { TradingContext } from '../trading/context.ts';
import { poolStatus } from '../trading/operator-coins/pools.ts';

/** Gauges of the pools, read from the store at each scrape. */
export function installPoolMetrics(ctx: TradingContext, registry: Registry): void {
  const target = new Gauge({
    name: 'ordbook_pool_target_coins',
    help: 'Coins that a pool should hold.',
    labelNames: ['pool'],
    registers: [registry],
  });
  new Gauge({
    name: 'ordbook_pool_ready_coins',
    help: 'Coins of a pool that can be spent in the next block.',
    labelNames: ['pool'],
    registers: [registry],
    async collect() {
      for (const { pool, ready, target: wanted } of await poolStatus(ctx, ctx.clock.now()).catch(() => [])) {
        this.set({ pool }, ready);
        target.set({ pool }, wanted);
      }
    },
  });
}
