/**
 * After a restore from a backup, or the promotion of a standby that may have lacked the last commits. What
 * was agreed since is gone: offers may have been cancelled and listings delisted. So everything open ends,
 * and its makers make it again. What was sent to the network is left to the chain: the follower applies the
 * blocks since the backup, and reads own sales back from them.
 */
import { deleteExpiredAuthRequests } from '../store/account/auth-requests.ts';
import { acceptCluster, changeOfCluster, clusterOf } from '../store/database/identity.ts';
import { inTransaction } from '../store/database/transaction.ts';
import { recordAct } from '../store/operation/acts.ts';
import { chargeNobody } from '../store/operator-coins/anchors.ts';
import type { TradingContext } from './context.ts';
import { FLOWS } from './flows.ts';
import type { By } from './operation/act.ts';

/** What profiles read as the reason. */
export const RESTORED = 'the service was restored from a backup; make it again';
export const PROMOTED = 'the database failed over and may have lost the last changes; make it again';

/** Longer than any sign-in request lives, ms. */
const YEAR_MS = 366 * 24 * 3_600_000;

/** What profiles read as the reason when the operator retires a key. */
export const KEY_RETIRED = 'the operator has a new key; make it again';

/**
 * Ends everything open after a restore, and returns how many listings and offers that were. `by`: who said
 * that it was restored; without, the service found it. Retry-safe.
 */
export async function endEverythingOpen(
  { db, clock }: Ended,
  { reason = RESTORED, by }: { readonly reason?: string; readonly by?: By } = {},
): Promise<number> {
  const cluster = await clusterOf(db);
  return inTransaction(db, async (transaction) => {
    const ended = await endOpen({ db: transaction, clock }, reason);
    // one that was used since the backup must not be used again
    await deleteExpiredAuthRequests(transaction, new Date(clock.now().getTime() + YEAR_MS));
    await acceptCluster(transaction, cluster, clock.now());
    const log = { act: 'end all after a restore', subject: 'everything', after: { ended } };
    if (by) await recordAct(transaction, by.actor, clock.now(), { ...log, reason: by.reason });
    return ended;
  });
}

type Ended = Pick<TradingContext, 'db' | 'clock'>;

/** Ends everything open, in the transaction of `ctx.db`, and returns how many listings and offers it was. */
export async function endOpen(ctx: Ended, reason: string): Promise<number> {
  await chargeNobody(ctx.db, null);
  let ended = 0;
  for (const flow of FLOWS) ended += (await flow.endOpen?.(ctx, reason)) ?? 0;
  return ended;
}

/** What `endIfRestored` must know of the standbys of the database. */
export interface Standbys {
  /** Whether each of those that may be promoted has every commit before it is confirmed. */
  readonly areSynchronous: boolean;
}

/**
 * Ends everything open if the database was restored or a standby was promoted since it was last used, unless
 * that standby had every commit: nobody has said that nothing was lost. Returns how many listings and offers
 * that were. null: nothing was to be ended.
 */
export async function endIfRestored(
  ctx: Pick<TradingContext, 'db' | 'clock'>,
  { areSynchronous }: Standbys,
): Promise<number | null> {
  const change = await changeOfCluster(ctx.db);
  if (change === 'moved') return endEverythingOpen(ctx);
  if (change === null) return null;
  if (!areSynchronous) return endEverythingOpen(ctx, { reason: PROMOTED });
  await acceptCluster(ctx.db, await clusterOf(ctx.db), null);
  return null;
}
