import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/api.ts';
import { serviceEvents } from '../../src/watch/events.ts';

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

describe('a watch on events', () => {
  test('wakes at each event, and continues after the last one', async () => {
    const changes = serviceEvents(createClient({ baseUrl: `${baseUrl}/api/v1`, token: 'secret' }), 60_000);
    respond = (response) => stream(response, 'retry: 2000', 'id: 7-ab\nevent: ready\ndata: {}');
    await changes.next();
    respond = (response) => {
      stream(response, ': ');
      setTimeout(() => response.write('id: 8-ab\ndata: {"type":"block.applied"}\n\n'), 50);
    };
    await changes.next();
    await changes.next();
    expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '7-ab', '8-ab']);
    expect(asked[0]).toMatchObject({ url: '/events?topics=block,trade', authorization: 'Bearer secret' });
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
