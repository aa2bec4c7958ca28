import { inTransaction, rehearsed } from '../../store/database/transaction.ts';
import { type Actor, type NewAct, recordAct } from '../../store/operation/acts.ts';
import { holdStops } from '../../store/operation/stops.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';

/** What acts of the operator use. */
export type OperationContext = Pick<TradingContext, 'db' | 'clock'>;

/** Who acts, and why. Clients and the log see the reason. */
export interface By {
  readonly actor: Actor;
  readonly reason: string;
  /** True: do it, return what that returns, and undo it. */
  readonly isDryRun?: boolean;
}

type Logged = Omit<NewAct, 'reason'>;

/**
 * Runs `work` and adds the act, or the acts, that it returns to the log, in one transaction; null: nothing
 * changed, and nothing is logged. With `stops`, every trade that is stored afterwards sees the change. A dry
 * run is rolled back.
 */
export async function act<Result>(
  { db, clock }: OperationContext,
  { actor, reason, isDryRun = false }: By,
  work: (
    db: Database,
  ) => Promise<{ readonly result: Result; readonly log: Logged | readonly Logged[] | null }>,
  { stops = false }: { readonly stops?: boolean } = {},
): Promise<Result> {
  return (isDryRun ? rehearsed : inTransaction)(db, async (transaction) => {
    // no trade waits for what will not have happened
    if (stops && !isDryRun) await holdStops(transaction);
    const { result, log } = await work(transaction);
    for (const each of [log ?? []].flat())
      await recordAct(transaction, actor, clock.now(), { ...each, reason });
    return result;
  });
}

/**
 * An act that ends trades by `end`, which runs once the act is committed, each trade in a transaction of its
 * own. In a dry run all of it is one transaction, which is rolled back.
 */
export async function actAndEnd<Result, Ended>(
  ctx: OperationContext,
  by: By,
  work: Parameters<typeof act<Result>>[2],
  end: (ctx: OperationContext) => Promise<Ended>,
): Promise<{ readonly result: Result; readonly ended: Ended }> {
  if (!by.isDryRun) return { result: await act(ctx, by, work, { stops: true }), ended: await end(ctx) };
  return rehearsed(ctx.db, async (db) => {
    const within = { ...ctx, db };
    const result = await act(within, { ...by, isDryRun: false }, work);
    return { result, ended: await end(within) };
  });
}
