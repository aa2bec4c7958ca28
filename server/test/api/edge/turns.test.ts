import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

const turns = vi.hoisted(() => ({ taken: 0, ended: 0, begin: Promise.resolve() }));
vi.mock('../../../src/base/turns.ts', () => ({
  inTurns: () => async () => {
    turns.taken += 1;
    await turns.begin;
    return () => {
      turns.ended += 1;
    };
  },
}));

const database = freshDatabase();
let api: TestApi;
let token: string;
beforeEach(async () => {
  api = await testApi(database.db);
  ({ token } = await api.signIn(testWallet('trader')));
  Object.assign(turns, { taken: 0, ended: 0, begin: Promise.resolve() });
});
afterEach(() => api.app.close());

const body = () => ({
  walletBindingId: crypto.randomUUID(),
  paymentPublicKey: `02${'11'.repeat(32)}`,
  inscriptionIds: [`${'ab'.repeat(32)}i0`],
  priceSats: 50_000,
  spendableUtxos: [],
});

test('a trade takes a turn once its body is valid, and ends it with the answer', async () => {
  expect((await api.post('/collection/embers/offers/preflight', {}, token)).status).toBe(400);
  expect(turns.taken).toBe(0);
  const { status } = await api.post('/collection/embers/offers/preflight', body(), token);
  expect(status).toBeGreaterThanOrEqual(403);
  expect(turns.taken).toBe(1);
  await expect.poll(() => turns.ended).toBeGreaterThan(0);
});

test('a trade whose client leaves before its turn begins ends that all the same', async () => {
  const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const closed = new Promise<void>((resolve) => {
    api.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  let begin = () => {};
  turns.begin = new Promise((resolve) => {
    begin = resolve;
  });
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const trade = fetch(`${base}/api/v1/collection/embers/offers/preflight`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body()),
    signal: leaving.signal,
  });
  await expect.poll(() => turns.taken).toBe(1);
  leaving.abort();
  await expect(trade).rejects.toThrow();
  await closed;
  begin();
  await expect.poll(() => turns.ended).toBe(1);
});

test('a read takes none', async () => {
  expect((await api.get('/listings', token)).status).toBe(200);
  expect(turns.taken).toBe(0);
});
