import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/api.ts';
import type { Wait } from '../../src/responses/repeat.ts';
import { type EventsOptions, events, serviceEvents } from '../../src/watch/events.ts';
import { sampleResponse } from '../responses/samples.ts';

let server: Server;
let asked: { url: string; lastEventId: string | undefined; authorization: string | undefined }[];
let respond: (response: ServerResponse) => void;
let baseUrl: string;
const stream = (response: ServerResponse, ...frames: string[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const frame of frames) response.write(`${frame}\n\n`);
};

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const { authorization } = request.headers;
    asked.push({ url: request.url!, lastEventId: request.headers['last-event-id'] as string, authorization });
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** An event of the market with this number, as a frame. */
function frameOf(sequence: number, change: object = {}): string {
  const id = `${sequence}-ab`;
  const topic = 'floor';
  const event = { ...sampleResponse('event floor'), id, sequence, topic, type: 'floor.changed', ...change };
  return `id: ${id}\ndata: ${JSON.stringify(event)}`;
}
const ready = (sequence: number) => `id: ${sequence}-ab\nevent: ready\ndata: {}`;

describe('events', () => {
  let waits: Wait[];
  /** The first `count` events, each as its type and id. */
  async function first(count: number, options: EventsOptions = {}): Promise<string[]> {
    waits = [];
    const onWait = (wait: Wait) => waits.push(wait);
    const client = createClient({ baseUrl: `${baseUrl}/api/v1`, token: 'secret', onWait });
    const seen: string[] = [];
    for await (const event of events({ client }, options)) {
      seen.push(`${event.type} ${event.id}`);
      if (seen.length === count) break;
    }
    return seen;
  }
  /** Each connection gets the next of these; then nothing more. */
  function connections(...each: ((response: ServerResponse) => void)[]) {
    respond = (response) => (each.shift() ?? stream)(response);
  }
  const ended = (...frames: string[]) => {
    return (response: ServerResponse) => {
      stream(response, ...frames);
      response.end();
    };
  };

  test('come in order over connections that end, each of which goes on after the last one', async () => {
    connections(
      ended('retry: 2000', ready(7), frameOf(8), ': ', 'id: 9-ab\nevent: end\ndata: {"reason":"shutdown"}'),
      ended(frameOf(12), ready(12)),
    );
    const options = { topics: ['floor', 'sale'], collectionSlugs: ['mice'], inscriptionIds: ['x'] } as const;
    const seen = await first(4, options);
    expect(seen).toEqual(['ready 7-ab', 'floor.changed 8-ab', 'floor.changed 12-ab', 'ready 12-ab']);
    expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '9-ab']);
    expect(asked[0]!.authorization).toBe('Bearer secret');
    const query = new URL(asked[1]!.url, baseUrl).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      topics: 'floor,sale',
      collections: 'mice',
      inscriptions: 'x',
    });
  });

  test('start after the event that the caller names; a gap is a reset', async () => {
    connections((response) => stream(response, 'id: 4-cd\nevent: reset\ndata: {}', frameOf(5)));
    expect(await first(2, { after: '900-ab' })).toEqual(['reset 4-cd', 'floor.changed 5-ab']);
    expect(asked[0]).toMatchObject({ url: '/events', lastEventId: '900-ab' });
  });

  test('wait longer after each failure, as long as the service asks, and no longer after a success', async () => {
    connections(
      (response) => void response.destroy(),
      (response) => void response.writeHead(503, { 'retry-after': '2' }).end(),
      ended(ready(1)),
      ended(ready(1)),
    );
    await first(2);
    expect(waits.map(({ seconds, status }) => [seconds, status])).toEqual([
      [0.5, null],
      [2, 503],
      [0.5, null],
    ]);
  });

  test('leave a connection that is silent', async () => {
    connections(stream, ended(ready(1)));
    expect(await first(1, { silentMs: 100 })).toEqual(['ready 1-ab']);
  });

  test('of topics and types that this version does not know are left out, and not asked for again', async () => {
    connections(
      ended(frameOf(2, { topic: 'auction' }), frameOf(3, { type: 'floor.sunk' }), frameOf(4)),
      ended(frameOf(6, { topic: 'toString' }), frameOf(7)),
    );
    expect(await first(2, { after: '1-ab' })).toEqual(['floor.changed 4-ab', 'floor.changed 7-ab']);
  });

  test('have the fields that the API names, whatever else is sent, also after strange ends of lines', async () => {
    const client = createClient({ baseUrl });
    connections((response) => stream(response, frameOf(2, { note: 'x\u2028event: end\u2028id: 9-ab' })));
    for await (const event of events({ client })) {
      expect(event).not.toHaveProperty('note');
      if (event.topic === 'floor') expect(event.data.listedCount satisfies number).toBeTypeOf('number');
      // @ts-expect-error a floor has no height
      if (event.topic === 'floor') expect(event.data.height).toBeUndefined();
      expect(event.id).toBe('2-ab');
      break;
    }
  });

  test.each([
    ['a field that is not as promised', frameOf(2, { sequence: 'two' }), 'sequence is "two"'],
    ['a later version', frameOf(2, { version: 2 }), 'version is 2'],
    ['no JSON', 'id: 2-ab\ndata: {', 'data is not JSON'],
    ['a number that was there', frameOf(1), 'id is 1-ab after 1-ab'],
    ['a mark without a place', 'event: ready\ndata: {}', 'id is missing in ready'],
  ])('end with an error at %s', async (_what, frame, message) => {
    connections(ended(frame));
    await expect(first(1, { after: '1-ab' })).rejects.toThrow(message);
  });

  test.each([
    [401, 'unauthorized'],
    [404, 'not_found'],
  ])('end when the service refuses with %i', async (status, code) => {
    const headers = { 'content-type': 'application/json', 'x-error-code': code };
    connections((response) => void response.writeHead(status, headers).end('{"error":"sign in again"}'));
    await expect(first(1)).rejects.toMatchObject({ status, code, message: 'sign in again' });
  });

  test('end with the reason of the signal, in a connection and in a pause', async () => {
    for (const one of [stream, (response: ServerResponse) => void response.destroy()]) {
      connections(one);
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error('enough')), 100);
      await expect(first(1, { signal: abort.signal })).rejects.toThrow('enough');
    }
  });

  test('close their connection when the reader stops', async () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    connections((response) => {
      response.on('close', () => close());
      stream(response, ready(1));
    });
    await first(1);
    await closed;
  });
});

