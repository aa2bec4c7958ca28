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
  const low = new Gauge({
    name: 'ordbook_pool_low',
    help: '1: a pool is below a quarter of its target, and no coins for it are on their way.',
    labelNames: ['pool'],
    registers: [registry],
  });
  new Gauge({
    name: 'ordbook_pool_ready_coins',
    help: 'Coins of a pool that can be spent in the next block.',
    labelNames: ['pool'],
    registers: [registry],
    async collect() {
      for (const status of await poolStatus(ctx, ctx.clock.now()).catch(() => [])) {
        const { pool } = status;
        this.set({ pool }, status.ready);
        target.set({ pool }, status.target);
        low.set({ pool }, Number(status.isLow));
      }
    },
  });
}
