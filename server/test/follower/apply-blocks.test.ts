import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Block } from '../../src/chain/port.ts';
import { applyBlocks } from '../../src/follower/apply-blocks.ts';
import { anchorAddress, scriptOf } from '../../src/protocol/keys.ts';
import { insertBlocks, storedTip } from '../../src/store/blocks.ts';
import { inscriptionsByIds } from '../../src/store/inscriptions.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { idOf, makeInscriptions, NOW, txidOf } from '../store/contract/rows.ts';
import { TEST_SETTINGS } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const KEYS = { market: KEY, anchor: `02${KEY}` };
const ANCHOR_SCRIPT = scriptOf(anchorAddress(KEYS, TEST_SETTINGS.network), TEST_SETTINGS.network);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('an inscription that another process stores while its block is applied moves with the block', async () => {
  const { db } = database;
  const coin = { valueSats: 10_000, script: '', scriptSig: '', witness: [] };
  const block: Block = {
    height: 101,
    hash: 'next',
    previousHash: 'tip',
    time: 1_790_000_000,
    transactions: [
      { txid: txidOf('coinbase'), inputs: [], outputs: [] },
      {
        txid: txidOf('spend'),
        inputs: [{ txid: txidOf(1), vout: 0, ...coin }],
        outputs: [
          { valueSats: 9_000, script: '', address: 'buyer' },
          { valueSats: 1_000, script: ANCHOR_SCRIPT, address: 'operator' },
        ],
      },
    ],
  };
  let asked = 0;
  const ctx = {
    db,
    chain: { unspents: async (outpoints: readonly unknown[]) => outpoints.map(() => null) },
    // Asked about the operator's new coin: after our inscriptions were looked up, before the block is stored.
    ordinals: {
      outputs: async () => {
        asked += 1;
        await makeInscriptions(db, [{ number: 1 }]);
        return [{ inscriptionIds: [], hasRunes: false }];
      },
    },
    keys: KEYS,
    settings: TEST_SETTINGS,
    clock: { now: () => NOW },
  } as unknown as TradingContext;
  await insertBlocks(db, [{ height: 100, hash: 'tip', blockTime: NOW }]);
  await applyBlocks(ctx, [block]);
  expect(asked).toBe(2);
  expect((await inscriptionsByIds(db, [idOf(1)]))[0]).toMatchObject({
    txid: txidOf('spend'),
    vout: 0,
    ownerAddress: 'buyer',
  });
  expect(await storedTip(db)).toMatchObject({ height: 101 });
});
