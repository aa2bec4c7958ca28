import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@ordbook/protocol/refusals';
import { buildService } from '../composition/build-service.ts';
import { readSettings } from '../composition/settings.ts';
import { forgetOwnAdmissions } from '../store/operator-coins/admissions.ts';
import type { TradingContext } from '../trading/context.ts';
import { adoptAdmissions, fundPools, recogniseAdmissionCoins } from '../trading/operator-coins/pools.ts';

/** How often `fund` waits for the service and the node to agree on the newest block. */
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

/** Makes the admission coins that the tiers are missing, and prints what it made. Retry-safe. */
export async function fundAdmissions(env: NodeJS.ProcessEnv): Promise<void> {
  const { ctx, close } = await buildService(readSettings(env));
  try {
    await adoptInSync(ctx);
    await forgetOwnAdmissions(ctx.db);
    await recogniseAdmissionCoins(ctx);
    const made = await fundPools(ctx);
    process.stdout.write(
      made
        ? `${made.count} admission coins created in ${made.txid}; they can be used once their lock has expired\n`
        : 'no admission coins are missing\n',
    );
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
