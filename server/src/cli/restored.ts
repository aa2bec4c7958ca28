import { systemClock } from '../base/clock.ts';
import { acceptCluster, clusterOf } from '../store/database/identity.ts';
import type { Database } from '../store/port.ts';
import { endEverythingOpen } from '../trading/restored.ts';

/** Ends what a restored backup cannot vouch for, or accepts a database that was only moved. */
export async function runRestored(
  db: Database,
  { nothingLost }: { readonly nothingLost?: boolean },
): Promise<string> {
  if (nothingLost) {
    await acceptCluster(db, await clusterOf(db), null);
    return 'the database is accepted as it is; nothing was ended';
  }
  const ended = await endEverythingOpen({ db, clock: systemClock });
  return `${ended} open listings and offers were ended; start the service, which reads the blocks since the backup`;
}
