import { afterAll, beforeAll, expect, test } from 'vitest';
import { salesPage } from '../../src/store/sales.ts';
import { acceptOffer, makeOffer, offerNow } from '../support/bidding.ts';
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
  const accepted = await acceptOffer(desk, seller!, offer);
  expect((await offerNow(desk, offer)).state).toBe('accepted');
  await desk.mine();
  const { confirmations } = (await desk.ctx.chain.transaction(accepted.payoutTxid!))!;
  expect(confirmations).toBe(1);
  console.log(await salesPage(desk.ctx.db, { after: null, limit: 5 }));
});
