import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { type Desk, openDesk, ownIndex } from '../../server/test/support/desk.ts';
import { race, salesOf } from '../../server/test/support/race.ts';
import { settledPurchase } from '../../server/test/support/settled-purchase.ts';
import { buy, list } from '../../server/test/support/trade.ts';
import type { Trader, TraderShape } from '../../server/test/support/trader.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';
import { openTestDatabase } from '../real/test-database.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const database = await openTestDatabase();

describe.runIf(database && findBitcoind())('purchases on a real node and a real PostgreSQL', () => {
  let desk: Desk;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const node = await startBitcoind();
    const index = await ownIndex(node.call);
    const { db, close } = openPostgres(database!.url, { poolSize: 10 });
    await migrate(db);
    desk = await openDesk({ call: node.call, index, db, anchors: 300 });
    stop = async () => {
      await desk.close();
      await index.close();
      await close();
      await node.stop();
    };
  });
  afterAll(async () => {
    await stop?.();
    await database?.drop();
  });

  test('twenty listings of twenty sellers bought in one call confirm in one block', async () => {
    const shapes: TraderShape[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'];
    const sellers = await desk.traders(
      Array.from({ length: 20 }, (_, i) => shapes[i % 4]!),
      1,
    );
    const [buyer] = (await desk.traders(['p2wpkh'], 10)) as [Trader];
    const refs = [];
    for (const seller of sellers) refs.push((await list(desk, seller, await desk.inscribe(seller)))[0]!);
    const { promised, answer } = await buy(desk, buyer, refs);
    await desk.mine();
    const sale = await settledPurchase(desk, answer.settlementTxid);
    expect(sale.paidBy(buyer.payment.address)).toBe(promised.totalBuyerCostSats);
    for (const { listingId, inscriptionId } of refs) {
      expect(await desk.listing(listingId)).toMatchObject({ state: 'sold' });
      expect((await desk.ctx.ordinals.inscription(inscriptionId))?.address).toBe(buyer.ordinals.address);
    }
  });

  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr', 'same'] as const)(
    'a payer of %s buys one and three listings',
    async (shape) => {
      const [seller, buyer] = (await desk.traders([shape, shape], 6)) as [Trader, Trader];
      const ids = await desk.inscribe(seller, 4);
      for (const bought of [ids.slice(0, 1), ids.slice(1)]) {
        const { answer } = await buy(desk, buyer, await list(desk, seller, bought));
        await desk.mine();
        for (const [i, id] of bought.entries())
          expect(await desk.ctx.ordinals.inscription(id)).toMatchObject({
            address: buyer.ordinals.address,
            location: { txid: answer.settlementTxid, vout: i + 1 },
          });
      }
    },
  );

  test('of two buyers who submit the same listing at the same moment one has it, fifty times', async () => {
    const RACES = 50;
    const [seller, one, two] = (await desk.traders(['p2wpkh', 'p2tr', 'p2wpkh'], RACES, 100_000)) as [
      Trader,
      Trader,
      Trader,
    ];
    const races = [];
    for (const [i, id] of (await desk.inscribe(seller, RACES)).entries()) {
      races.push(await race(desk, seller, id, i % 2 === 0 ? [one, two] : [two, one]));
      await desk.mine();
    }
    for (const { listingId, statuses } of races) {
      expect([...statuses].sort()).toEqual([200, 409]);
      expect(await salesOf(desk, listingId)).toEqual(['confirmed']);
      expect(await desk.listing(listingId)).toMatchObject({ state: 'sold' });
    }
  });
});
