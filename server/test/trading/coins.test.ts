import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setBindingProvider } from '../../src/store/profiles.ts';
import { preflightPurchase } from '../../src/trading/buy.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { buy, list, purchaseBody, refusedWith } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
beforeAll(async () => {
  desk = await openDesk({ settings: { lookupProviders: ['acme'] } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 4)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 4);
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

  test('may be left out by a binding whose provider is looked up: its own coins pay', async () => {
    await setBindingProvider(desk.ctx.db, buyer.walletBindingId, 'acme');
    const body = await withoutCoins();
    const promised = await preflightPurchase(desk.ctx, buyer.caller, body);
    const own = (await desk.coinsOf(buyer)).map(({ txid, vout }) => `${txid}:${vout}`);
    expect(promised.selectedPaymentUtxos.length).toBeGreaterThan(0);
    for (const { txid, vout } of promised.selectedPaymentUtxos) expect(own).toContain(`${txid}:${vout}`);
  });

  test('sent by such a binding are the ones that pay', async () => {
    const [coin] = await desk.coinsOf(buyer);
    const refs = await list(desk, seller, [ids.pop()!]);
    const { promised } = await buy(desk, buyer, refs, { spendableUtxos: [coin!] });
    expect(promised.selectedPaymentUtxos).toEqual([coin]);
  });
});
