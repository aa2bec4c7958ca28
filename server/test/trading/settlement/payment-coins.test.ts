import type { Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setBindingProvider } from '../../../src/store/account/profiles.ts';
import { preflightPurchase } from '../../../src/trading/purchase/buy.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { buy, list, purchaseBody, refusalOf, refusedWith } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
beforeAll(async () => {
  desk = await openDesk({ settings: { lookupProviders: ['acme'] } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 4)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 8);
});
afterAll(() => desk?.close());

/** A purchase that names no coins. */
async function withoutCoins() {
  const { spendableUtxos: _, ...body } = purchaseBody(buyer, await list(desk, seller, [ids.pop()!]), []);
  return body;
}

describe('spendableUtxos', () => {
  test('must be sent by a binding whose provider is not looked up', async () => {
    const body = await withoutCoins();
    await refusedWith(desk, 'coins_required', () => preflightPurchase(desk.ctx, buyer.caller, body));
    await setBindingProvider(desk.ctx.db, buyer.walletBindingId, 'another');
    await refusedWith(desk, 'coins_required', () => preflightPurchase(desk.ctx, buyer.caller, body));
  });

  test('that cannot be looked up are asked for, and the operator reads why', async () => {
    await setBindingProvider(desk.ctx.db, buyer.walletBindingId, 'acme');
    const body = await withoutCoins();
    const warnings: string[] = [];
    const asked: unknown[] = [];
    const ctx = {
      ...desk.ctx,
      log: { ...desk.ctx.log, warn: (_: unknown, text: string) => warnings.push(text) } as never,
      chain: {
        ...desk.ctx.chain,
        addressCoins: async (...args: unknown[]) => {
          asked.push(args);
          return refuse('unavailable', 'too many wait; set ESPLORA_URL');
        },
      },
    };
    const refusal = await refusalOf(preflightPurchase(ctx, buyer.caller, body));
    expect(refusal).toMatchObject({
      code: 'unavailable',
      message: `the coins of ${buyer.payment.address} cannot be looked up now; send spendableUtxos, or try again`,
    });
    expect(asked).toEqual([[buyer.payment.address, buyer.caller.profileId]]);
    expect(warnings).toEqual([expect.stringContaining('set ESPLORA_URL')]);
  });

  test('may be left out by a binding whose provider is looked up: its own coins pay', async () => {
    await setBindingProvider(desk.ctx.db, buyer.walletBindingId, 'acme');
    const body = await withoutCoins();
    const promised = await preflightPurchase(desk.ctx, buyer.caller, body);
    const own = (await desk.coinsOf(buyer)).map(({ txid, vout }) => `${txid}:${vout}`);
    expect(promised.selectedPaymentUtxos.length).toBeGreaterThan(0);
    for (const { txid, vout } of promised.selectedPaymentUtxos) expect(own).toContain(`${txid}:${vout}`);
  });

  test('may carry whatever a coin source tells: it is not repeated', async () => {
    const coins = (await desk.coinsOf(buyer)).map((coin) => ({
      ...coin,
      status: { confirmed: true },
      value: 1,
    }));
    const refs = await list(desk, seller, [ids.pop()!]);
    const { promised, answer } = await buy(desk, buyer, refs, { spendableUtxos: coins });
    for (const coin of promised.selectedPaymentUtxos)
      expect(Object.keys(coin)).toEqual(['txid', 'vout', 'valueSats']);
    expect(answer.settlementTxid).toBe(promised.expectedSettlementTxid);
    await desk.mine();
  });

  test('of which none can pay are refused with the reason, the null outpoint too', async () => {
    const refs = await list(desk, seller, [ids.pop()!]);
    const ask = (coin: Utxo) =>
      refusalOf(preflightPurchase(desk.ctx, buyer.caller, purchaseBody(buyer, refs, [coin])));
    const [own] = await desk.coinsOf(buyer);
    expect(await ask({ ...own!, valueSats: 5 })).toMatchObject({
      code: 'insufficient_funds',
      message: expect.stringMatching(/none of the 1 candidate coins can pay: .* holds \d+ sats, not 5$/),
    });
    expect(await ask({ txid: '0'.repeat(64), vout: 0, valueSats: 1 })).toMatchObject({
      code: 'insufficient_funds',
      message: expect.stringMatching(/is spent or unknown$/),
    });
  });

  test('sent by such a binding are the ones that pay', async () => {
    const [coin] = await desk.coinsOf(buyer);
    const refs = await list(desk, seller, [ids.pop()!]);
    const { promised } = await buy(desk, buyer, refs, { spendableUtxos: [coin!] });
    expect(promised.selectedPaymentUtxos).toEqual([coin]);
  });
});
