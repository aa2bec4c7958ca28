import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@ordbook/protocol/refusals';
import { buildService } from '../composition/build-service.ts';
import { readSettings } from '../composition/settings.ts';
import { forgetOwnAdmissions } from '../store/operator-coins/admissions.ts';
import type { TradingContext } from '../trading/context.ts';
import {
  adoptAdmissions,
  fundPools,
  type PoolStatus,
  poolStatus,
  recogniseAdmissionCoins,
  remedy,
} from '../trading/operator-coins/pools.ts';
import { askAdmin } from './admin-client.ts';

/** How often `fund` waits for the service and the node to agree on the newest block. */
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

export interface PoolsOptions {
  /** A line of JSON per pool. */
  readonly json?: boolean;
}

/**
 * Prints the figures of every pool. `fund` first creates the admission coins that the tiers are missing.
 * `status` asks the running service over its admin API where the environment names no database.
 */
export async function runPools(
  action: 'status' | 'fund',
  options: PoolsOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = readSettings(env);
  if (action === 'status' && !settings.DATABASE_URL && !settings.DATA_DIR) {
    const pools = await askAdmin<PoolStatus[]>(env, { method: 'GET', path: '/v1/pools' });
    process.stdout.write(poolsText(pools, options));
    return;
  }
  const { ctx, close } = await buildService(settings);
  try {
    if (action === 'fund') {
      await adoptInSync(ctx);
      await forgetOwnAdmissions(ctx.db);
      await recogniseAdmissionCoins(ctx);
      const made = await fundPools(ctx);
      const told = made
        ? `${made.count} admission coins created in ${made.txid}; they can be used once their lock has expired`
        : 'no admission coins are missing';
      if (options.json) process.stderr.write(`${told}\n`);
      else process.stdout.write(`${told}\n\n`);
    }
    process.stdout.write(poolsText(await poolStatus(ctx, ctx.clock.now()), options));
  } finally {
    await close();
  }
}

/** A table, or with `json` a line of JSON per pool, with what to do when it is low. */
export function poolsText(pools: readonly PoolStatus[], { json }: PoolsOptions): string {
  if (json) return pools.map((pool) => `${JSON.stringify({ ...pool, remedy: remedy(pool) })}\n`).join('');
  const rows = pools.map(({ pool, ready, made, target, isLow, address }) =>
    [
      pool.padEnd(18),
      String(ready).padStart(6),
      String(made ?? '').padStart(6),
      String(target).padStart(7),
      isLow ? 'LOW' : '   ',
      address,
    ].join('  '),
  );
  const head = ['pool'.padEnd(18), ' ready', '  made', ' target', '   ', 'address'].join('  ');
  return `${[head, ...rows].join('\n')}\n`;
}

/** Adopts what the chain has, once the service beside this command has applied the node's newest block. */
async function adoptInSync(ctx: TradingContext): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await adoptAdmissions(ctx);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'unavailable') || attempt === ATTEMPTS) throw error;
      process.stderr.write(`${error.message}; trying again\n`);
      await sleep(PAUSE_MS);
    }
  }
}
