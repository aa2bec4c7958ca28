import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPurchases } from '../../../src/trading/purchase/settle.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { buy, list } from '../../support/trade.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ anchors: 20 });
});
afterAll(() => desk?.close());

test('a sale in a block that the store has not applied waits for it, and gets its height', async () => {
  const [seller, buyer] = await desk.traders(['p2wpkh', 'p2wpkh']);
  const refs = await list(desk, seller!, await desk.inscribe(seller!, 1));
  const { answer } = await buy(desk, buyer!, refs);
  const before = await desk.ctx.chain.tip();

  await desk.miner.mine(1);
  await confirmPurchases(desk.ctx, before);
  const saleRow = () =>
    desk.ctx.db
      .selectFrom('sales')
      .select(['state', 'blockHeight'])
      .where('id', '=', answer.pendingSaleIds[0]!)
      .executeTakeFirstOrThrow();
  expect(await saleRow()).toEqual({ state: 'pending', blockHeight: null });

  await desk.settle();
  expect(await saleRow()).toEqual({ state: 'confirmed', blockHeight: before.height + 1 });
});
