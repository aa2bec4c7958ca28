import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueToken } from '../../../src/api/edge/bearer.ts';
import { createApi } from '../../../src/api/server.ts';
import { apiSettings } from '../../support/api.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let app: ReturnType<typeof createApi>;
let own: Trader;
let other: Trader;

beforeAll(async () => {
  desk = await openDesk();
  [own, other] = (await desk.traders(['p2wpkh', 'p2tr'], 3)) as [Trader, Trader];
  app = createApi(desk.ctx, apiSettings({ checkResponses: true }));
  await app.ready();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app?.close();
  await desk?.close();
});

/** GET /my/coins for a wallet, as a trader or without a token. */
async function coins(wallet: Trader, as: Trader | null) {
  const token = as && issueToken(app, desk.clock, 3_600_000, as.caller.profileId).sessionToken;
  const answer = await app.inject({
    url: `/my/coins?walletBindingId=${wallet.walletBindingId}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: answer.statusCode, body: answer.json() };
}

test('a wallet gets the coins that can pay, each proven by the transaction that made it', async () => {
  const { status, body } = await coins(own, own);
  expect(status).toBe(200);
  const held = await desk.coinsOf(own);
  expect(body.coins).toHaveLength(held.length);
  for (const { rawTransaction, txid, vout, valueSats } of body.coins) {
    expect(held).toContainEqual({ txid, vout, valueSats });
    const made = readTransaction(rawTransaction);
    expect([made.txid, made.outputs[vout]?.valueSats]).toEqual([txid, valueSats]);
  }
});

test('a coin that holds an inscription or runes, or that the index does not know, is not lent', async () => {
  const outputs = desk.ctx.ordinals.outputs.bind(desk.ctx.ordinals);
  const holds = [{ inscriptionIds: [`${'a'.repeat(64)}i0`] }, { hasRunes: true }, null];
  const read = vi.spyOn(desk.ctx.ordinals, 'outputs').mockImplementation(async (...asked) =>
    (await outputs(...asked)).map((one, index) => {
      const change = holds[index];
      return one && change ? { ...one, ...change } : change === null ? null : one;
    }),
  );
  expect(await coins(own, own)).toEqual({ status: 200, body: { coins: [] } });
  read.mockRestore();
});

test("another profile's wallet is 403, no token is 401, and nothing is looked up for either", async () => {
  const lookUp = vi.spyOn(desk.ctx.chain, 'addressCoins');
  expect((await coins(other, own)).status).toBe(403);
  expect((await coins(own, null)).status).toBe(401);
  expect(lookUp).not.toHaveBeenCalled();
  lookUp.mockRestore();
});

test('at most 40 coins are lent of at most 200 that are read, the largest first', async () => {
  const [coin] = await desk.coinsOf(own);
  const many = Array.from({ length: 300 }, (_, index) => ({ ...coin!, vout: index, height: 1 }));
  vi.spyOn(desk.ctx.chain, 'addressCoins').mockResolvedValue({
    confirmedSats: 1,
    coins: many.map((one, index) => ({ ...one, valueSats: 1_000 + index })),
  });
  const scripts = (await desk.ctx.chain.unspent(coin!))!.script;
  const unspents = vi.spyOn(desk.ctx.chain, 'unspents').mockImplementation(async (asked) =>
    asked.map(({ txid, vout }) => ({
      ...{ txid, vout, valueSats: 1_000 + vout, script: scripts, confirmations: 9, coinbase: false },
    })),
  );
  vi.spyOn(desk.ctx.ordinals, 'outputs').mockImplementation(async (asked) =>
    asked.map(() => ({ inscriptionIds: [], hasRunes: false }) as never),
  );
  const { body } = await coins(own, own);
  expect(unspents.mock.calls[0]![0]).toHaveLength(200);
  expect(body.coins.map(({ valueSats }: { valueSats: number }) => valueSats)).toEqual(
    Array.from({ length: 40 }, (_, index) => 1_299 - index),
  );
});
