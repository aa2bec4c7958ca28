import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApi } from '../../../src/api/server.ts';
import { apiSettings } from '../../support/api.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { serveDesk } from '../../support/desk-api.ts';
import { psbtOffer } from '../../support/psbt-offers.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let desk: Desk;
let app: FastifyInstance;
let buyer: Trader;
let seller: Trader;
let id: string;

beforeAll(async () => {
  desk = await openDesk();
  app = createApi(desk.ctx, apiSettings({ acceptsOrdOffers: true }));
  [buyer, seller] = (await desk.traders(['p2tr', 'p2wpkh'])) as [Trader, Trader];
  [id] = (await desk.inscribe(seller)) as [string];
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

const post = (payload: string, headers = {}) =>
  app.inject({ method: 'POST', url: '/offer', payload, headers });

test('POST /offer takes base64 of any media type, or of none, and names the offer in X-Trade-Id', async () => {
  const psbt = await psbtOffer(desk, buyer, id);
  for (const headers of [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/json' }]) {
    const answer = await post(psbt, headers);
    expect(answer.body).toBe('');
    expect(answer.statusCode).toBe(200);
  }
  const api = await serveDesk(desk);
  const { body } = await api.get(`/inscriptions/${id}/offers`, seller);
  expect(body).toMatchObject({ liveOfferCount: 1, offers: [{ priceSats: 50_000, isFile: true }] });
  const owned = await api.get('/me/offers', seller);
  expect(owned.body).toMatchObject({
    actionableCount: 1,
    groups: [{ inscriptionId: id, activeOfferCount: 1, offers: [{ isFile: true }] }],
  });
  const history = await api.get('/me/offers?view=history', seller);
  expect(history.body.events).toMatchObject([{ role: 'seller', eventType: 'created' }]);
  await api.close();
  const shown = await app.inject({ url: '/offers' });
  expect(shown.json().offers).toHaveLength(1);
});

test('POST /offer refuses what is no offer, and what is too large, with a sentence', async () => {
  expect((await post('')).statusCode).toBe(400);
  expect((await post('{}', { 'content-type': 'application/json' })).statusCode).toBe(400);
  expect((await post('A'.repeat(60_000))).statusCode).toBe(413);
  const answer = await post('AAAA');
  expect(answer.json()).toEqual({ error: 'the offer is damaged: it is not a PSBT of version 0' });
  expect(answer.headers['x-error-code']).toBe('bad_psbt');
});

test('neither path is there unless the operator turns it on', async () => {
  const off = createApi(desk.ctx, apiSettings());
  expect((await off.inject({ method: 'POST', url: '/offer', payload: 'AAAA' })).statusCode).toBe(404);
  expect((await off.inject({ url: '/offers' })).statusCode).toBe(404);
  await off.close();
});
