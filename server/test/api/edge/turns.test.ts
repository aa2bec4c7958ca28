import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

let turns: { taken: number; ended: number; begin: Promise<void> };
const takeTurn = async () => {
  turns.taken += 1;
  await turns.begin;
  return () => {
    turns.ended += 1;
  };
};

const database = freshDatabase();
let api: TestApi;
let token: string;
beforeEach(async () => {
  turns = { taken: 0, ended: 0, begin: Promise.resolve() };
  api = await testApi(database.db, { takeTurn });
  ({ token } = await api.signIn(testWallet('trader')));
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
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const trade = request(`${base}/api/v1/collection/embers/offers/preflight`, { method: 'POST', headers });
  trade.on('error', () => {});
  trade.end(JSON.stringify(body()));
  await expect.poll(() => turns.taken).toBe(1);
  trade.destroy();
  await closed;
  begin();
  await expect.poll(() => turns.ended).toBe(1);
});

test('trades that a client sends at once end their turns also when it leaves before an answer', async () => {
  const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  let begin = () => {};
  turns.begin = new Promise((resolve) => {
    begin = resolve;
  });
  const text = JSON.stringify(body());
  const trade = [
    'POST /api/v1/collection/embers/offers/preflight HTTP/1.1',
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${text.length}`,
    '',
    text,
  ].join('\r\n');
  const client = connect(Number(new URL(base).port), '127.0.0.1', () => client.write(trade + trade));
  const left = new Promise<void>((resolve) => {
    api.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  await expect.poll(() => turns.taken).toBe(2);
  client.destroy();
  await left;
  begin();
  await expect.poll(() => turns.ended).toBe(2);
});

test('a read takes none', async () => {
  expect((await api.get('/listings', token)).status).toBe(200);
  expect(turns.taken).toBe(0);
});
