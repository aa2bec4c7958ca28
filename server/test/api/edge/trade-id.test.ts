import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/api/edge/log.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { list, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let buyer: Trader;
const lines: { tradeId?: string; msg: string; reqId?: string }[] = [];
const log = new PassThrough();
log.on('data', (chunk: Buffer) => {
  for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
});

beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 4)) as [Trader, Trader];
  const logger = createLogger('debug', log);
  api = await serveDesk(desk, { log: logger }, { logger });
});
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

test('one id is in the answer, in the line of the request, in the repeat and in the lines of the follower', async () => {
  const [ref] = await list(desk, seller, await desk.inscribe(seller, 1));
  const { body } = await signedPurchase(desk, buyer, [ref!]);
  const path = `/collection/${SLUG}/purchases/submit`;
  const headers = await api.headers('POST', path, buyer, body);
  const { id } = await desk.ctx.db
    .selectFrom('purchases')
    .select('id')
    .where('anchorId', '=', body.purchaseAnchorUtxoId)
    .executeTakeFirstOrThrow();
  expect(headers['x-trade-id']).toBe(id);
  expect((await api.headers('POST', path, buyer, body))['x-trade-id']).toBe(id);
  const requests = () => lines.filter(({ msg, reqId }) => msg === 'request' && reqId !== undefined);
  await vi.waitFor(() => expect(requests()).toHaveLength(2));
  expect(requests().map(({ tradeId }) => tradeId)).toEqual([id, id]);

  const { follower } = desk.restarted({ log: createLogger('info', log) });
  await desk.miner.mine(1);
  await desk.settle(follower);
  await vi.waitFor(() =>
    expect(lines.find(({ msg }) => msg === 'purchase confirmed')).toMatchObject({ tradeId: id }),
  );
});

test('a request that makes no trade has no such id', async () => {
  expect(await api.headers('GET', '/me', seller)).not.toHaveProperty('x-trade-id');
});

test('of a submit that arrives three times at once each answer has the one id that was stored', async () => {
  const [ref] = await list(desk, seller, await desk.inscribe(seller, 1));
  const { body } = await signedPurchase(desk, buyer, [ref!]);
  const path = `/collection/${SLUG}/purchases/submit`;
  const answers = await Promise.all([1, 2, 3].map(() => api.headers('POST', path, buyer, body)));
  const { id } = await desk.ctx.db
    .selectFrom('purchases')
    .select('id')
    .where('anchorId', '=', body.purchaseAnchorUtxoId)
    .executeTakeFirstOrThrow();
  expect(answers.map((headers) => headers['x-trade-id'])).toEqual([id, id, id]);
});
