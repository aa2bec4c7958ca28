import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenAndForward } from '../../src/cli/listen.ts';

let server: Server | null = null;
afterEach(() => void server?.close());

async function service(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what a service sends does not control the terminal', async () => {
  const event = { id: '1-a', type: 'sale.\u001b[2J\u202econfirmed', tradeId: '\u009b1A' };
  const url = await service((_request, response) => {
    response.write(`event: end\ndata: {"reason":"\u001b]0;title\u0007"}\n\n`);
    response.end(`id: 1-a\ndata: ${JSON.stringify(event)}\n\n`);
  });
  const lines: string[] = [];
  const stop = new AbortController();
  const sender = {
    async post() {
      stop.abort();
      return { fault: 'reset by \u001b[31mpeer' };
    },
  };
  const print = (line: string) => void lines.push(line);
  const { signal } = stop;
  await listenAndForward({ url, forwardTo: 'http://127.0.0.1:1' }, print, { sender, signal });
  expect(lines.join()).toMatch(/end .*title.*failed \(reset by .*peer\).*confirmed/s);
  expect(lines.filter((line) => /[\p{Cc}\p{Bidi_Control}]/u.test(line))).toEqual([]);
});

test('a refusal of the service does not either', async () => {
  const url = await service((_request, response) => response.writeHead(400).end('no \u001b[2Jtopic'));
  await expect(listenAndForward({ url, forwardTo: url }, () => {})).rejects.toThrow('400: no  [2Jtopic');
});

test('an address that is no URL is refused before anything is read', async () => {
  const print = () => undefined;
  await expect(listenAndForward({ url: 'http://127.0.0.1:1', forwardTo: 'hooks' }, print)).rejects.toThrow(
    '--forward-to is hooks; it must be a URL that starts with http:// or https://',
  );
  await expect(
    listenAndForward({ url: 'localhost:8080', forwardTo: 'http://127.0.0.1:1' }, print),
  ).rejects.toThrow('--url is localhost:8080; it must be a URL');
});
