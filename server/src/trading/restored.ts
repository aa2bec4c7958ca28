/**
 * After a restore from a backup. What was agreed since the backup is gone: offers may have been cancelled and
 * listings delisted. So everything open ends, and its makers make it again. What was sent to the network is
 * left to the chain: the follower applies the blocks since the backup, and reads own sales back from them.
 */
import { deleteExpiredAuthRequests } from '../store/account/auth-requests.ts';
import { acceptCluster, isOnOtherCluster } from '../store/database/marks.ts';
import { inTransaction } from '../store/database/transaction.ts';
import type { TradingContext } from './context.ts';
import { FLOWS } from './flows.ts';

/** What profiles read as the reason. */
export const RESTORED = 'the service was restored from a backup; make it again';

/** Longer than any sign-in request lives, ms. */
const YEAR_MS = 366 * 24 * 3_600_000;

/** What profiles read as the reason when the operator retires a key. */
export const KEY_RETIRED = 'the operator has a new key; make it again';

/**
 * Ends everything open after a restore, and returns how many listings and offers that were. Retry-safe.
 */
export async function endEverythingOpen({ db, clock }: Ended): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const ended = await endOpen({ db: transaction, clock }, RESTORED);
    // one that was used since the backup must not be used again
    await deleteExpiredAuthRequests(transaction, new Date(clock.now().getTime() + YEAR_MS));
    await acceptCluster(transaction, clock.now());
    return ended;
  });
}

/** Ends everything open because a key is retired, and returns how much that was. Retry-safe. */
export async function endForRetiredKey({ db, clock }: Ended): Promise<number> {
  return inTransaction(db, (transaction) => endOpen({ db: transaction, clock }, KEY_RETIRED));
}

type Ended = Pick<TradingContext, 'db' | 'clock'>;

async function endOpen(ctx: Ended, reason: string): Promise<number> {
  let ended = 0;
  for (const flow of FLOWS) ended += (await flow.endOpen?.(ctx, reason)) ?? 0;
  return ended;
}

/**
 * Ends everything open if the database runs on another cluster than before: nobody has said that it was only
 * moved. Returns how many listings and offers that were. null: it is where it was.
 */
export async function endIfRestored(ctx: Pick<TradingContext, 'db' | 'clock'>): Promise<number | null> {
  return (await isOnOtherCluster(ctx.db)) ? endEverythingOpen(ctx) : null;
}
