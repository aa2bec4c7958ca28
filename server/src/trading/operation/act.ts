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

/**
 * Runs `work` and adds the act that it returns to the log, in one transaction; null: nothing changed, and
 * nothing is logged. With `stops`, every trade that is stored afterwards sees the change.
 */
export async function act<Result>(
  { db, clock }: OperationContext,
  { actor, reason }: By,
  work: (db: Database) => Promise<{ readonly result: Result; readonly log: Omit<NewAct, 'reason'> | null }>,
  { stops = false }: { readonly stops?: boolean } = {},
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    if (stops) await holdStops(transaction);
    const { result, log } = await work(transaction);
    if (log) await recordAct(transaction, actor, clock.now(), { ...log, reason });
    return result;
  });
}
