import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { settlementOfOffer } from '../../../src/store/offer/settlements.ts';
import { acceptCounter, makeCounter, makeOffer, offerNow } from '../../support/bidding.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;

beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(async () => {
  [buyer, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'], 2)) as [Trader, Trader];
});
afterAll(() => desk?.close());
vi.setConfig({ testTimeout: 90_000 });

const stateOf = async (offer: { offerId: string }) => (await offerNow(desk, offer)).state;

test('a reorg that takes a coin away, with no spend of it, invalidates the offers on it', async () => {
  const [id] = await desk.inscribe(seller);
  const [one, other] = await desk.coinsOf(buyer);
  const made = await spendCoins(desk, buyer, [one!, other!]);
  await desk.mine();
  const offer = await makeOffer(desk, buyer, id!);
  const instead = await spendCoins(desk, buyer, [other!], { feeSats: 3_000, send: false });
  await desk.reorg(1, [instead]);
  expect(await desk.ctx.chain.transaction(readTransaction(made).txid)).toBeNull();
  expect(await stateOf(offer)).toBe('invalidated');
});

test('a spend that only the mempool has is never buried: the offer comes back when another spend replaces it', async () => {
  const [id] = await desk.inscribe(seller);
  const coins = await desk.coinsOf(buyer);
  const offer = await makeOffer(desk, buyer, id!, { coins: [coins[0]!] });
  await spendCoins(desk, buyer, coins);
  await desk.settle();
  expect(await stateOf(offer)).toBe('invalidated');
  for (let block = 0; block < 4; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
  await desk.miner.mineOnly([await spendCoins(desk, buyer, [coins[1]!], { feeSats: 3_000, send: false })]);
  await desk.settle();
  expect(await stateOf(offer)).toBe('active');
});

test('a failed counter whose transfer waits in the mempool is recovered once a block has the transfer', async () => {
  const [id] = await desk.inscribe(seller);
  const offer = await makeOffer(desk, buyer, id!);
  const counter = await makeCounter(desk, seller, offer);
  const coins = await desk.coinsOf(buyer);
  await acceptCounter(desk, buyer, counter);
  const { firstTxid } = await offerNow(desk, counter);
  await desk.miner.mineOnly([await spendCoins(desk, buyer, coins, { send: false })]);
  await desk.settle();
  await desk.miner.mineOnly([]);
  await desk.settle();
  expect(await stateOf(counter)).toBe('invalidated');
  expect((await desk.ctx.chain.transaction(firstTxid))!.confirmations).toBe(0);
  await desk.mine(2);
  expect((await settlementOfOffer(desk.ctx.db, counter.offerId))!.recoveryTxid).not.toBeNull();
  await desk.mine();
  expect((await desk.ctx.ordinals.inscription(id!))!.address).toBe(seller.ordinals.address);
});
