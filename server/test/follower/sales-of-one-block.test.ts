/** A reorg may bring an inscription's sales of several blocks into one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../support/desk.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

let desk: Desk;
let owners: Trader[];
beforeAll(async () => {
  desk = await openDesk();
  owners = await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr', 'p2tr'], 6);
});
afterAll(() => desk?.close());

describe('sales of one inscription in one block', () => {
  test('stand in the order of its transactions, and the last one is its last sale', async () => {
    const [id] = await desk.inscribe(owners[0]!, 1);
    const prices = [90_000, 50_000, 70_000];
    const { height } = await desk.ctx.chain.tip();
    for (const [i, price] of prices.entries()) {
      const listed = await list(desk, owners[i]!, [id!], price);
      await buy(desk, owners[i + 1]!, listed);
      await desk.mine();
    }
    const tip = await desk.ctx.chain.tip();
    await desk.reorg(tip.height - height);
    await desk.mine();

    const sales = await desk.ctx.db
      .selectFrom('sales')
      .select(['priceSats', 'blockHeight', 'blockPosition', 'state'])
      .where('inscriptionId', '=', id!)
      .orderBy('blockPosition')
      .execute();
    expect(sales.map((sale) => sale.state)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(new Set(sales.map((sale) => sale.blockHeight)).size).toBe(1);
    expect(new Set(sales.map((sale) => sale.blockPosition)).size).toBe(3);
    expect(sales.map((sale) => sale.priceSats)).toEqual(prices);
    const { lastSaleSats } = await desk.ctx.db
      .selectFrom('inscriptions')
      .select('lastSaleSats')
      .where('id', '=', id!)
      .executeTakeFirstOrThrow();
    expect(lastSaleSats).toBe(70_000);
  });
});
