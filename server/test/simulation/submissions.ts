/** What clients sent, what they heard, and what they may conclude from it. */
import { Refusal } from '@ordbook/protocol/refusals';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { Killed } from './scheduler.ts';

/** A signed body that a client may send again, as often as it likes. */
export interface Submission {
  readonly what: string;
  readonly send: (ctx: TradingContext) => Promise<object>;
  /** The state of what this body made, and no other of the same trade; null: it made nothing. */
  readonly stored: (db: Database) => Promise<string | null>;
  /** It ends a trade, so a repeat is answered 200 once it has. */
  readonly closes: boolean;
  /** Every answer heard so far. */
  readonly heard: Heard[];
  /** When it was sent for the first time; null: not yet. */
  firstSentAt: Date | null;
}

/** `unknown`: the process died, or something is away; the client knows nothing. */
export type Heard =
  | { readonly is: 'done'; readonly answer: string }
  | { readonly is: 'refused'; readonly status: number; readonly sentence: string }
  | { readonly is: 'unknown' }
  | { readonly is: 'bug'; readonly sentence: string };

/** Ids only, in one order of fields: a trade moves on between two answers, and a database has its own order. */
function ids(answer: object): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).filter(([name]) => name !== 'status');
    return Object.fromEntries(
      fields.sort(([x], [y]) => (x < y ? -1 : 1)).map(([name, one]) => [name, sorted(one)]),
    );
  };
  return JSON.stringify(sorted(answer));
}

/** Runs a request as a client sees it. */
export async function hear(request: () => Promise<object>): Promise<Heard> {
  try {
    return { is: 'done', answer: ids(await request()) };
  } catch (error) {
    if (error instanceof Killed || isUnavailable(error)) return { is: 'unknown' };
    if (error instanceof Refusal) return { is: 'refused', status: error.status, sentence: error.message };
    return { is: 'bug', sentence: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.status === 503;
}

/** States in which what a submission made has ended without a trade. */
export const ENDED: ReadonlySet<string> = new Set([
  'failed',
  'cancelled',
  'expired',
  'invalidated',
  'rejected',
]);

/** What is untrue of the answers so far, given what is stored now. */
export function untruths({ what, heard }: Submission, stored: string | null): string[] {
  const faults: string[] = [];
  const bug = heard.find((one) => one.is === 'bug');
  if (bug?.is === 'bug') faults.push(`${what} ended with an error: ${bug.sentence}`);
  if (heard.some((one) => one.is === 'done') && stored === null)
    faults.push(`${what} was answered 200, and nothing is stored`);
  return faults;
}

/** Where a body was answered 200 although all that it made had ended: `before` the request, and still `after` it. */
export function reopened(
  { what, heard, closes }: Submission,
  before: string | null,
  after: string | null,
): string[] {
  const isOver = [before, after].every((state) => state !== null && ENDED.has(state));
  return !closes && isOver && heard.at(-1)?.is === 'done'
    ? [`${what} was answered 200, and it is ${after}`]
    : [];
}

/**
 * Where a repeated body was answered otherwise than before, though what it made is still there: given what is
 * stored right after the last answer.
 */
export function unrepeated({ what, heard }: Submission, stored: string | null): string[] {
  const last = heard.at(-1);
  const isThere = stored !== null && !ENDED.has(stored);
  // by the clock: the row says so a little later
  const hasExpired = last?.is === 'refused' && last.sentence.includes('is expired');
  if (last?.is === 'refused' && isThere && !hasExpired)
    return [`${what} was answered ${last.status} (${last.sentence}), and it is stored as ${stored}`];
  const done = heard.flatMap((one) => (one.is === 'done' ? [one.answer] : []));
  return new Set(done).size > 1 ? [`${what} was answered 200 with different ids: ${done.join(' and ')}`] : [];
}
