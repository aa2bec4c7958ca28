import { type Client, eitherOf } from '../api.ts';
import { type Changes, polling } from './changes.ts';

/** A block, or a move of one's own trade: nothing else changes what a watch shows. */
const TOPICS = ['block', 'trade'] as const;
/** A session reads these; docs/events.md says what each is. */
export type EventTopic =
  | (typeof TOPICS)[number]
  | 'listing'
  | 'sale'
  | 'floor'
  | 'offer'
  | 'collection_offer'
  | 'counter';
/** Wakes at least this often, whatever the service sends, ms. */
const LONGEST_MS = 60_000;
/** Most characters of one event. */
const MAX_EVENT = 1_000_000;

/** What a stream gave: an event to wake for, or only a place to resume. */
interface Frame {
  readonly id: string | null;
  readonly name: string;
}

/**
 * Wakes at the events of the service (`GET /events`), and at least once a minute. Polls every `everyMs` while
 * the service has no events, or its stream fails. Each wake is one request, which continues after the last
 * event that was seen. `topics`: of a client with a session token; without one, blocks alone wake.
 */
export function serviceEvents(
  { options }: Client,
  everyMs = 5_000,
  topics: readonly EventTopic[] = TOPICS,
): Changes {
  const { fetch = globalThis.fetch, token } = options;
  const origin = options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const poll = polling(everyMs);
  let lastId: string | null = null;

  async function nextEvent(signal: AbortSignal): Promise<void> {
    const asked = token === undefined ? 'block' : topics.join();
    const response = await fetch(`${origin}/events?topics=${asked}`, {
      signal,
      redirect: 'error',
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      },
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !response.body || !type.startsWith('text/event-stream')) throw new Error('no events');
    for await (const { id, name } of framesOf(response.body)) {
      lastId = id ?? lastId;
      // After `ready`, what changed before it may have been read too early.
      if (name !== 'end') return;
    }
    throw new Error('the stream ended');
  }

  return {
    async next(signal) {
      signal?.throwIfAborted();
      const isFirst = lastId === null;
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

async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop()!;
      if (rest.length > MAX_EVENT) throw new Error('an event is too long');
      for (const part of parts) {
        if (!/^data:/m.test(part)) continue;
        const field = (name: string) =>
          new RegExp(`^${name}: ?([^\\n]{1,100})$`, 'm').exec(part)?.[1] ?? null;
        yield { id: field('id'), name: field('event') ?? 'message' };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
