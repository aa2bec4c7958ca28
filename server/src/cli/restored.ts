import { systemClock } from '../base/clock.ts';
import { rehearsedOnStore, withStore } from '../composition/build-service.ts';
import { acceptCluster, clusterOf } from '../store/database/identity.ts';
import { recordAct } from '../store/operation/acts.ts';
import { endEverythingOpen, endOpen, RESTORED } from '../trading/restored.ts';
import type { Plan } from './acting.ts';
import { settingsWithDatabase } from './plan-on-store.ts';

/** `ordbook restored`: ends what a restored backup cannot vouch for, or accepts one that was only moved. */
export async function planRestored(
  { nothingLost }: { readonly nothingLost?: boolean },
  env: NodeJS.ProcessEnv,
): Promise<Plan> {
  const settings = settingsWithDatabase(env);
  const open = await rehearsedOnStore(settings, (db) => endOpen({ db, clock: systemClock }, RESTORED));
  if (!nothingLost)
    return {
      says: [`${open} open listings and offers end`],
      run: (by) =>
        withStore(settings, async (db) => [
          `${await endEverythingOpen({ db, clock: systemClock }, { by })} open listings and offers were ended; start the service, which reads the blocks since the backup`,
        ]),
    };
  return {
    says: [
      `${open} listings and offers stay open: what its maker cancelled after the copy was made could be sold`,
    ],
    run: (by) =>
      withStore(settings, async (db) => {
        const log = { act: 'accept moved database', subject: 'everything', reason: by.reason };
        await recordAct(db, by.actor, systemClock.now(), { ...log, after: { open } });
        await acceptCluster(db, await clusterOf(db), null);
        return ['the database is accepted as it is; nothing was ended'];
      }),
  };
}