describe('a watch on events', () => {
  test('wakes at each event, and continues after the last one', async () => {
    const changes = serviceEvents(createClient({ baseUrl: `${baseUrl}/api/v1`, token: 'secret' }), 60_000);
    respond = (response) => stream(response, 'retry: 2000', ready(7));
    await changes.next();
    respond = (response) => {
      // up to date, and nothing happened
      stream(response, ': ', ready(7));
      setTimeout(() => response.write('id: 8-ab\ndata: {"type":"block.applied"}\n\n'), 50);
    };
    await changes.next();
    await changes.next();
    expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '7-ab', '8-ab']);
    expect(asked[0]).toMatchObject({ url: '/events?topics=block%2Ctrade', authorization: 'Bearer secret' });
  });

  test.each([
    ['has no events', (response: ServerResponse) => void response.writeHead(404).end()],
    [
      'returns a page instead',
      (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    [
      'ends the stream',
      (response: ServerResponse) => {
        stream(response, 'event: end\ndata: {}');
        response.end();
      },
    ],
    ['breaks the connection', (response: ServerResponse) => void response.destroy()],
    [
      'never ends an event',
      (response: ServerResponse) => stream(response, 'x'.repeat(1_100_000).slice(0, -2)),
    ],
  ])('polls when the service %s', async (_what, fails) => {
    respond = (response) => {
      fails(response);
      if (_what === 'never ends an event') response.write('y'.repeat(1_100_000));
    };
    const started = Date.now();
    await serviceEvents(createClient({ baseUrl }), 300).next();
    expect(Date.now() - started).toBeGreaterThanOrEqual(300);
    expect(asked[0]!.url).toBe('/events?topics=block');
  });

  test('ends with the reason of its signal', async () => {
    respond = (response) => stream(response, ': ');
    const abort = new AbortController();
    const next = serviceEvents(createClient({ baseUrl })).next(abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await expect(next).rejects.toThrow('enough');
  });
});
