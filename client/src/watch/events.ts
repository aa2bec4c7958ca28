import { ANSWERS } from '@ordbook/api/answers';
import type { EventOf, Topic } from '@ordbook/api/event/event';
import type { Session } from '../account/sign-in.ts';
import { type Client, eitherOf } from '../api.ts';
import { ApiError, ConnectionLost } from '../responses/api-error.ts';
import { parseResponse } from '../responses/parse.ts';
import { pause } from '../responses/repeat.ts';
import type { Parsed } from '../responses/sats.ts';
import { UnexpectedResponse } from '../responses/unexpected-response.ts';
import { type Changes, polling } from './changes.ts';
import { type Frame, framesOf, OPERATION } from './stream.ts';

/** `block`, `listing`, `sale` and `floor` need no session token; docs/events.md says what each is. */
export type EventTopic = Topic;

/** An event of one of the topics, checked; `topic` and `type` tell what `data` is. */
export type MarketEvent<T extends EventTopic = EventTopic> = { [One in T]: Parsed<EventOf<One>> }[T];

/**
 *   ready   you have every event up to now
 *   reset   events are missing: `after` is too old, or of a history that the database lost. Read the pages
 *           that you rely on again; the stream goes on
 */
export interface StreamMark {
  readonly topic: 'stream';
  readonly type: 'ready' | 'reset';
  readonly id: string;
}

/** Which events, and from where on. */
export interface EventsOptions<T extends EventTopic = EventTopic> {
  /** Only these. Default: all that the session may read. */
  readonly topics?: readonly T[];
  /** Only what concerns one of these collections; blocks come all the same. */
  readonly collectionSlugs?: readonly string[];
  /** Only what concerns one of these inscriptions; blocks come all the same. */
  readonly inscriptionIds?: readonly string[];
  /** The `id` of the last event that you have processed. Default: begin now. */
  readonly after?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** A connection that brings nothing for so long is opened again, ms. Default 45,000. */
  readonly silentMs?: number;
}

/** The service sends a comment every 15 seconds. */
const SILENT_MS = 45_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The events of the service as they happen, each once and in order, checked as every response is. A
 * connection that ends, breaks or is silent is opened again after the last event, after Retry-After or 0.5
 * to 30 seconds, until `signal` aborts; `onWait` of the client hears of each wait. A visitor passes
 * `{ client }`.
 *
 * Each `ready` says that nothing is missing up to now, each `reset` that something is. Events of topics and
 * types that this version does not know are left out. Keep the `id` of what you have processed, and pass it
 * as `after` in the next process: the service keeps 72 hours.
 *
 * Throws `ApiError` for a refusal, such as 401 once the session has expired (sign in again and pass `after`),
 * `UnexpectedResponse`, and the reason of the signal. Source: docs/events.md.
 */
export async function* events<T extends EventTopic = EventTopic>(
  { client: { options } }: Pick<Session, 'client'>,
  { topics, collectionSlugs, inscriptionIds, silentMs = SILENT_MS, ...given }: EventsOptions<T> = {},
): AsyncGenerator<MarketEvent<T> | StreamMark, void> {
  const signal = eitherOf(given.signal, options.signal) ?? new AbortController().signal;
  const lists = { topics, collections: collectionSlugs, inscriptions: inscriptionIds };
  const query = Object.fromEntries(
    Object.entries(lists).flatMap(([name, values]) => (values ? [[name, values.join()]] : [])),
  );
  let after = given.after ?? null;
  for (let failures = 0; ; failures += 1) {
    let refusal: ApiError | null = null;
    try {
      for await (const frame of framesOf(options, { query, after, signal, silentMs })) {
        failures = 0;
        const found = eventIn(frame);
        const isLate = found && after !== null && numberOf(found.id) <= numberOf(after);
        if (isLate && found.topic !== 'stream')
          throw new UnexpectedResponse(
            OPERATION,
            'id',
            `is ${found.id} after ${after}; its number must grow`,
          );
        after = found?.id ?? frame.id ?? after;
        if (found) yield found as MarketEvent<T> | StreamMark;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError && (error.status >= 500 || error.status === 429)) refusal = error;
      else if (!(error instanceof ConnectionLost)) throw error;
    }
    signal.throwIfAborted();
    const backOffMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    const waitMs = Math.max((refusal?.retryAfterSeconds ?? 0) * 1_000, backOffMs);
    options.onWait?.({ operation: OPERATION, seconds: waitMs / 1_000, status: refusal?.status ?? null });
    await pause(waitMs, signal);
  }
}

/** null: a frame that only has a place to resume from, or that this version does not know. */
function eventIn({ id, name, data }: Frame): MarketEvent | StreamMark | null {
  if (name === 'ready' || name === 'reset') {
    if (id === null) throw new UnexpectedResponse(OPERATION, 'id', `is missing in ${name}`);
    return { topic: 'stream', type: name, id };
  }
  if (name !== 'message') return null;
  let event: { readonly topic?: unknown; readonly type?: unknown };
  try {
    event = Object(JSON.parse(data)) as object;
  } catch {
    throw new UnexpectedResponse(OPERATION, 'data', 'is not JSON');
  }
  const operation = `event ${String(event.topic)}`;
  const types = ANSWERS[operation]?.properties?.['type']?.enum;
  if (!types?.includes(event.type as string)) return null;
  return parseResponse(operation, event) as MarketEvent;
}

/** The number in the id of an event: greater in each later event of a history. */
function numberOf(id: string): number {
  return Number(id.split('-')[0]);
}

/** A block, or a move of one's own trade: nothing else changes what a watch shows. */
const TOPICS = 'block,trade';
/** Wakes at least this often, whatever the service sends, ms. */
const LONGEST_MS = 60_000;

/**
 * Wakes at the events of the service (`GET /events`), and at least once a minute. Polls every `everyMs` while
 * the service has no events, or its stream fails. Each wake is one request, which continues after the last
 * event that was seen. Without a session token, blocks alone wake.
 */
export function serviceEvents({ options }: Client, everyMs = 5_000): Changes {
  const query = { topics: options.token === undefined ? 'block' : TOPICS };
  const poll = polling(everyMs);
  let after: string | null = null;

  async function nextEvent(signal: AbortSignal): Promise<void> {
    const isFirst = after === null;
    for await (const { id, name } of framesOf(options, { query, after, signal, silentMs: LONGEST_MS })) {
      after = id ?? after;
      // What changed before the first `ready` may have been read too early; later ones bring nothing new.
      if (name !== 'end' && (isFirst || name !== 'ready')) return;
    }
    throw new Error('the stream ended');
  }

  return {
    async next(signal) {
      signal?.throwIfAborted();
      const isFirst = after === null;
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), LONGEST_MS);
      try {
        await nextEvent(eitherOf(signal, over.signal)!);
        // A busy service must not make us read without a pause.
        if (!isFirst) await polling(500).next(signal);
      } catch {
        signal?.throwIfAborted();
        if (!over.signal.aborted) await poll.next(signal);
      } finally {
        clearTimeout(timer);
        over.abort();
      }
    },
  };
}
