import { createHash } from 'node:crypto';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import { nameTrades, tradeIds } from '../../base/trade-scope.ts';
import type { Database } from '../../store/port.ts';
import { answerOf, deleteSubmissionsBefore, insertSubmission } from '../../store/submission/submissions.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireOpen, requireStillOpen, type WantedTrade } from '../operation/open-for-trade.ts';

/** How long the same body gets the same answer. */
const REMEMBERED_MS = 30 * DAY_MS;

/**
 * Stores the answer to a submit; in the transaction that stores what it made. `txids`: what the body signs.
 */
export type Remember = (db: Database, answer: object, txids: readonly string[]) => Promise<void>;

export interface Submit<Answer> {
  /** What the operator may have stopped. */
  readonly wanted: WantedTrade;
  /** Tells the same body in two flows apart. */
  readonly flow: string;
  readonly body: object;
  /** What an equal submit made before, though its body differs (it was signed again). null: nothing. */
  earlier?(): Promise<Answer | null>;
  /** Makes it. Nothing after the transaction of `remember` may throw: the answer is given by then. */
  make(remember: Remember): Promise<Answer>;
}

/**
 * Makes something once, however often the same submit arrives: the same body gets the same answer for 30
 * days, also after the trade has moved on. So a refusal means that nothing was stored. What the operator has
 * stopped is refused (403, 503), unless it was made before.
 *
 * A client that timed out sends it again, perhaps while the first is still running. Then neither finds an
 * earlier result, and the second is refused because of what the first made. The second looks again and
 * returns what the first made. Throws what `make` throws when nothing was made. Retry-safe.
 */
export async function repeatableSubmit<Answer extends object>(
  ctx: TradingContext,
  caller: Caller,
  { wanted, flow, body, earlier, make }: Submit<Answer>,
): Promise<Answer> {
  const { profileId } = caller;
  const key = createHash('sha256')
    .update(JSON.stringify([profileId, flow, body]))
    .digest('hex');
  const look = async () => {
    const answered = await answerOf(ctx.db, key);
    if (!answered) return (await earlier?.()) ?? null;
    nameTrades(...answered.tradeIds);
    return answered.answer as Answer;
  };
  const found = await look();
  if (found !== null) return found;
  await requireOpen(ctx, caller, wanted);
  const remember: Remember = async (db, answer, txids) => {
    await requireStillOpen(db, caller, wanted);
    const submission = { key, answer, txids: [...txids], tradeIds: tradeIds(), profileId };
    const createdAt = ctx.clock.now();
    if (!(await insertSubmission(db, { ...submission, createdAt })))
      refuse('stale', 'the same request was answered meanwhile');
  };
  try {
    return await make(remember);
  } catch (error) {
    const meanwhile = error instanceof Refusal ? await look() : null;
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}

/** Retry-safe. */
export async function deleteOldSubmissions(ctx: TradingContext): Promise<void> {
  await deleteSubmissionsBefore(ctx.db, new Date(ctx.clock.now().getTime() - REMEMBERED_MS));
}
