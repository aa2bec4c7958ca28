import { gunzipSync } from 'node:zlib';
import type { ConsoleFiles } from '@ordbook/console/files';
import { PATHS } from '@ordbook/console/paths';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, testApi } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

const PAGE = '<!doctype html><title>ordbook</title><div id="console"></div><noscript>no</noscript>';
const SCRIPT = 'console.log(1);'.repeat(200);
const FILES: ConsoleFiles = {
  page: PAGE,
  assets: new Map([
    ['main-abc.js', { body: Buffer.from(SCRIPT), contentType: 'text/javascript; charset=utf-8' }],
  ]),
};

let database: TestDatabase;
let api: TestApi;
let reads = 0;
let failure: Error | null = null;
beforeAll(async () => {
  database = await openTestDatabase();
  const console = async () => {
    reads += 1;
    if (failure) throw failure;
    return FILES;
  };
  api = await testApi(database.db, { console, contentUrl: 'https://content.test/c' });
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

describe('the console', () => {
  test('whose files cannot be read is a bug of this moment: the next request reads them again', async () => {
    failure = new Error('not there');
    expect((await get('/')).statusCode).toBe(500);
    failure = null;
    expect((await get('/')).statusCode).toBe(200);
    await get('/activity');
    expect(reads).toBe(2);
  });

  test.each(Object.values(PATHS))('is at %s, and its script decides what is shown', async (path) => {
    const { statusCode, headers, body } = await get(path.replace(/:\w+/, 'any'));
    // no collection and no inscription is called that
    const isThere = !/:(slug|id)/.test(path) || path === PATHS.trade;
    expect([statusCode, headers['content-type']]).toEqual([isThere ? 200 : 404, 'text/html; charset=utf-8']);
    expect(body).toContain('<div id="console"></div>');
  });

  test('may load nothing but its own files and the content of inscriptions, and asks only servers on https or on this machine', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const rules = Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/).slice(0, 2)));
    expect(rules).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
      'img-src': "'self' data: https://content.test",
      'frame-src': "'self' https://content.test",
      'media-src': "'self' https://content.test",
      'font-src': "'self' https://content.test",
      'manifest-src': "'self'",
      'base-uri': "'self'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    });
  });

  test('leaves the API as it is: its unknown addresses are 404 with JSON, and a page never answers for one', async () => {
    for (const url of [
      '/api/v1/nothing',
      '/api/v2/me',
      '/api',
      '/market/nothing',
      '/trades/any',
      '/assets/none.js',
      '/card/nothing',
    ]) {
      const { statusCode, headers, json } = await get(url, { accept: 'text/html' });
      expect([url, headers['content-type']]).toEqual([url, 'application/json; charset=utf-8']);
      expect(statusCode).toBeGreaterThan(400);
      expect(json()).toHaveProperty('error');
    }
    expect((await get('/api/v1/me')).statusCode).toBe(401);
    expect((await get(`/trades/${'0'.repeat(64)}`)).statusCode).toBe(401);
  });

  test('answers a browser at an unknown address with its page and 404, and a program with JSON', async () => {
    for (const url of ['/nothing', '/collection', '/collection/a/b', '/%00', '/wp-login.php?a=b']) {
      const page = await get(url, { accept: 'text/html,*/*;q=0.8' });
      expect([url, page.statusCode, page.headers['content-type']]).toEqual([
        url,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toContain('<meta name="robots" content="noindex">');
      const answer = await get(url, { accept: '*/*' });
      expect([answer.statusCode, answer.json().error]).toEqual([404, `No route GET ${url.split('?')[0]}`]);
    }
    expect(
      (await api.app.inject({ method: 'POST', url: '/nothing', headers: { accept: 'text/html' } })).json(),
    ).toHaveProperty('error');
  });

  test.each(['/manifest.webmanifest', '/robots.txt', '/icon-192.png', '/icon-512.png', '/card'])(
    'has %s, which others may keep',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=600']);
    },
  );

  test('sends its page to be asked for again, and its files to be kept, since their names have their hash', async () => {
    const page = await get('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await get('/', { 'if-none-match': String(page.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const script = await get('/assets/main-abc.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('sends a script compressed to who takes that, and as it is to others', async () => {
    const plain = await get('/assets/main-abc.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
    const packed = await get('/assets/main-abc.js', { 'accept-encoding': 'br, gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['vary']).toBe('accept-encoding');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT);
  });

  test.each(['/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/main-abc.js', '/assets/'])(
    'has no file at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

test('a service without the console sends visitors of its root to the reference', async () => {
  const without = await testApi(database.db);
  const { statusCode, headers } = await without.app.inject({ url: '/' });
  expect([statusCode, headers.location]).toEqual([302, '/docs']);
  expect((await without.app.inject({ url: '/activity' })).statusCode).toBe(404);
  await without.app.close();
});
