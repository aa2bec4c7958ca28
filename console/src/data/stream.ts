/** What the stream brought: an event of the market (`message`), a mark (docs/events.md), or a sign of life (`heard`). */
export interface Frame {
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/** For whom the stream is read. A visitor has no token. */
export interface Reader {
  /** The same in all tabs that may share one stream. */
  readonly name: string;
  readonly token?: string;
  readonly fetch: typeof globalThis.fetch;
}

/** A connection that brings nothing for so long is dead, ms: the service sends a comment every 15 seconds. */
const SILENT_MS = 40_000;

/**
 * One connection to `GET /events`, from the event after `after`, until it ends or `signal` aborts. It is read with
 * `fetch`, since `EventSource` sends no token and hides the signs of life. Throws what `fetch` throws, and an Error
 * for a status other than 200. Retry-safe with the last id that `take` was given.
 */
export async function readStream(
  url: string,
  {
    reader,
    after,
    signal,
  }: { readonly reader: Reader; readonly after: string; readonly signal: AbortSignal },
  take: (frame: Frame) => void,
): Promise<void> {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => over.abort(), SILENT_MS);
  };
  const stop = () => over.abort();
  signal.addEventListener('abort', stop);
  try {
    isAlive();
    const response = await reader.fetch(url, {
      signal: over.signal,
      headers: {
        accept: 'text/event-stream',
        ...(reader.token === undefined ? {} : { authorization: `Bearer ${reader.token}` }),
        ...(after === '' ? {} : { 'last-event-id': after }),
      },
    });
    if (!response.ok || !response.body) throw new Error(`GET /events: ${response.status}`);
    const body = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ''; ; ) {
      const { done, value } = await body.read();
      if (done || signal.aborted) return;
      isAlive();
      const parts = (rest + value).split('\n\n');
      rest = parts.pop()!;
      for (const part of parts) take(frameOf(part));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    over.abort();
  }
}

function frameOf(text: string): Frame {
  const field = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? null;
  const data = field('data');
  return data === null
    ? { id: null, name: 'heard', data: '' }
    : { id: field('id'), name: field('event') ?? 'message', data };
}
