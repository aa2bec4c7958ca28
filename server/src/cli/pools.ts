import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@ordbook/protocol/refusals';
import { systemClock } from '../base/clock.ts';
import { buildService, openAdapters, rehearsedOnStore } from '../composition/build-service.ts';
import { type Settings, tradingSettings } from '../composition/settings.ts';
import { readTiers } from '../composition/tiers.ts';
import { recordAct } from '../store/operation/acts.ts';
import { forgetOwnAdmissions } from '../store/operator-coins/admissions.ts';
import type { TradingContext } from '../trading/context.ts';
import type { By } from '../trading/operation/act.ts';
import {
  adoptAdmissions,
  fundPools,
  missingAdmissions,
  recogniseAdmissionCoins,
} from '../trading/operator-coins/pools.ts';
import type { Plan } from './acting.ts';
import { settingsWithDatabase } from './plan-on-store.ts';

/** How often `fund` waits for the service and the node to agree on the newest block. */
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

/** `ordbook pools fund`: makes the admission coins that the tiers are missing. Retry-safe. */
export async function planFunding(env: NodeJS.ProcessEnv): Promise<Plan> {
  const settings = settingsWithDatabase(env);
  const { chain } = openAdapters(settings);
  const missing = await rehearsedOnStore(settings, (db) =>
    missingAdmissions(
      { db, chain, clock: systemClock, settings: tradingSettings(settings) },
      readTiers(settings.ADMISSION_TIERS),
    ),
  );
  return {
    says: [
      'the gate is asked again which admission coins it knows; those that it does not know are not used',
      `${missing.count} admission coins are missing by what is stored: ${missing.wanted} sats of the operator's coins, ${missing.feeSats} of them fee`,
    ],
    run: (by) => fundAdmissions(settings, by),
  };
}

async function fundAdmissions(settings: Settings, by: By): Promise<string[]> {
  const { ctx, close } = await buildService(settings);
  try {
    await adoptInSync(ctx);
    await forgetOwnAdmissions(ctx.db);
    await recogniseAdmissionCoins(ctx);
    const { count, wanted } = await missingAdmissions(ctx, ctx.collectionOffers?.tiers ?? []);
    const log = { act: 'fund pools', subject: 'admissions', after: { count, sats: wanted } };
    if (count > 0) await recordAct(ctx.db, by.actor, ctx.clock.now(), { ...log, reason: by.reason });
    const made = await fundPools(ctx);
    return [
      made
        ? `${made.count} admission coins created in ${made.txid}; they can be used once their lock has expired`
        : 'no admission coins are missing',
    ];
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
