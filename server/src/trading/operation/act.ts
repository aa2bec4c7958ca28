import { inTransaction } from '../../store/database/transaction.ts';
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
}

type Logged = Omit<NewAct, 'reason'>;

/**
 * Runs `work` and adds the act, or the acts, that it returns to the log, in one transaction; null: nothing
 * changed, and nothing is logged. With `stops`, every trade that is stored afterwards sees the change.
 */
export async function act<Result>(
  { db, clock }: OperationContext,
  { actor, reason }: By,
  work: (
    db: Database,
  ) => Promise<{ readonly result: Result; readonly log: Logged | readonly Logged[] | null }>,
  { stops = false }: { readonly stops?: boolean } = {},
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    if (stops) await holdStops(transaction);
    const { result, log } = await work(transaction);
    for (const each of [log ?? []].flat())
      await recordAct(transaction, actor, clock.now(), { ...each, reason });
    return result;
  });
}
