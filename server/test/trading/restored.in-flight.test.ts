/** A trade that was sent before a restore ends without a sale: what it had taken must not be open again, as its maker may have ended it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { collectionOfferById } from '../../src/store/collection-offer/collection-offers.ts';
import { listingsByIds } from '../../src/store/listing/listings.ts';
import { endEverythingOpen, RESTORED } from '../../src/trading/restored.ts';
import { fill, makeOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER], settings: { failureDepth: 2, patienceBlocks: 6 } });
  [seller] = (await desk.traders(['p2tr'], 8)) as [Trader];
  [buyer] = (await desk.traders(['p2wpkh'])) as [Trader];
  ids = await desk.inscribe(seller, 4);
});
afterAll(() => desk?.close());

const listingNow = async (id: string) => (await listingsByIds(desk.ctx.db, [id]))[0]!;
async function emptyBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
}

/** Buys a listing, restores, and a block has another spend of the payment. */
async function overtaken() {
  const refs = await list(desk, seller, ids.splice(0, 1));
  const { body } = await buy(desk, buyer, refs);
  await endEverythingOpen(desk.ctx);
  const spend = await spendCoins(desk, buyer, [body.selectedPaymentUtxos[0]!], { send: false });
  return { listingId: refs[0]!.listingId, spend };
}

test('a listing whose purchase fails after a restore is cancelled, not in the book again', async () => {
  const { listingId, spend } = await overtaken();
  expect((await listingNow(listingId)).state).toBe('hidden_locked');
  await desk.miner.mineOnly([spend]);
  await emptyBlocks(2);
  expect(await listingNow(listingId)).toMatchObject({ state: 'cancelled', closeReason: RESTORED });
  const { chain, ordinals, clock, settings, db } = desk.ctx;
  const { findings } = await audit({ ...settings, chain, ordinals, clock, db }, { pauseMs: 0 });
  expect(findings).toEqual([]);
});

test('one whose purchase a block has is sold, and a reorg that takes it does not open it', async () => {
  const { listingId, spend } = await overtaken();
  await desk.mine();
  expect((await listingNow(listingId)).state).toBe('sold');
  await desk.reorg(1, [spend]);
  await desk.settle();
  await emptyBlocks(2);
  expect(await listingNow(listingId)).toMatchObject({ state: 'cancelled', closeReason: RESTORED });
});

test('a collection offer whose fill no block takes is cancelled, and its secret is gone', async () => {
  const { offerId } = await makeOffers(desk, buyer, { priceSats: 60_000, validityHours: 2160 });
  await fill(desk, seller, offerId, ids.splice(0, 1)[0]!);
  await endEverythingOpen(desk.ctx);
  expect((await collectionOfferById(desk.ctx.db, offerId))!.state).toBe('filling');
  await emptyBlocks(desk.ctx.settings.patienceBlocks);
  expect(await collectionOfferById(desk.ctx.db, offerId)).toMatchObject({
    state: 'cancelled',
    closeReason: RESTORED,
    authSecret: null,
  });
});
