import { expect, test, vi } from 'vitest';
import { ApiError, createClient } from '../src/api.ts';
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
    .withToken('secret')
    .post('/collection/{slug}/listings/delist', { path: { slug: 'quiet-mice' }, body });
  expect(asked[0]).toEqual({
    method: 'POST',
    url: 'http://market.test/api/v1/collection/quiet-mice/listings/delist',
    authorization: 'Bearer secret',
    body: JSON.stringify(body),
  });
});

test("a refusal is an ApiError with the status and the service's sentence", async () => {
  const { fetch } = replying({ status: 409, body: { error: 'the listing is sold' } });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
  await expect(attempt).rejects.toThrow(ApiError);
  await expect(attempt).rejects.toMatchObject({ status: 409, message: 'the listing is sold' });
});

test('an error page of something in between is an ApiError too', async () => {
  const { fetch } = replying({
    status: 502,
    body: '<h1>Bad Gateway</h1>',
    headers: { 'content-type': 'text/html' },
  });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
  await expect(attempt).rejects.toMatchObject({
    name: 'ApiError',
    status: 502,
    message: '<h1>Bad Gateway</h1>',
  });
});

for (const body of ['null', '[]', '7', '{}', '{"error":7}', '{"error":{"error":"no"}}', '{"error":""}', '']) {
  test(`a refusal with the body ${body || '(none)'} is an ApiError with the text of the status`, async () => {
    const { fetch } = replying({ status: 503, statusText: 'Service Unavailable', body });
    const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
    await expect(attempt).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      message: 'Service Unavailable',
    });
  });
}

test('a refusal without any text names the status', async () => {
  const { fetch } = replying({ status: 503, body: '{}' });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
  await expect(attempt).rejects.toMatchObject({ name: 'ApiError', message: 'status 503' });
});

test('of a refusal, at most 500 characters are shown, and no control characters', async () => {
  const error = `sold\u001b[2J\u0000\n\u202eout\ud800 ${'x'.repeat(1_000_000)}`;
  const { fetch } = replying({ status: 409, body: { error } });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
  const { message } = await attempt.then(
    () => new Error('none'),
    (thrown: Error) => thrown,
  );
  expect(message).toMatch(/^sold \[2J out {2}x+$/);
  expect(message).toHaveLength(500);
});

test('a limited call is not repeated unless that was asked for', async () => {
  const { asked, fetch } = replying({
    status: 429,
    body: { error: 'slow down' },
    headers: { 'retry-after': '7' },
  });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch }).get('/me');
  await expect(attempt).rejects.toMatchObject({ status: 429 });
  expect(asked).toHaveLength(1);
});

test('a limited call is repeated with its body after the seconds of Retry-After', async () => {
  vi.useFakeTimers();
  try {
    const limited = { status: 429, body: { error: 'slow down' }, headers: { 'retry-after': '7' } };
    const challenge = sampleResponse('POST /auth/challenge');
    const { asked, fetch } = replying(limited, {
      status: 200,
      body: challenge,
    });
    const body = { ordinalsAddress: 'a', paymentAddress: 'b' };
    const answer = createClient({ baseUrl: 'http://market.test', fetch, retries: 1 }).post(
      '/auth/challenge',
      { body },
    );
    await vi.advanceTimersByTimeAsync(6_900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    await expect(answer).resolves.toEqual(challenge);
    expect(asked.map((one) => one.body)).toEqual([JSON.stringify(body), JSON.stringify(body)]);
  } finally {
    vi.useRealTimers();
  }
});

test('a call that is limited for hours is not waited for', async () => {
  const { asked, fetch } = replying({
    status: 429,
    body: { error: 'tomorrow' },
    headers: { 'retry-after': '3600' },
  });
  const attempt = createClient({ baseUrl: 'http://market.test', fetch, retries: 3 }).get('/me');
  await expect(attempt).rejects.toMatchObject({ status: 429, message: 'tomorrow' });
  expect(asked).toHaveLength(1);
});
