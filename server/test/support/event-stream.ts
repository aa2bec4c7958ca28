import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { PublicEvent } from '../../src/api/event/shape.ts';

/** One frame of a stream of server-sent events. */
export interface Frame {
  readonly id: string | null;
  /** `message`, or the name of a frame that is no event of the market. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly data: any;
}

/** A subscriber of GET /events. */
export interface Subscriber {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly response: IncomingMessage;
  readonly frames: Frame[];
  /** The events of the market so far. */
  events(): PublicEvent[];
  /** Resolves once `done` holds; throws after five seconds. */
  until(done: (frames: readonly Frame[]) => boolean): Promise<void>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Subscribes at a server that listens. `lastEventId` as browsers send it. */
export async function subscribe(
  base: string,
  { token, lastEventId, query = '' }: { token?: string; lastEventId?: string; query?: string } = {},
): Promise<Subscriber> {
  // Not `fetch`, which opens a spare connection after an abort, and a server waits for it when it closes.
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${base}/events${query}`, { agent: false, headers }, resolve).on('error', reject);
  });
  let isClosed = false;
  const frames: Frame[] = [];
  let wake = () => {};
  const ended = (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response) {
        rest += decoder.decode(chunk, { stream: true });
        const parts = rest.split('\n\n');
        rest = parts.pop()!;
        frames.push(...parts.map(readFrame).filter((frame) => frame !== null));
        wake();
      }
    } catch (error) {
      if (!isClosed) throw error;
    }
    wake();
  })();
  return {
    status: response.statusCode!,
    response,
    headers: response.headers,
    frames,
    ended,
    events: () => frames.filter(({ name }) => name === 'message').map(({ data }) => data),
    async until(done) {
      const deadline = Date.now() + 20_000;
      while (!done(frames)) {
        if (Date.now() > deadline)
          throw new Error(
            `no such frame: ${JSON.stringify(frames.map(({ name, data }) => data.type ?? name))}`,
          );
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          new Promise((resolve) => setTimeout(resolve, 200)),
        ]);
      }
    },
    close() {
      isClosed = true;
      response.destroy();
    },
  };
}

function readFrame(text: string): Frame | null {
  const fields = new Map(
    text.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return null;
  return { id: fields.get('id') ?? null, name: fields.get('event') ?? 'message', data: JSON.parse(data) };
}

/** Listens on a free port of the loopback; returns the base URL. */
export async function listening(app: FastifyInstance): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 });
}
