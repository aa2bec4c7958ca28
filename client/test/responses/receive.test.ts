import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../../src/api.ts';
import { ApiError } from '../../src/responses/api-error.ts';
import { sampleResponse } from './samples.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A client of a server that responds as `listener` does. */
async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(listener);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, client: createClient({ baseUrl, token: 'secret', ...options }) };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const ME = JSON.stringify(sampleResponse('GET /me'));
const responding =
  (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

describe('a body', () => {
  test('of exactly the limit is read, and one byte more is refused', async () => {
    const { client } = await clientOf(responding(ME), { maxResponseBytes: ME.length });
    expect(await client.get('/me')).toEqual(JSON.parse(ME));
    const { client: stricter } = await clientOf(responding(ME), { maxResponseBytes: ME.length - 1 });
    await expect(stricter.get('/me')).rejects.toMatchObject({ name: 'UnexpectedResponse', field: 'body' });
  });

  test('is counted after decompression: a bomb is refused', async () => {
    const bomb = gzipSync(`{"profile":"${'0'.repeat(64 * 1024 * 1024)}"}`);
    expect(bomb.length).toBeLessThan(100_000);
    const { client } = await clientOf(responding(bomb, { ...JSON_TYPE, 'content-encoding': 'gzip' }));
    await expect(client.get('/me')).rejects.toThrow(
      /body is too large; it must have at most 8,388,608 bytes$/,
    );
  });

  test('without an end is refused when the limit is reached, and its connection is closed', async () => {
    let close: () => void;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const { client } = await clientOf((_, response) => {
      response.on('close', close);
      response.writeHead(200, JSON_TYPE);
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await expect(client.get('/me')).rejects.toThrow(/too large/);
    await closed;
  });

  test('of a refusal is limited as well', async () => {
    const { client } = await clientOf(responding('x'.repeat(2_000), {}, 500), { maxResponseBytes: 1_000 });
    await expect(client.get('/me')).rejects.toMatchObject({ name: 'UnexpectedResponse', field: 'body' });
  });

  for (const type of ['text/html', 'text/plain', 'application/jsonp', 'multipart/form-data', undefined]) {
    test(`of type ${type} is refused`, async () => {
      const { client } = await clientOf(responding(ME, type === undefined ? {} : { 'content-type': type }));
      await expect(client.get('/me')).rejects.toMatchObject({
        name: 'UnexpectedResponse',
        field: 'content-type',
      });
    });
  }

  const ODD: readonly (readonly [string, string | Uint8Array])[] = [
    ['no JSON', '{'],
    ['empty', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '-0'],
    ['NaN', 'NaN'],
    ['infinite', '1e999'],
    ['100,000 lists deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['100,000 objects deep', `${'{"profile":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['no UTF-8', Buffer.from(ME.replace('xxxx', '\u00ff'), 'latin1')],
    ['a key twice, the last of the wrong type', ME.replace(/}$/, ',"profile":7}')],
    ['half a character', ME.replace('"xxxx"', '"\\ud800"')],
  ];
  for (const [what, body] of ODD) {
    test(`that is ${what} is an UnexpectedResponse with status 200, and an ApiError with status 400`, async () => {
      const { client } = await clientOf(responding(body));
      await expect(client.get('/me')).rejects.toMatchObject({ name: 'UnexpectedResponse' });
      const { client: refused } = await clientOf(responding(body, JSON_TYPE, 400));
      await expect(refused.get('/me')).rejects.toBeInstanceOf(ApiError);
    });
  }

  test('with status 201 or 204 is refused', async () => {
    for (const status of [201, 204]) {
      const { client } = await clientOf(responding(status === 204 ? '' : ME, JSON_TYPE, status));
      await expect(client.get('/me')).rejects.toMatchObject({ name: 'UnexpectedResponse', field: 'status' });
    }
  });
});

describe('time', () => {
  const silent: RequestListener = () => {};
  const hanging: RequestListener = (_, response) => {
    response.writeHead(200, JSON_TYPE).write(ME.slice(0, 10));
  };
  const trickling: RequestListener = (_, response) => {
    response.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };

  for (const [what, listener] of Object.entries({ silent, hanging, trickling })) {
    test(`a ${what} service is given up after timeoutMs`, async () => {
      const { client } = await clientOf(listener, { timeoutMs: 150 });
      const started = performance.now();
      await expect(client.get('/me')).rejects.toThrow(
        /^GET \/me did not respond completely within 150 ms; retry it$/,
      );
      expect(performance.now() - started).toBeLessThan(5_000);
    });
  }

  test('after a write, the error says that the outcome is unknown and that a retry is safe', async () => {
    const { client } = await clientOf(hanging, { timeoutMs: 50 });
    const attempt = client.post('/collection/{slug}/listings/delist', {
      path: { slug: 'quiet-mice' },
      body: { walletBindingId: 'id', listings: [] },
    });
    await expect(attempt).rejects.toMatchObject({
      name: 'ResponseTimeout',
      operation: 'POST /collection/{slug}/listings/delist',
    });
    await expect(attempt).rejects.toThrow(/whether it took effect is unknown\. A retry is safe/);
  });

  test('a fetch that ignores its signal is given up too', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const client = createClient({ baseUrl: 'http://market.test', fetch, timeoutMs: 50 });
    await expect(client.get('/me')).rejects.toMatchObject({ name: 'ResponseTimeout' });
  });
});

describe('a redirect', () => {
  test('is not followed: the token goes nowhere else', async () => {
    const tokens: unknown[] = [];
    const { baseUrl: elsewhere } = await clientOf((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(200, JSON_TYPE).end(ME);
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const redirecting = responding('', { location: `${elsewhere}/api/v1/me` }, status);
      const { client } = await clientOf(redirecting, { retries: 0 });
      await expect(client.get('/me'), String(status)).rejects.toThrow();
    }
    expect(tokens).toEqual([]);
  });

  test('that a fetch of the user follows all the same is refused', async () => {
    const fetch: typeof globalThis.fetch = async () =>
      Object.defineProperty(Response.json(sampleResponse('GET /me')), 'redirected', { value: true });
    const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
    await expect(attempt).rejects.toThrow(
      /GET \/me returned an unexpected response: body comes from a redirect/,
    );
  });
});

test('a client that knows its network refuses addresses of another', async () => {
  const { client } = await clientOf(responding(ME), { network: 'mainnet' });
  await expect(client.get('/me')).rejects.toMatchObject({ field: 'walletBindings[0].ordinalsAddress' });
  const { client: ours } = await clientOf(responding(ME), { network: 'regtest' });
  expect(await ours.with({ token: 'other' }).get('/me')).toEqual(JSON.parse(ME));
});
