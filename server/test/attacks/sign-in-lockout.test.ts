/**
 * Attacker: a third party who knows the addresses of a member. It has no token and no key.
 * Aim:      the member cannot sign in: the attacker uses up the limit of the member's addresses.
 * Guard:    what counts against an address counts for the source that sent it.
 */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_RATE_LIMITS } from '../../src/api/edge/limits.ts';
import { answerTo, type TestApi, testApi, testWallet } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const ATTACKER = '198.51.100.1';
const MEMBER = '192.0.2.1';
const wallet = testWallet('locked out');
const addresses = {
  ordinalsAddress: wallet.ordinals.address,
  paymentAddress: wallet.payment.address,
};

let database: TestDatabase;
let api: TestApi;
let app: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db, { rateLimits: DEFAULT_RATE_LIMITS });
  ({ app } = api);
  api.world.balances.set(wallet.payment.address, 100_000);
});
afterAll(async () => {
  await app?.close();
  await database?.close();
});

const post = (remoteAddress: string, path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, remoteAddress, payload });

/** Sends until it is told 429. */
async function useUp(path: string, payload: object): Promise<void> {
  for (let sent = 0; sent < 20; sent += 1)
    if ((await post(ATTACKER, path, payload)).statusCode === 429) return;
  throw new Error(`${path} has no limit`);
}

test('a member signs in while somebody else uses up the limits of the same addresses', async () => {
  await useUp('challenge', addresses);
  const challenge = await post(MEMBER, 'challenge', addresses);
  expect(challenge.statusCode).toBe(200);
  const answer = answerTo(challenge.json(), wallet);
  const forged = { ...answer, authRequestId: crypto.randomUUID() };
  await useUp('verify', forged);
  expect((await post(MEMBER, 'verify', answer)).statusCode).toBe(200);
});
