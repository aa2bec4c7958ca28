import { buildService } from '../composition/build-service.ts';
import { readSettings } from '../composition/settings.ts';
import { forgetOwnAdmissions } from '../store/operator-coins/admissions.ts';
import {
  adoptAdmissions,
  fundPools,
  poolStatus,
  recogniseAdmissionCoins,
} from '../trading/operator-coins/pools.ts';

/** Prints the figures of every pool. `fund` first creates the admission coins that the tiers are missing. */
export async function runPools(action: 'status' | 'fund', env: NodeJS.ProcessEnv): Promise<void> {
  const { ctx, close } = await buildService(readSettings(env));
  try {
    if (action === 'fund') {
      await adoptAdmissions(ctx);
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
