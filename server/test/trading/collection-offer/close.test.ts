import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import { makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
}, 60_000);
afterAll(() => desk?.close());

test('a reorg that takes a coin away, with no spend of it, invalidates the offers on it', async () => {
  const [buyer, seller] = (await desk.traders(['p2wpkh', 'p2tr'], 2)) as [Trader, Trader];
  await desk.inscribe(seller);
  const [one, other] = await desk.coinsOf(buyer);
  await spendCoins(desk, buyer, [one!, other!]);
  await desk.mine();
  const { offerId } = await makeOffers(desk, buyer);
  const instead = await spendCoins(desk, buyer, [other!], { feeSats: 3_000, send: false });
  await desk.reorg(1, [instead]);
  expect((await collectionOfferById(desk.ctx.db, offerId))!.state).toBe('invalidated');
});
