import { Gauge, type Registry } from 'prom-client';
import type { TradingContext } from '../trading/context.ts';
import { type PoolStatus, poolStatus } from '../trading/operator-coins/pools.ts';

/** Gauges of the pools, read from the store at each scrape. */
export function installPoolMetrics(ctx: TradingContext, registry: Registry): void {
  // one reading for all gauges of a scrape
  let reading: Promise<PoolStatus[]> | null = null;
  const pools = () => {
    reading ??= poolStatus(ctx, ctx.clock.now())
      .catch(() => [])
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const gauge = (name: string, help: string, figureOf: (status: PoolStatus) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['pool'], registers: [registry] },
      async collect() {
        for (const status of await pools()) this.set({ pool: status.pool }, figureOf(status));
      },
    });
  gauge('ordbook_pool_target_coins', 'Coins that a pool should hold.', ({ target }) => target);
  gauge(
    'ordbook_pool_ready_coins',
    'Coins of a pool that can be spent in the next block.',
    ({ ready }) => ready,
  );
  gauge(
    'ordbook_pool_low',
    '1: a pool is below a quarter of its target, and no coins for it are on their way.',
    ({ isLow }) => Number(isLow),
  );
}
