import { beforeEach, describe, expect, test } from 'vitest';
import { priceSales } from '../../src/follower/price-sales.ts';
import { insertBlocks } from '../../src/store/chain/blocks.ts';
import {
  deleteExternalSalesAbove,
  type ExternalSale,
  storeExternalSales,
} from '../../src/store/sale/external-sales.ts';
import { salesPage } from '../../src/store/sale/sales.ts';
import { later, makeInscriptions, saleElsewhere } from '../store/contract/rows.ts';
import { freshDatabase } from '../support/fresh-database.ts';

describe('prices in USD', () => {
  const database = freshDatabase();
  let asked: Date[];
  let price: number | null;
  const prices = {
    btcUsd: async (at: Date) => {
      asked.push(at);
      return price;
    },
  };
  beforeEach(async () => {
    asked = [];
    price = 50_000;
    for (const height of [10, 11]) {
      const blockTime = later(height * 600_000);
      await insertBlocks(database.db, [{ height, hash: `h${height}`, blockTime }]);
      const numbers = [1, 2].map((n) => 10 * height + n);
      await makeInscriptions(
        database.db,
        numbers.map((number) => ({ number })),
      );
      for (const [i, number] of numbers.entries())
        await sell(number, height, { soldAt: blockTime, priceSats: (i + 1) * 1_000_000 });
    }
  });
  async function sell(number: number, blockHeight: number, told: Partial<ExternalSale>): Promise<void> {
    await storeExternalSales(database.db, [
      await saleElsewhere(database.db, [number], { blockHeight, ...told }),
    ]);
  }
  const shown = async () =>
    (await salesPage(database.db, { after: null, limit: 9 })).map(({ priceUsd }) => priceUsd).sort();

  test('are asked for once a block, and are those of the block’s time', async () => {
    await priceSales({ db: database.db, prices });
    expect(await shown()).toEqual([1000, 1000, 500, 500]);
    expect(asked).toEqual([later(11 * 600_000), later(10 * 600_000)]);
    await priceSales({ db: database.db, prices });
    expect(asked).toHaveLength(2);
  });
  test('are null while the source is away, and are filled in later', async () => {
    price = null;
    await priceSales({ db: database.db, prices });
    expect(await shown()).toEqual([null, null, null, null]);
    price = 100_000;
    await priceSales({ db: database.db, prices });
    expect(await shown()).toEqual([1000, 1000, 2000, 2000]);
  });
  test('stay null without a source', async () => {
    await priceSales({ db: database.db, prices: null });
    expect(await shown()).toEqual([null, null, null, null]);
  });
  test('of a later sale in a priced block need no second question', async () => {
    await priceSales({ db: database.db, prices });
    await makeInscriptions(database.db, [{ number: 1 }]);
    await sell(1, 11, { priceSats: 4_000_000 });
    await priceSales({ db: database.db, prices });
    expect(await shown()).toContain(2000);
    expect(asked).toHaveLength(2);
  });
  test('go with the sales that a rollback takes', async () => {
    await priceSales({ db: database.db, prices });
    await deleteExternalSalesAbove(database.db, 10);
    expect(await shown()).toEqual([1000, 500]);
  });
});
