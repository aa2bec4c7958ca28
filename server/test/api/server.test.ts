import { createHmac } from 'node:crypto';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { callerOf } from '../../src/api/edge/bearer.ts';
import { DEFAULT_RATE_LIMITS, limitsInMemory } from '../../src/api/edge/limits.ts';
import { deleteBlocksAbove, insertBlocks } from '../../src/store/chain/blocks.ts';
import { databaseFault } from '../../src/store/database/faults.ts';
import type { Caller } from '../../src/trading/context.ts';
import { answerTo, requestChallenge, type TestApi, TOKEN_KEYS, testApi, testWallet } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let api: TestApi;
let token: string;
let profileId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db);
  ({ token, profileId } = await api.signIn(testWallet('server')));
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

const purchase = '/collection/mice/purchases/preflight';

describe('bearer', () => {
  test('a request without a token gets the fixed sentence', async () => {
    for (const authorization of [undefined, 'Basic abc', 'Bearer', '']) {
      const answer = await api.app.inject({
        url: '/api/v1/me',
        headers: authorization ? { authorization } : {},
      });
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'Bearer session token required' }]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('a token that is forged, of another service, of an unknown key, or unsigned gets the fixed sentence', async () => {
    const [{ id: kid, secret }] = TOKEN_KEYS;
    const good = { sub: profileId, iat: 1, exp: 4e9, iss: 'market.test/regtest', aud: 'market.test/regtest' };
    expect((await api.get('/me', jwt({ kid }, good, secret))).status).toBe(200);
    const { exp, ...endless } = good;
    const forged = [
      'abc',
      `${token}x`,
      jwt({ kid }, good, 'wrong'.repeat(8)),
      jwt({ kid }, { ...good, aud: 'market.test/mainnet' }, secret),
      jwt({ kid }, { ...good, iss: 'other.test/regtest' }, secret),
      jwt({ kid: 'gone' }, good, secret),
      jwt({}, good, secret),
      jwt({ kid, alg: 'none' }, good, null),
      jwt({ kid, alg: 'HS512' }, good, secret),
      jwt({ kid }, endless, secret),
      jwt({ kid }, { ...good, exp: 1 }, secret),
    ];
    for (const one of forged) {
      const { status, body } = await api.get('/me', one);
      expect([status, body]).toEqual([401, { error: 'Invalid or expired bearer session token' }]);
    }
  });

  test('a token expires after an hour', async () => {
    api.clock.step(3_599_000);
    expect((await api.get('/me', token)).status).toBe(200);
    api.clock.step(1000);
    expect((await api.get('/me', token)).status).toBe(401);
    api.clock.step(-3_600_000);
  });

  test('a caller is gone once the connection of its request has ended', async () => {
    let caller: Caller | undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const left = await testApi(database.db, {}, (app) => {
      app.post('/slow', async (request) => {
        caller = await callerOf(request, left.clock);
        begin();
        await sleep(5_000);
        return {};
      });
    });
    await left.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = left.app.server.address() as AddressInfo;
    const headers = `Host: here\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(`POST /slow HTTP/1.1\r\n${headers}\r\n`));
    await begun;
    expect([caller!.profileId, caller!.isGone!()]).toEqual([profileId, false]);
    socket.destroy();
    await vi.waitFor(() => expect(caller!.isGone!()).toBe(true));
    left.app.server.closeAllConnections();
    await left.app.close();
  });

  test('a token of an older key is good while that key is listed', async () => {
    const fresh = { id: 'fresh', secret: 'f'.repeat(32) };
    const rotated = await testApi(database.db, { tokenKeys: [fresh, ...TOKEN_KEYS] });
    const dropped = await testApi(database.db, { tokenKeys: [fresh] });
    expect((await rotated.get('/me', token)).status).toBe(200);
    expect((await dropped.get('/me', token)).status).toBe(401);
    await Promise.all([rotated.app.close(), dropped.app.close()]);
  });
});

describe('requests that no route takes', () => {
  test('an unknown path is 404, a wrong method 405 with Allow', async () => {
    expect(await api.get('/nope')).toMatchObject({
      status: 404,
      body: { error: 'No route GET /api/v1/nope' },
    });
    const wrong = await api.app.inject({ method: 'DELETE', url: '/api/v1/me' });
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers['allow']).toBe('GET, HEAD');
    expect(wrong.json()).toEqual({ error: 'DELETE is not allowed here; use GET, HEAD' });
    expect((await api.get(purchase, token)).headers['allow']).toBe('POST');
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'] as const)
      expect((await api.app.inject({ method: method as 'PUT', url: '/api/v1/listings' })).statusCode).toBe(
        405,
      );
  });

  test('what is no HTTP, or has over 16 KB of headers, is answered as every error is', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const send = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk.toString();
        });
        socket.on('end', () => resolve(answer));
        socket.on('error', reject);
      });
    expect(await send('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n\{"error":"[^"]+"\}$/);
    expect(await send(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*\{"error":"URL and headers together must be below 16 KB"\}$/,
    );
  });

  test('a request on a connection that is open while the service stops is served, and closes it', async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let stop: () => void = () => undefined;
    const stopping = await testApi(database.db, {}, (app) => {
      app.addHook('preClose', () => {
        begin();
        return new Promise<void>((resolve) => {
          stop = resolve;
        });
      });
    });
    await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { port } = stopping.app.server.address() as AddressInfo;
    const ask = () =>
      new Promise<readonly unknown[]>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: '/openapi.json', agent }, (answer) => {
          answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.connection]));
        }).on('error', reject);
      });
    expect(await ask()).toEqual([200, 'keep-alive']);
    const closed = stopping.app.close();
    await begun;
    expect(await ask()).toEqual([200, 'close']);
    stop();
    await closed;
    agent.destroy();
  });

  test('a URL that does not decode is 400', async () => {
    const answer = await api.app.inject('/api/v1/%zz');
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['error']]);
  });

  test('a body that is not JSON is 415, one that does not parse 400, one over its limit 413', async () => {
    const send = (payload: string, type: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1${purchase}`,
        payload,
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
      });
    const text = await send('{}', 'text/plain');
    expect([text.statusCode, text.json().error]).toEqual([
      415,
      'Content-Type must be application/json, but is text/plain',
    ]);
    expect((await send('{', 'application/json')).statusCode).toBe(400);
    expect((await send('', 'application/json')).statusCode).toBe(400);
    expect((await send('{"__proto__": 1}', 'application/json')).statusCode).toBe(400);
    const deep = await send('['.repeat(100) + ']'.repeat(100), 'application/json');
    expect([deep.statusCode, deep.json().error]).toEqual([
      400,
      'body must not nest arrays and objects more than 32 deep',
    ]);
    const huge = await send(`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'application/json');
    expect([huge.statusCode, huge.json().error]).toEqual([413, 'body must be at most 524288 bytes']);
  });

  test('a body is not read before the token is verified', async () => {
    const answer = await api.app.inject({ method: 'POST', url: `/api/v1${purchase}`, payload: '{' });
    expect(answer.statusCode).toBe(401);
  });
});

describe('limits', () => {
  test('each bucket is limited per IP and per caller, and says where the caller stands', async () => {
    const limited = await testApi(database.db, { rateLimits: DEFAULT_RATE_LIMITS });
    const first = await limited.get('/me', token);
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"ip";q=60;w=60, "caller";q=30;w=60',
      ratelimit: '"ip";r=59;t=60, "caller";r=29;t=60',
    });
    for (let i = 1; i < 30; i++) expect((await limited.get('/me', token)).status).toBe(200);
    const over = await limited.get('/me', token);
    expect(over.status).toBe(429);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(over.body.error).toMatch(
      /^this caller sent more than 30 requests of type reads within 60 s; wait \d+ s$/,
    );
    // the IP has 29 left, which tokens that do not verify use up too
    for (let i = 31; i < 60; i++) expect((await limited.get('/me', 'bad')).status).toBe(401);
    expect((await limited.get('/me', 'bad')).body.error).toMatch(
      /^this IP address sent more than 60 requests of type reads /,
    );
    // another bucket is not touched
    expect((await limited.post(purchase, {}, token)).status).toBe(400);
    await limited.app.close();
  });

  test('a sign-in is limited per address', async () => {
    const limited = await testApi(database.db, { rateLimits: DEFAULT_RATE_LIMITS });
    const wallet = testWallet('limited');
    const ask = () =>
      limited.post('/auth/challenge', {
        ordinalsAddress: wallet.ordinals.address,
        paymentAddress: wallet.payment.address,
      });
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await limited.app.close();
  });

  test.each([
    ['another ordinals address', true],
    ['its payment address in capitals and another ordinals address', false],
  ])('a sign-in is limited by its payment address, asked for with %s', async (_, asWritten) => {
    const limited = await testApi(database.db, { rateLimits: DEFAULT_RATE_LIMITS });
    const { address } = testWallet(`limited payment ${asWritten}`).payment;
    const ask = (i: number) =>
      limited.post('/auth/challenge', {
        ordinalsAddress: testWallet(`limited ${asWritten} ${i}`).ordinals.address,
        paymentAddress: asWritten || i % 2 === 0 ? address : address.toUpperCase(),
      });
    for (let i = 0; i < 5; i++) expect((await ask(i)).status).toBe(200);
    expect((await ask(5)).status).toBe(429);
    await limited.app.close();
  });

  test('verifications are limited per address', async () => {
    const limited = await testApi(database.db, { rateLimits: DEFAULT_RATE_LIMITS });
    const wallet = testWallet('limited verify');
    const answer = answerTo(await requestChallenge(limited, wallet), wallet);
    const verify = (change: object) => limited.post('/auth/verify', { ...answer, ...change });
    const authRequestId = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
    for (let i = 0; i < 5; i++) expect((await verify({ authRequestId })).status).toBe(404);
    expect((await verify({})).status).toBe(429);
    await limited.app.close();
  });

  test('X-Forwarded-For is believed from trusted proxies only', async () => {
    const counted: string[] = [];
    const watching: typeof limitsInMemory = (options) => {
      const limiter = limitsInMemory(options);
      const { consume } = limiter;
      limiter.consume = (key, ...rest) => {
        counted.push(String(key));
        return consume.call(limiter, key, ...rest);
      };
      return limiter;
    };
    const headers = { 'x-forwarded-for': '198.51.100.1, 192.0.2.9' };
    for (const trustedProxies of [[], ['127.0.0.0/8'], ['127.0.0.0/8', '192.0.2.0/24']]) {
      const one = await testApi(database.db, { trustedProxies, limiters: watching });
      await one.app.inject({ url: '/api/v1/me', headers });
      await one.app.close();
    }
    expect(counted).toEqual(['127.0.0.1', '192.0.2.9', '198.51.100.1']);
  });
});

describe('beside the API', () => {
  test('a browser of any origin may call', async () => {
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: `/api/v1${purchase}`,
      headers: { origin: 'https://wallet.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type',
    });
  });

  test('the reference page runs its own scripts only, and in no frame', async () => {
    const { statusCode, headers } = await api.app.inject('/docs');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'self'/),
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('every API route is in the OpenAPI document, described, with its declared errors', async () => {
    const document = (await api.app.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as object).map(([method, operation]) => ({ path, method, ...operation })),
    );
    const named = operations.map(({ method, path }) => `${method} ${path}`);
    expect(named).toEqual(
      expect.arrayContaining(['post /auth/challenge', 'get /collection/{slug}/inscriptions']),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, responses, path } of operations) {
      expect(operationId, path).toBeTruthy();
      expect(summary, path).toBeTruthy();
      expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['200', '401', '403', '429']));
    }
    expect(undescribed(document)).toEqual([]);
  });

  test('health says which part is not ready', async () => {
    const at = async () => {
      api.clock.step(1_000);
      const answer = await api.app.inject('/healthz');
      return [answer.statusCode, answer.json().parts] as const;
    };
    const [status, parts] = await at();
    expect(status).toBe(503);
    expect(parts).toMatchObject({
      node: { ready: true },
      index: { ready: true },
      transactionIndex: { ready: true },
      database: { ready: true },
      follower: { ready: false, detail: 'no block yet' },
    });
    api.world.indexHeight = 90;
    expect((await at())[1].index).toEqual({ ready: false, detail: 'height 90, 10 behind the node' });
    api.world.indexHeight = 100;
    api.world.transactionIndex = { isSynced: false, height: 70 };
    expect((await at())[1].transactionIndex).toEqual({
      ready: false,
      detail: "the node's transaction index is being built, at height 70",
    });
    api.world.transactionIndex = null;
    expect((await at())[1].transactionIndex).toMatchObject({
      detail: 'the node has no transaction index; start it with txindex=1',
    });
    api.world.transactionIndex = { isSynced: true, height: 100 };
    expect((await at())[1].transactionIndex).toEqual({ ready: true, detail: 'height 100' });
  });

  test('a probe of the process asks nothing, and one of its reads only the database', async () => {
    const one = await testApi(database.db, {});
    const statusOf = async (url: string) => (await one.app.inject(url)).statusCode;
    expect([await statusOf('/livez'), await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([
      200, 200, 503,
    ]);
    await one.app.close();
    const away = { selectFrom: () => refuse('unavailable', 'the database is unreachable') };
    const other = await testApi(away as never, {});
    const answer = await other.app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { ready: false, detail: 'the database is unreachable' },
    ]);
    expect((await other.app.inject('/livez')).statusCode).toBe(200);
    await other.app.close();
  });

  test('a fault that stops writes makes health 503, which shows nothing secret of it', async () => {
    const fault = databaseFault(Object.assign(new Error('in base/5/1'), { code: '53100' }));
    const health = { signers: () => [], writeFault: () => fault };
    const one = await testApi(database.db, { health });
    expect((await one.app.inject('/healthz')).json().parts.database).toEqual({
      ready: false,
      detail: 'the disk of PostgreSQL is full',
    });
    expect((await one.app.inject('/readyz')).statusCode).toBe(200);
    await one.app.close();
  });

  test('health and metrics are read at most once a second, whoever asks how often', async () => {
    let readings = 0;
    const counted = new Registry();
    new Gauge({ name: 'readings', help: 'x', registers: [counted], collect: () => void readings++ });
    const signers = () => {
      readings += 1;
      return [];
    };
    const one = await testApi(database.db, { metrics: counted, health: { signers } });
    const askAll = () =>
      Promise.all(['/healthz', '/metrics', '/healthz', '/metrics'].map((url) => one.app.inject(url)));
    await askAll();
    one.clock.step(999);
    await askAll();
    expect(readings).toBe(2);
    one.clock.step(1);
    await askAll();
    one.clock.step(-3_600_000);
    await askAll();
    expect(readings).toBe(6);
    await one.app.close();
  });

  test('health says that the service is ready only once it is', async () => {
    const one = await testApi(database.db);
    const statusOf = async () => (await one.app.inject('/healthz')).statusCode;
    expect(await statusOf()).toBe(503);
    const hash = 'aa'.repeat(32);
    await insertBlocks(database.db, [{ height: 100, hash, blockTime: one.clock.now() }]);
    one.clock.step(1_000);
    expect(await statusOf()).toBe(200);
    await deleteBlocksAbove(database.db, 0);
    await one.app.close();
  });

  test('the document is made once, and 304 for who has it', async () => {
    const first = await api.app.inject('/openapi.json');
    const { etag } = first.headers;
    const headers = { 'if-none-match': `W/${etag}` };
    const again = await api.app.inject({ url: '/openapi.json', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const gzip = { 'accept-encoding': 'br, gzip' };
    const zipped = await api.app.inject({ url: '/openapi.json', headers: gzip });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(first.body);
  });

  test('metrics count requests by route, and refusals by code', async () => {
    await api.get('/me');
    api.clock.step(1_000);
    const { body } = await api.app.inject('/metrics');
    expect(body).toMatch(
      /ordbook_request_seconds_count\{method="GET",route="\/api\/v1\/me",status="401"\} \d+/,
    );
    expect(body).toMatch(/ordbook_refusals_total\{code="token_missing",route="\/api\/v1\/me"\} \d+/);
  });

  test('a bug is 500 without detail, with the request id that the log has beside the stack', async () => {
    const before = api.log.length;
    api.clock.step(1_000);
    api.world.nodeAway = new Error('secret detail');
    const answer = await api.app.inject('/healthz');
    api.world.nodeAway = null;
    expect([answer.statusCode, answer.json()]).toEqual([500, { error: 'Internal error' }]);
    const line = api.log.slice(before).find((one) => 'err' in one) as {
      reqId: string;
      err: { stack: string };
    };
    expect(line.err.stack).toContain('secret detail');
    expect(line.reqId).toBe(answer.headers['x-request-id']);
  });
});

describe('answers', () => {
  test('an answer that its schema would cut or change is a bug where answers are checked', async () => {
    const schema = { response: { 200: Type.Object({ sats: Type.Integer() }) } };
    const add = (app: FastifyInstance) => {
      app.get('/exact', { schema }, async () => ({ sats: 1 }));
      app.get('/extra', { schema }, async () => ({ sats: 1, more: 2 }));
      app.get('/mistyped', { schema }, async () => ({ sats: '1' }));
      app.get('/missing', { schema }, async () => ({}));
    };
    const checked = await testApi(database.db, {}, add);
    const statusOf = async (url: string) => (await checked.app.inject(url)).statusCode;
    expect(await statusOf('/exact')).toBe(200);
    for (const url of ['/extra', '/mistyped', '/missing']) expect(await statusOf(url)).toBe(500);
    await checked.app.close();
  });
});

/** A JWT, HS256 unless `header` says otherwise; null: unsigned. */
function jwt(header: object, payload: object, secret: string | null): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const alg = 'HS256';
  const signed = `${part({ alg, typ: 'JWT', ...header })}.${part(payload)}`;
  const hash = 'alg' in header && header.alg === 'HS512' ? 'sha512' : 'sha256';
  return `${signed}.${secret === null ? '' : createHmac(hash, secret).update(signed).digest('base64url')}`;
}

/** Paths of all properties without a description. */
function undescribed(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const own =
      key === 'properties'
        ? Object.entries(value as object)
            .filter(([, schema]) => !schema.description && !schema.$ref)
            .map(([name]) => `${path}/${name}`)
        : [];
    return [...own, ...undescribed(value, `${path}/${key}`)];
  });
}
