import { expect, test } from 'vitest';
import { createClient } from '../src/api.ts';
import { ApiError } from '../src/responses/api-error.ts';
import { sampleResponse } from './responses/samples.ts';

type Reply = {
  readonly status: number;
  readonly statusText?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** A `fetch` that answers `replies` in turn and keeps what it was asked. */
function replying(...replies: Reply[]) {
  const asked: { method: string; url: string; authorization: string | null; body: string }[] = [];
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
    const request = input as Request;
    asked.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.get('authorization'),
      body: await request.text(),
    });
    const { status, statusText = '', body, headers = {} } = replies[asked.length - 1]!;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      statusText,
      headers: { 'content-type': 'application/json', ...headers },
    });
  };
  return { asked, fetch };
}

for (const baseUrl of ['http://market.test', 'http://market.test/', 'http://market.test/api/v1']) {
  test(`the base URL ${baseUrl} leads to the same routes`, async () => {
    const { asked, fetch } = replying({ status: 200, body: sampleResponse('GET /listings') });
    await createClient({ baseUrl, fetch }).get('/listings', { query: { sort: 'price', limit: 3 } });
    expect(asked[0]?.url).toBe('http://market.test/api/v1/listings?sort=price&limit=3');
  });
}

test('the token goes with every call, and path parameters into the path', async () => {
  const { asked, fetch } = replying({ status: 200, body: { listings: [] } });
  const body = { walletBindingId: 'id', listings: [] };
  await createClient({ baseUrl: 'http://market.test', fetch })
    .with({ token: 'secret' })
    .post('/collection/{slug}/listings/delist', { path: { slug: 'quiet-mice' }, body });
  expect(asked[0]).toEqual({
    method: 'POST',
    url: 'http://market.test/api/v1/collection/quiet-mice/listings/delist',
    authorization: 'Bearer secret',
    body: JSON.stringify(body),
  });
});

test('an ApiError has the code, the request id and the wait of the headers, and the operation', async () => {
  const headers = { 'x-error-code': 'no_anchor', 'x-request-id': 'req-7', 'retry-after': '60' };
  const { fetch } = replying({ status: 503, body: { error: 'no anchor is free' }, headers });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
  await expect(attempt).rejects.toMatchObject({
    code: 'no_anchor',
    requestId: 'req-7',
    retryAfterSeconds: 60,
    operation: 'GET /me',
  });
});

test('a code, a request id and a wait of another form are null', async () => {
  const headers = { 'x-error-code': 'NO\u0001', 'x-request-id': 'x'.repeat(200), 'retry-after': '-1' };
  const { fetch } = replying({ status: 503, body: {}, headers });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
  await expect(attempt).rejects.toMatchObject({ code: null, requestId: null, retryAfterSeconds: null });
});

test("a refusal is an ApiError with the status and the service's sentence", async () => {
  const { fetch } = replying({ status: 409, body: { error: 'the listing is sold' } });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
  await expect(attempt).rejects.toThrow(ApiError);
  await expect(attempt).rejects.toMatchObject({ status: 409, message: 'the listing is sold' });
});

test('an error page of something in between is an ApiError too', async () => {
  const { fetch } = replying({
    status: 502,
    body: '<h1>Bad Gateway</h1>',
    headers: { 'content-type': 'text/html' },
  });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
  await expect(attempt).rejects.toMatchObject({
    name: 'ApiError',
    status: 502,
    message: '<h1>Bad Gateway</h1>',
  });
});

for (const body of ['null', '[]', '7', '{}', '{"error":7}', '{"error":{"error":"no"}}', '{"error":""}', '']) {
  test(`a refusal with the body ${body || '(none)'} is an ApiError with the text of the status`, async () => {
    const { fetch } = replying({ status: 503, statusText: 'Service Unavailable', body });
    const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
    await expect(attempt).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      message: 'Service Unavailable',
    });
  });
}

test('a refusal without any text names the status', async () => {
  const { fetch } = replying({ status: 503, body: '{}' });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
  await expect(attempt).rejects.toMatchObject({ name: 'ApiError', message: 'status 503' });
});

test('of a refusal, at most 500 characters are shown, and no control characters', async () => {
  const error = `sold\u001b[2J\u0000\n\u202eout\ud800 ${'x'.repeat(1_000_000)}`;
  const { fetch } = replying({ status: 409, body: { error } });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }).get('/me');
  const { message } = await attempt.then(
    () => new Error('none'),
    (thrown: Error) => thrown,
  );
  expect(message).toMatch(/^sold \[2J out {2}x+$/);
  expect(message).toHaveLength(500);
});
