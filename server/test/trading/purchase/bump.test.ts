import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Desk, openDesk } from '../../support/desk.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Its fees are more than what a bump may cost. */
const PRICE_SATS = 250_000;

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
/** The node's estimate, sat/vB. */
let estimate = 1;
let service: ReturnType<Desk['restarted']>;

beforeAll(async () => {
  desk = await openDesk({ settings: { anchorSats: 4_000, bumpMaxSats: 5_000 } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 8);
  service = desk.restarted({
    chain: {
      ...desk.ctx.chain,
      feeRates: async (target) => ({ ...(await desk.ctx.chain.feeRates(target)), estimate }),
    },
  });
});
afterAll(() => desk?.close());
beforeEach(() => {
  estimate = 1;
});

const purchaseOf = async (txid: string) =>
  desk.ctx.db
    .selectFrom('purchases')
    .selectAll()
    .where('settlementTxid', '=', txid)
    .executeTakeFirstOrThrow();
const feeOf = async (txid: string) =>
  Math.round(((await desk.call('getmempoolentry', [txid])) as { fees: { base: number } }).fees.base * 1e8);

async function slow(rate: number) {
  const refs = await list(desk, seller, [ids.pop()!], PRICE_SATS);
  const { answer } = await buy(desk, buyer, refs);
  estimate = rate;
  await desk.settle(service.follower);
  const { bumpHex } = await purchaseOf(answer.settlementTxid);
  expect(bumpHex).toBeNull();
  desk.clock.step(desk.ctx.settings.bumpAfterMs);
  await desk.settle(service.follower);
  return purchaseOf(answer.settlementTxid);
}

describe('a purchase that waits in the mempool', () => {
  test('is bumped to the current rate by a child that takes only anchors, and confirmed with it', async () => {
    const purchase = await slow(3);
    const child = readTransaction(purchase.bumpHex!);
    expect(child.inputs).toMatchObject([{ txid: purchase.settlementTxid, vout: 0 }]);
    const sizes = [...purchase.package.map((raw) => readTransaction(raw)), child];
    const fees = await Promise.all(sizes.map(({ txid }) => feeOf(txid)));
    const rate = fees.reduce((a, b) => a + b) / sizes.reduce((sum, { vsize }) => sum + vsize, 0);
    expect(rate).toBeGreaterThanOrEqual(2.9);
    expect(fees.at(-1)).toBe(purchase.bumpFeeSats);
    expect(purchase.bumpFeeSats).toBeLessThanOrEqual(desk.ctx.settings.bumpMaxSats);
    await desk.mine();
    await desk.settle(service.follower);
    expect((await purchaseOf(purchase.settlementTxid)).state).toBe('confirmed');
    const back = await desk.ctx.db
      .selectFrom('anchors')
      .selectAll()
      .where('txid', '=', child.txid)
      .executeTakeFirstOrThrow();
    expect(back).toMatchObject({ state: 'free', spentHeight: null });
  });

  test('is not bumped above what one purchase may cost', async () => {
    expect(await slow(40)).toMatchObject({ bumpHex: null, bumpFeeSats: 0 });
    await desk.mine();
  });

  test('is not bumped above what its sale pays the market', async () => {
    const { fees } = desk.ctx.settings;
    Object.assign(desk.ctx.settings, { fees: { ...fees, minimumSats: 300, sellerBps: 0, buyerBps: 0 } });
    const purchase = await slow(3);
    Object.assign(desk.ctx.settings, { fees });
    expect(purchase.bumpHex).toBeNull();
    await desk.mine();
  });

  test('is not bumped once the budget of a day is spent', async () => {
    await desk.ctx.db
      .updateTable('purchases')
      .set({ bumpedAt: desk.clock.now(), bumpFeeSats: desk.ctx.settings.bumpDailySats })
      .where('state', '=', 'confirmed')
      .execute();
    expect((await slow(3)).bumpHex).toBeNull();
    desk.clock.step(24 * 3_600_000);
    estimate = 3;
    await desk.settle(service.follower);
    const open = await desk.ctx.db
      .selectFrom('purchases')
      .selectAll()
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    expect(open.bumpHex).not.toBeNull();
    await desk.mine();
  });

  test('is bumped again when its fee has to double, in place of the first', async () => {
    const first = await slow(2);
    expect(first.bumpHex).not.toBeNull();
    estimate = 5;
    await desk.settle(service.follower);
    const second = await purchaseOf(first.settlementTxid);
    expect(second.bumpFeeSats).toBeGreaterThanOrEqual(2 * first.bumpFeeSats);
    const pool = await desk.ctx.chain.mempoolTxids();
    expect(pool).toContain(readTransaction(second.bumpHex!).txid);
    expect(pool).not.toContain(readTransaction(first.bumpHex!).txid);
    await desk.mine();
  });
});
