import type { Session } from '@ordbook/client';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchSignedIn, hasExpired, signedIn } from '../../src/session/session.ts';

const by = () => ({ session: {} as Session, walletName: 'alice' });
const answering = (status: number) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status }));

afterEach(() => {
  vi.restoreAllMocks();
  signedIn.set(null);
  hasExpired.set(false);
});

test('a session whose token is refused has expired, and its pages stay to go on with it', async () => {
  answering(401);
  const now = by();
  signedIn.set(now);
  await fetchSignedIn('http://127.0.0.1/me');
  expect([signedIn.get(), hasExpired.get()]).toEqual([now, true]);
});

test('a refused signature of somebody who signs in is no expired session', async () => {
  answering(401);
  await fetchSignedIn('http://127.0.0.1/auth/verify');
  expect(hasExpired.get()).toBe(false);
});

test('other refusals, and those of a session before, leave the session as it is', async () => {
  answering(403);
  const now = by();
  signedIn.set(now);
  await fetchSignedIn('http://127.0.0.1/me');
  expect([signedIn.get(), hasExpired.get()]).toEqual([now, false]);
  answering(401);
  signedIn.set(by());
  const late = fetchSignedIn('http://127.0.0.1/me');
  signedIn.set(now);
  await late;
  expect([signedIn.get(), hasExpired.get()]).toEqual([now, false]);
});
