import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptCounter, makeCounter, makeOffer, offerNow } from '../support/bidding.ts';
import { type Desk, openDesk } from '../support/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test('smoke', async () => {
  const [buyer, seller] = await desk.traders(['p2wpkh', 'p2wpkh']);
  const [id] = await desk.inscribe(seller!);
  const offer = await makeOffer(desk, buyer!, id!);
  const counter = await makeCounter(desk, seller!, offer);
  const accepted = await acceptCounter(desk, buyer!, counter);
  expect((await offerNow(desk, counter)).state).toBe('accepted');
  expect((await offerNow(desk, offer)).state).toBe('invalidated');
  await desk.mine();
  expect((await desk.ctx.chain.transaction(accepted.settlementTxid))!.confirmations).toBe(1);
});
