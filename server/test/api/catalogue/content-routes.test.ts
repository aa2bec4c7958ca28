import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../../src/api/server.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { apiSettings, NO_LIMITS } from '../../support/api.ts';

const ID = `${'ab'.repeat(32)}i0`;
const asked: string[] = [];

/** An index that has one inscription and one block height. */
const app = createApi(
  { settings: { network: 'regtest', domain: 'localhost' } } as unknown as TradingContext,
  apiSettings({
    content: {
      async read(path) {
        asked.push(path);
        const known = path === `/content/${ID}` || path === '/r/blockheight';
        return {
          status: known ? 200 : 404,
          contentType: 'text/html;charset=utf-8',
          cacheControl: path === '/r/blockheight' ? null : 'public, max-age=1209600, immutable',
          body: Buffer.from('<script>alert(1)</script>'),
        };
      },
    },
  }),
);
beforeAll(() => app.ready());
afterAll(() => app.close());

const get = (url: string) => app.inject({ method: 'GET', url });

describe('the content of an inscription', () => {
  test('is sent as inscribed, sandboxed by two policies, and may be cached for ever', async () => {
    const { statusCode, headers, body } = await get(`/content/${ID}`);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '<script>alert(1)</script>' });
    expect(headers).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=1209600, immutable',
    });
    const [own, paths] = headers['content-security-policy'] as unknown as string[];
    expect(own).toMatch(/^sandbox allow-scripts; default-src 'self' /);
    expect(paths).toMatch(/^default-src \*:\*\/content\/ \*:\*\/r\/ /);
    // with it, the document would have the origin of the API and everything stored there
    expect(own).not.toContain('allow-same-origin');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('that the index does not have is 404, and so is an id that is none, which the index is not asked for', async () => {
    expect((await get(`/content/${'cd'.repeat(32)}i0`)).statusCode).toBe(404);
    asked.length = 0;
    for (const id of ['x', `${ID}0000000000`, `${'AB'.repeat(32)}i0`, `${ID}%2f..%2fstatus`])
      expect((await get(`/content/${id}`)).statusCode).toBe(404);
    expect(asked).toEqual([]);
  });
});

test('an inscription is no script or style of a page of this origin, and one of another inscription', async () => {
  const as = (dest: string, site: string) =>
    app.inject({
      url: `/content/${ID}`,
      headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': site },
    });
  for (const dest of ['script', 'style', 'worker', 'serviceworker']) {
    const { statusCode, headers, body } = await as(dest, 'same-origin');
    expect([statusCode, headers['x-error-code'], body.includes('alert')], dest).toEqual([
      403,
      'origin_refused',
      false,
    ]);
    // an inscription has no origin of its own
    expect((await as(dest, 'cross-site')).statusCode).toBe(200);
  }
  const r = await app.inject({
    url: '/r/blockheight',
    headers: { 'sec-fetch-dest': 'script', 'sec-fetch-site': 'same-origin' },
  });
  expect(r.statusCode).toBe(403);
  for (const dest of ['image', 'iframe', 'document', 'empty']) {
    const { statusCode, headers } = await as(dest, 'same-origin');
    expect([statusCode, headers['vary']]).toEqual([200, 'Sec-Fetch-Dest, Sec-Fetch-Site']);
  }
});

describe('the recursive endpoints', () => {
  test('are passed on, and not cached unless the index says so', async () => {
    const { statusCode, headers } = await get('/r/blockheight');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBeDefined();
  });

  test.each([
    '/r/status',
    '/r/blockheight/..',
    '/r/blockheight%2f..%2f..%2fstatus',
    '/r/inscription/../../outputs',
    '/r/inscription/a?b=c/../x%00',
    '/r/inscription//x',
  ])('%s is none, and the index is not asked', async (url) => {
    asked.length = 0;
    const { statusCode } = await get(url);
    expect([asked.filter((path) => !/^\/r\/inscription\/a$/.test(path)), statusCode]).toEqual([[], 404]);
  });
});

test('content and recursive endpoints have one limit for each address, apart from that of the API', async () => {
  const limited = createApi(
    { settings: { network: 'regtest', domain: 'localhost' } } as unknown as TradingContext,
    apiSettings({
      content: {
        read: async () => ({
          status: 200,
          contentType: 'text/plain',
          cacheControl: null,
          body: Buffer.from(''),
        }),
      },
      rateLimits: { ...NO_LIMITS, buckets: { ...NO_LIMITS.buckets, content: { perIp: 2, perCaller: 2 } } },
    }),
  );
  const statusOf = async (url: string, remoteAddress = '192.0.2.1') =>
    (await limited.inject({ method: 'GET', url, remoteAddress })).statusCode;
  expect(await statusOf(`/content/${ID}`)).toBe(200);
  expect(await statusOf('/r/blockheight')).toBe(200);
  expect(await statusOf('/r/blockheight')).toBe(429);
  expect(await statusOf(`/content/${ID}`)).toBe(429);
  expect(await statusOf(`/content/${ID}`, '192.0.2.2')).toBe(200);
  await limited.close();
});
