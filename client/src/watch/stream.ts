import { type ClientOptions, textOf } from '../api.ts';
import { ApiError, ConnectionLost, detailsIn } from '../responses/api-error.ts';
import { bytesOf } from '../responses/receive.ts';
import { UnexpectedResponse } from '../responses/unexpected-response.ts';

/** Most characters of one event. */
const MAX_EVENT = 1_000_000;
export const OPERATION = 'GET /events';

/** What a stream gave: `message` is an event of the market; docs/events.md lists the other names. */
export interface Frame {
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

export interface StreamRequest {
  readonly query: Readonly<Record<string, string>>;
  /** The stream goes on after this event; null: it begins now. */
  readonly after: string | null;
  readonly signal: AbortSignal;
  /** A connection that brings nothing for so long is dead, ms. The service sends a comment every 15 s. */
  readonly silentMs: number;
}

/**
 * The frames of one connection to `GET /events`, until it ends or `signal` aborts. Throws `ApiError` for
 * another status than 200, `UnexpectedResponse` for what is no stream of events, and `ConnectionLost` for a
 * connection that breaks or is silent.
 */
export async function* framesOf(options: ClientOptions, request: StreamRequest): AsyncGenerator<Frame, void> {
  const { fetch = globalThis.fetch, token } = options;
  const origin = options.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  const over = new AbortController();
  const signal = AbortSignal.any([request.signal, over.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What a promise brings, if it does so in time. */
  const inTime = async <T>(promise: Promise<T>): Promise<T> => {
    timer = setTimeout(
      () => over.abort(new Error(`nothing came for ${request.silentMs.toLocaleString('en-US')} ms`)),
      request.silentMs,
    );
    try {
      return await promise;
    } catch (error) {
      throw new ConnectionLost(OPERATION, over.signal.aborted ? over.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const query = new URLSearchParams(request.query);
    const sent = fetch(`${origin}/events?${query}`, {
      signal,
      redirect: 'error',
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.after === null ? {} : { 'last-event-id': request.after }),
      },
    });
    const response = await inTime(sent);
    const { status, headers, body } = response;
    if (!response.ok) {
      const bytes = await inTime(bytesOf(response, MAX_EVENT, signal));
      throw new ApiError(status, bytes ? textOf(bytes) : '', detailsIn(headers, OPERATION));
    }
    const type = headers.get('content-type') ?? '';
    if (!body || !type.startsWith('text/event-stream'))
      throw new UnexpectedResponse(OPERATION, 'content-type', `is ${type}; it must be text/event-stream`);
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop()!;
      if (rest.length > MAX_EVENT)
        throw new UnexpectedResponse(
          OPERATION,
          'event',
          'is too long; it must have at most 1,000,000 characters',
        );
      for (const part of parts) {
        const frame = frameOf(part);
        if (frame) yield frame;
      }
    }
  } finally {
    over.abort();
  }
}

/** null: a comment, or a frame without data. */
function frameOf(text: string): Frame | null {
  // By line feeds alone: a name in the data may hold other ends of lines, and then what looks like a field.
  const lines = text.split('\n');
  const field = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trimStart() ?? null;
  const data = field('data');
  return data === null ? null : { id: field('id'), name: field('event') ?? 'message', data };
}
