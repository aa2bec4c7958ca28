import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@ordbook/protocol/refusals';
import { buildService } from '../composition/build-service.ts';
import { readSettings } from '../composition/settings.ts';
import { forgetOwnAdmissions } from '../store/operator-coins/admissions.ts';
import type { TradingContext } from '../trading/context.ts';
import {
  adoptAdmissions,
  fundPools,
  poolStatus,
  recogniseAdmissionCoins,
} from '../trading/operator-coins/pools.ts';

/** How often `fund` waits for the service and the node to agree on the newest block. */
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

/** Prints the figures of every pool. `fund` first creates the admission coins that the tiers are missing. */
export async function runPools(action: 'status' | 'fund', env: NodeJS.ProcessEnv): Promise<void> {
  const { ctx, close } = await buildService(readSettings(env));
  try {
    if (action === 'fund') {
      await adoptInSync(ctx);
      await forgetOwnAdmissions(ctx.db);
      await recogniseAdmissionCoins(ctx);
      const made = await fundPools(ctx);
      const told = made
        ? `${made.count} admission coins created in ${made.txid}; they can be used once their lock has expired`
        : 'no admission coins are missing';
      process.stdout.write(`${told}\n\n`);
    }
    const rows = (await poolStatus(ctx, ctx.clock.now())).map(
      ({ pool, ready, made, target, isLow, address }) =>
        [
          pool.padEnd(18),
          String(ready).padStart(6),
          String(made ?? '').padStart(6),
          String(target).padStart(7),
          isLow ? 'LOW' : '   ',
          address,
        ].join('  '),
    );
    const head = [`${'pool'.padEnd(18)}`, ' ready', '  made', ' target', '   ', 'address'].join('  ');
    process.stdout.write(`${[head, ...rows].join('\n')}\n`);
  } finally {
    await close();
  }
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
