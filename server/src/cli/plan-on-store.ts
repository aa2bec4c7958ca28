/** Plans of commands that change the database of the settings. */
import { systemClock } from '../base/clock.ts';
import { openStore, rehearsedOnStore, withStore } from '../composition/build-service.ts';
import { admitted } from '../composition/refused-database.ts';
import { readSettings, type Settings } from '../composition/settings.ts';
import { type NewAct, recordAct } from '../store/operation/acts.ts';
import type { Database } from '../store/port.ts';
import type { By } from '../trading/operation/act.ts';
import type { Plan } from './acting.ts';

export const hasDatabase = ({ DATABASE_URL, DATA_DIR }: Settings) => DATABASE_URL !== '' || DATA_DIR !== '';

/** The settings, if they name a database. */
export function settingsWithDatabase(env: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(env);
  if (!hasDatabase(settings)) throw new Error('set DATABASE_URL, or DATA_DIR while the service is stopped');
  return settings;
}

/** Who a rehearsal is by: nobody sees it. */
const REHEARSAL: By = { actor: { name: 'rehearsal' }, reason: 'rehearsal' };

/** What `work` says when it is done and undone is what it will do. */
export async function planOnStore(
  work: (db: Database, by: By) => Promise<string[]>,
  env: NodeJS.ProcessEnv,
): Promise<Plan> {
  const settings = settingsWithDatabase(env);
  return {
    says: await rehearsedOnStore(settings, (db) => work(db, REHEARSAL)),
    run: (by) => withStore(settings, (db) => work(db, by)),
  };
}

/**
 * Writes an act to the database of the settings, before it is done. Without one, returns the line that says
 * that no log has it.
 */
export async function recordIn(settings: Settings, by: By, log: Omit<NewAct, 'reason'>): Promise<string[]> {
  if (!hasDatabase(settings))
    return ['No log of acts has this: DATABASE_URL is not set here. Note yourself who did it, and why.'];
  const { db, close } = await openStore(settings);
  const row = { ...log, reason: by.reason };
  await admitted(settings, recordAct(db, by.actor, systemClock.now(), row)).finally(close);
  return [];
}
