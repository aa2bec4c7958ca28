import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, createClient } from '../../src/api.ts';
import type { Wait } from '../../src/responses/repeat.ts';
import { isRepeatable } from '../../src/responses/repeatable.ts';
import { sampleResponse } from './samples.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Reply = number | 'lost' | { readonly status: number; readonly after: string; readonly code?: string };
const OK = sampleResponse('GET /me');

/** A client whose calls get these replies in turn, and what it sent. */
function clientWith(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const sent: string[] = [];
  const waits: Wait[] = [];
  const left = [...replies];
  const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
    const request = input as Request;
    sent.push(`${request.method} ${await request.text()}`);
    const reply = left.shift();
    if (reply === undefined || reply === 'lost') throw new TypeError('fetch failed');
    const { status, after, code } =
      typeof reply === 'number' ? { status: reply, after: undefined, code: undefined } : reply;
    const headers = {
      ...(after === undefined ? {} : { 'retry-after': after }),
      ...(code === undefined ? {} : { 'x-error-code': code }),
    };
    const path = new URL(request.url).pathname.replace('/api/v1', '');
    const body = path === '/me' ? OK : { listings: [] };
    return Response.json(status === 200 ? body : { error: 'no' }, { status, headers });
  };
  const onWait = (wait: Wait) => void waits.push(wait);
  const client = createClient({ baseUrl: 'http://market.test', fetch, onWait, ...options });
  return { client, sent, waits };
}

/** The outcome of a call, with all waits passed. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.then(
    () => 'done',
    (error: Error) => error,
  );
  await vi.runAllTimersAsync();
  return outcome;
}

describe('a call is sent again', () => {
  test('after 503, 502, 504 and a dropped connection, each time after twice as long', async () => {
    const { client, sent, waits } = clientWith([503, 'lost', 502, 504, 200], { retries: 4 });
    expect(await outcomeOf(client.get('/me'))).toBe('done');
    expect(sent).toHaveLength(5);
    expect(waits.map(({ status, seconds }) => [status, seconds])).toEqual([
      [503, 0.45],
      [null, 0.9],
      [502, 1.8],
      [504, 3.6],
    ]);
  });

  test('after the seconds of Retry-After, not before', async () => {
    const { client, sent } = clientWith([{ status: 429, after: '7' }, 200]);
    const call = client.get('/me');
    await vi.advanceTimersByTimeAsync(6_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    expect(await outcomeOf(call)).toBe('done');
  });

  test('with up to a tenth more, so that many clients do not come back at once', async () => {
    vi.mocked(Math.random).mockReturnValue(0.999);
    const { client, sent } = clientWith([{ status: 503, after: '10' }, 200]);
    void client.get('/me');
    await vi.advanceTimersByTimeAsync(10_900);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent).toHaveLength(2);
  });

  test('at the date of Retry-After', async () => {
    const after = new Date(Date.now() + 20_000).toUTCString();
    const { client, waits } = clientWith([{ status: 503, after }, 200]);
    expect(await outcomeOf(client.get('/me'))).toBe('done');
    expect(waits[0]!.seconds).toBeGreaterThanOrEqual(19);
    expect(waits[0]!.seconds).toBeLessThanOrEqual(20);
  });

  test('with the same body: a submit hands over the same signatures', async () => {
    const { client, sent } = clientWith(['lost', 503, 200]);
    const body = { walletBindingId: 'id', listings: [] };
    const call = client.post('/collection/{slug}/listings/delist', { path: { slug: 'a' }, body });
    expect(await outcomeOf(call)).toBe('done');
    expect(sent).toEqual(Array(3).fill(`POST ${JSON.stringify(body)}`));
  });
});

describe('a call is not sent again', () => {
  for (const status of [400, 401, 403, 404, 409, 410, 500])
    test(`after ${status}`, async () => {
      const { client, sent } = clientWith([status]);
      expect(await outcomeOf(client.get('/me'))).toMatchObject({ name: 'ApiError', status });
      expect(sent).toHaveLength(1);
    });

  test('where the operator has paused the trade', async () => {
    const { client, sent } = clientWith([{ status: 503, after: '60', code: 'paused' }, 200]);
    expect(await outcomeOf(client.get('/me'))).toMatchObject({ status: 503, code: 'paused' });
    expect(sent).toHaveLength(1);
  });

  test('more often than retries say', async () => {
    const { client, sent } = clientWith([503, 503, 503], { retries: 2 });
    expect(await outcomeOf(client.get('/me'))).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(3);
  });

  test('when the wait would be longer than maxWaitMs, which counts all waits', async () => {
    const tomorrow = clientWith([{ status: 429, after: '86400' }]);
    expect(await outcomeOf(tomorrow.client.get('/me'))).toMatchObject({ status: 429 });
    expect(tomorrow.sent).toHaveLength(1);
    const replies = [1, 2, 3].map(() => ({ status: 503, after: '25' }));
    const { client, sent } = clientWith(replies);
    expect(await outcomeOf(client.get('/me'))).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(3);
  });

  test('once its signal aborts: the wait ends with the reason', async () => {
    const stop = new AbortController();
    const { client, sent } = clientWith([503, 200]);
    const call = client.get('/me', { signal: stop.signal });
    const outcome = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort(new Error('enough'));
    expect(await outcome).toMatchObject({ message: 'enough' });
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
  });

  test('by verify after a dropped connection, which may have used the challenges up', async () => {
    const { client, sent } = clientWith(['lost', 200]);
    const body = { authRequestId: 'a', verifications: [] };
    expect(await outcomeOf(client.post('/auth/verify', { body }))).toMatchObject({
      name: 'ConnectionLost',
      operation: 'POST /auth/verify',
    });
    expect(sent).toHaveLength(1);
    expect(isRepeatable('POST', '/auth/challenge')).toBe(true);
  });
});

test('a signal of the client and one of the call both end it, and an aborted one sends nothing', async () => {
  for (const whose of ['client', 'call'] as const) {
    const stop = new AbortController();
    const fetch = () => new Promise<Response>(() => undefined);
    const other = new AbortController().signal;
    const client = createClient({
      baseUrl: 'http://market.test',
      fetch,
      signal: whose === 'client' ? stop.signal : other,
    });
    const call = client.get('/me', { signal: whose === 'call' ? stop.signal : other });
    stop.abort(new Error(whose));
    await expect(call).rejects.toThrow(whose);
  }
  const { client, sent } = clientWith([200]);
  await expect(client.get('/me', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(sent).toEqual([]);
});
