import { createHash } from 'node:crypto';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import { nameTrades } from '../../base/trade-scope.ts';
import type { Database } from '../../store/port.ts';
import {
  countRefusal,
  deleteRefusalsBefore,
  type StoringJudgement,
} from '../../store/submission/refused-submits.ts';
import {
  type Answered,
  deleteSubmissionsBefore,
  earlierSubmits,
  insertSubmission,
} from '../../store/submission/submissions.ts';
import { type EndedTrade, endedTrade } from '../../store/trade/ended.ts';
import type { Caller, TradingContext } from '../context.ts';
import { attemptOf, requireNotStopped, type WantedTrade } from '../operation/open-for-trade.ts';

/** How long the same body gets the same answer. */
export const REMEMBERED_MS = 30 * DAY_MS;
/** How long a submit may take. */
const MAX_SUBMIT_MS = HOUR_MS;
/** Longer than any submit that is running. */
const REFUSAL_KEPT_MS = DAY_MS;

/**
 * Stores the answer to a submit, with the trades that it made; in the transaction that stores them. Refuses
 * a submit that must not be stored any more. `txids`: what the body signs, where a preflight may quote it
 * again.
 */
export type StoreAnswer = (
  db: Database,
  answer: object,
  tradeIds: readonly string[],
  txids?: readonly string[],
) => Promise<void>;

export interface Submit<Answer> {
  /** What the operator may have stopped. */
  readonly wanted: WantedTrade;
  /** Tells the same body in two flows apart. */
  readonly flow: string;
  readonly body: object;
  /**
   * Makes it, and calls `storeAnswer` in its transaction. What may throw after that transaction throws from
   * `resume` too: the answer is given by then.
   */
  make(storeAnswer: StoreAnswer): Promise<Answer>;
  /** What a repeat is answered while a trade of it lives or has settled. Default: what was answered. */
  resume?(answer: Answer): Promise<Answer>;
}

/**
 * Makes something once, however often the same submit arrives: the same body gets the same answer for 30
 * days, while a trade that it made lives or has settled. Once all of them have ended otherwise, a repeat is
 * refused (409) with what ended them. So a refusal means that nothing of the submit is open. What the
 * operator has stopped is refused (403, 503), unless it was made before. A body that was signed again is
 * another one.
 *
 * A client that timed out sends it again, perhaps while the first is still running. Then neither finds an
 * earlier result, and the second is refused because of what the first made. The second looks again and
 * returns what the first made.
 *
 * A run that started before a refusal of the same submit is discarded, also if it hangs in another replica
 * meanwhile: refusals are counted. A queued run whose client disconnected is dropped too. The same body sent
 * after the refusal is a new run.
 *
 * Throws what `make` throws when nothing was made. Retry-safe.
 */
export async function repeatableSubmit<Answer extends object>(
  ctx: TradingContext,
  caller: Caller,
  { wanted, flow, body, make, resume }: Submit<Answer>,
): Promise<Answer> {
  const { profileId } = caller;
  const key = keyOf(profileId, flow, body);
  const unsigned = keyOf(profileId, flow, withoutSignatures(body));
  const attempt = attemptOf(caller, wanted);
  const look = () => earlierSubmits(ctx.db, key, unsigned, attempt);
  const repeated = async ({ answer, tradeIds }: Answered) => {
    nameTrades(...tradeIds);
    const ended = await endedTrade(ctx.db, tradeIds, ctx.clock.now());
    if (ended) refuse('trade_ended', endOf(ended));
    return resume ? resume(answer as Answer) : (answer as Answer);
  };
  const began = ctx.clock.now().getTime();
  const seen = await look();
  if (seen.answered) return repeated(seen.answered);
  // read under its lock: a pause or ban that has returned stops every trade that is not stored yet
  const requireFor = ({ refusals: meanwhile, stop }: StoringJudgement) => {
    const { refusals: before } = seen;
    requireNotStopped(stop);
    if (meanwhile !== before) refuse('stale', 'the same request was refused meanwhile');
    if (before > 0 && caller.isGone?.())
      refuse('stale', 'the same request was refused before, and its client is gone');
    if (ctx.clock.now().getTime() - began > MAX_SUBMIT_MS)
      refuse('unavailable', 'the request took more than an hour; send it again');
  };
  const storeAnswer: StoreAnswer = async (db, answer, tradeIds, txids = []) => {
    const made = { key, answer, txids: [...txids], tradeIds: [...tradeIds], profileId };
    const submission = { ...made, createdAt: ctx.clock.now() };
    const { isNew, ...judgement } = await insertSubmission(db, submission, unsigned, attempt);
    requireFor(judgement);
    if (!isNew) refuse('stale', 'the same request was answered meanwhile');
  };
  try {
    requireNotStopped(seen.stop);
    return await make(storeAnswer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // a 503 promises nothing: a run that began before it may go on
    if (error.status !== 503) await countRefusal(ctx.db, unsigned, ctx.clock.now());
    const { answered } = await look();
    if (!answered) throw error;
    return repeated(answered);
  }
}

function endOf({ kind, id, state, reason }: EndedTrade): string {
  const why = reason === null ? '' : ` (${reason})`;
  return `the ${kind} ${id} that this submit made is ${state}${why}; run the preflight to make another`;
}

function keyOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What a body asks for: a wallet that signs it again makes other signatures of the same transactions. */
function withoutSignatures(body: object): object {
  return JSON.parse(JSON.stringify(body, (name, value) => (name === 'psbtBase64' ? undefined : value)));
}

/** Retry-safe. */
export async function deleteOldSubmissions(ctx: TradingContext): Promise<void> {
  const before = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
  await deleteSubmissionsBefore(ctx.db, before(REMEMBERED_MS));
  await deleteRefusalsBefore(ctx.db, before(REFUSAL_KEPT_MS));
}
