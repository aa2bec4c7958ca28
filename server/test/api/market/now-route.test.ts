import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Block } from '../../../src/chain/port.ts';
import { insertBlocks } from '../../../src/store/chain/blocks.ts';
import { storeExternalSales } from '../../../src/store/sale/external-sales.ts';
import { later, makeCollection, makeInscriptions, saleElsewhere } from '../../store/contract/rows.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

const KEPT_MS = 2_000;

let database: TestDatabase;
let api: TestApi;
let txid: string;
let asked: string[] = [];
let coins: { inputs: number[]; outputs: number[] };
let node: () => Block | null = told;

function told(): Block {
  const valued = (values: number[]) => values.map((valueSats) => ({ valueSats }));
  const [inputs, outputs] = [valued(coins.inputs), valued(coins.outputs)];
  return { transactions: [{ txid, inputs, outputs }] } as unknown as Block;
}

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  api = await testApi(db);
  api.clock.at = later(3_600_000);
  await makeCollection(db, 'mice');
  await makeInscriptions(db, [{ number: 0, title: 'Mouse' }], 'mice');
  await insertBlocks(
    db,
    Array.from({ length: 8 }, (_, height) => ({
      height,
      hash: `hash ${height}`,
      blockTime: later(height * 60_000),
    })),
  );
  const sale = await saleElsewhere(db, [0], { blockHeight: 6, soldAt: later(360_000), priceSats: 9_000 });
  txid = sale.txid;
  await storeExternalSales(db, [sale]);
  Object.assign(api.ctx.chain, {
    block: async (hash: string) => {
      asked.push(hash);
      return node();
    },
  });
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

/** Once what was kept is too old. */
async function now() {
  api.clock.step(KEPT_MS);
  asked = [];
  const answer = await api.app.inject('/market/now');
  return answer.json();
}

const at = (place: string, vout: number, satOffset: number) =>
  sql`update locations set txid = ${place}, vout = ${vout}, sat_offset = ${satOffset}`.execute(database.db);

test('it returns the newest six blocks with their sales, and the last sale with its transaction', async () => {
  coins = { inputs: [1_000, 546, 20_000], outputs: [1_000, 546, 9_000] };
  await at(txid, 1, 0);
  const { blocks, lastSale } = await now();
  expect(blocks.map(({ height, sales }: { height: number; sales: number }) => [height, sales])).toEqual([
    [7, 0],
    [6, 1],
    [5, 0],
    [4, 0],
    [3, 0],
    [2, 0],
  ]);
  expect(lastSale).toMatchObject({
    name: 'Mouse',
    priceSats: 9_000,
    height: 6,
    inputs: [1_000, 546, 20_000],
    outputs: [1_000, 546, 9_000],
    way: { input: 1, output: 1 },
  });
  expect(asked).toEqual(['hash 6']);
});

test('the node is asked once for each last sale, however many visitors come', async () => {
  await now();
  expect(asked).toEqual([]);
});

test('the path of the sat is returned only while the inscription is where the sale put it', async () => {
  await at('ab'.repeat(32), 1, 0);
  expect((await now()).lastSale.way).toBeNull();
});

test('a sale that the node cannot show is left out, and asked for again', async () => {
  await sql`update sales set block_height = 5`.execute(database.db);
  node = () => null;
  expect((await now()).lastSale).toBeNull();
  expect(asked).toEqual(['hash 5']);
  await now();
  expect(asked).toEqual(['hash 5']);
});

test('a large transaction is cut to eight inputs and eight outputs, with the full counts', async () => {
  coins = { inputs: Array(300).fill(1_000), outputs: Array(200).fill(1_000) };
  await at(txid, 100, 0);
  node = told;
  const { lastSale } = await now();
  expect([
    lastSale.inputs.length,
    lastSale.inputCount,
    lastSale.outputs.length,
    lastSale.outputCount,
  ]).toEqual([8, 300, 8, 200]);
  expect(lastSale.way).toBeNull();
});
