import { ApiError, ConnectionLost, memoryStorage, type Session } from '@ordbook/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchKeeping, forget, readSent, sent } from '../../src/session/sent.ts';
import { signedIn } from '../../src/session/session.ts';
import { act, acts } from '../../src/trader/act.ts';
import { retry } from '../../src/trader/retry.ts';

const SUBMIT = 'http://market.test/api/v1/collection/embers/purchases/submit';
const session = {
  profile: { id: 'alice' },
  wallet: { ordinalsAddress: 'bcrt1', network: 'regtest' },
  client: { options: { baseUrl: 'http://market.test', token: 'secret' } },
  safety: { storage: memoryStorage() },
} as unknown as Session;

let stored: Map<string, string>;
let requests: { readonly url: string; readonly body: unknown }[];
let answer: () => Promise<Response>;
beforeEach(() => {
  stored = new Map();
  requests = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const url = typeof input === 'string' ? input : input.url;
    requests.push({ url, body: typeof input === 'string' ? init!.body : await input.text() });
    return answer();
  });
  signedIn.set({ session, walletName: 'alice' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  signedIn.set(null);
  sent.set([]);
  acts.set([]);
});

/** A purchase whose answer is `answer`, as the SDK sees it. */
const buying = () =>
  act({
    title: 'Buy 1 listing',
    items: [{ inscriptionId: null, name: 'Ember #1', priceSats: 1 }],
    done: 'Submitted.',
    async run() {
      const response = await fetchKeeping(
        new Request(SUBMIT, { method: 'POST', body: '{"signed":true}' }),
      ).catch((error: unknown) => {
        throw new ConnectionLost('submit', error);
      });
      if (!response.ok) throw new ApiError(response.status, 'sold', { code: 'trade_ended' });
    },
  });

test('a submit whose answer is lost is kept, and is sent again byte for byte until it is answered', async () => {
  answer = () => Promise.reject(new TypeError('network'));
  await buying();
  const [kept] = readSent();
  expect(kept).toMatchObject({
    profileId: 'alice',
    title: 'Buy 1 listing',
    names: ['Ember #1'],
    url: SUBMIT,
  });
  expect(acts.get()[0]).toMatchObject({ state: 'failed', sent: kept });
  await retry(kept!);
  expect(readSent()).toEqual([kept]);
  answer = async () => Response.json({ settlementTxid: 'ab' });
  await retry(kept!);
  expect(requests).toEqual(Array.from({ length: 3 }, () => ({ url: SUBMIT, body: '{"signed":true}' })));
  expect(readSent()).toEqual([]);
  expect(acts.get()[0]).toMatchObject({ state: 'done', sent: null });
});

test('what was answered is not kept: a success, or a refusal by the service', async () => {
  answer = async () => Response.json({});
  await buying();
  answer = async () => new Response('{}', { status: 409 });
  await buying();
  expect([readSent(), acts.get()[0]!.sent]).toEqual([[], null]);
});

test('a refusal for the moment, and one of a program in between, keep it', async () => {
  answer = () => Promise.reject(new TypeError('network'));
  await buying();
  const [kept] = readSent();
  for (const [status, body] of [
    [401, '{"error":"expired"}'],
    [429, '{"error":"wait"}'],
    [503, '{"error":"later"}'],
    [404, '<html>'],
  ] as const) {
    answer = async () => new Response(body, { status });
    await retry(kept!);
    expect(readSent(), String(status)).toEqual([kept]);
  }
  answer = async () => new Response('{"error":"listing 1 is sold"}', { status: 409 });
  await retry(kept!);
  expect([readSent(), acts.get()[0]!.text]).toEqual([[], 'Listing 1 is sold.']);
});

test('it is kept for the 30 days in which the service knows it, and a full storage does not keep it from being sent', async () => {
  answer = () => Promise.reject(new TypeError('network'));
  await buying();
  const [kept] = readSent();
  stored.set('ordbook.sent', JSON.stringify([{ ...kept, at: Date.now() - 31 * 86_400_000 }]));
  expect(readSent()).toEqual([]);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new Error('QuotaExceededError');
    },
  });
  answer = async () => Response.json({});
  requests = [];
  await buying();
  expect(requests).toHaveLength(1);
  forget('none');
});
