import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { beforeEach, expect, test } from 'vitest';
import type { Block } from '../../src/chain/port.ts';
import { applyBlocks } from '../../src/follower/apply-blocks.ts';
import { rollBackTo } from '../../src/follower/rollback.ts';
import { deleteBlocksAbove, insertBlocks, storedTip } from '../../src/store/chain/blocks.ts';
import { watchCoins, watchedCoinsAt } from '../../src/store/chain/coin-spends.ts';
import { inscriptionsByIds } from '../../src/store/chain/inscriptions.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { idOf, makeInscriptions, NOW, txidOf } from '../store/contract/rows.ts';
import { TEST_SETTINGS } from '../support/api.ts';
import { freshDatabase } from '../support/fresh-database.ts';

const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const KEYS = { market: KEY, anchor: KEY };
const ANCHOR_SCRIPT = scriptOf(anchorAddress(KEYS, TEST_SETTINGS.network), TEST_SETTINGS.network);

const database = freshDatabase();
beforeEach(async () => {
  await insertBlocks(database.db, [{ height: 100, hash: 'tip', blockTime: NOW }]);
});

/** A block that moves inscription 1 to a buyer, and pays the operator. */
const block = (previousHash: string): Block => ({
  height: 101,
  hash: 'next',
  previousHash,
  time: 1_790_000_000,
  transactions: [
    { txid: txidOf('coinbase'), version: 2, lockTime: 0, inputs: [], outputs: [] },
    {
      txid: txidOf('spend'),
      version: 2,
      lockTime: 0,
      inputs: [
        { txid: txidOf(1), vout: 0, valueSats: 10_000, script: '', sequence: 0, scriptSig: '', witness: [] },
      ],
      outputs: [
        { valueSats: 9_000, script: '', address: 'buyer' },
        { valueSats: 1_000, script: ANCHOR_SCRIPT, address: 'operator' },
      ],
    },
  ],
});

/** `meanwhile`: flows look at spent coins after our inscriptions were looked up and before anything is stored. */
function context(meanwhile: () => Promise<unknown>): TradingContext {
  return {
    db: database.db,
    chain: {
      unspents: async (outpoints: readonly unknown[]) => outpoints.map(() => null),
      block: async () => null,
    },
    log: { warn: () => undefined },
    keys: KEYS,
    settings: TEST_SETTINGS,
    clock: { now: () => NOW },
    flows: [{ trades: [], recheck: meanwhile }, ...FLOWS],
  } as unknown as TradingContext;
}

const coins = () => database.db.selectFrom('anchors').select(['txid', 'vout', 'confirmedHeight']).execute();
const stored = async () => (await inscriptionsByIds(database.db, [idOf(1)]))[0];

test('an inscription that another process stores while its block is applied moves with the block', async () => {
  let asked = 0;
  await watchCoins(database.db, [{ txid: txidOf(1), vout: 0 }]);
  const ctx = context(() => {
    asked += 1;
    return makeInscriptions(database.db, [{ number: 1 }]);
  });
  await applyBlocks(ctx, [block('tip')]);
  expect(asked).toBe(2);
  expect(await stored()).toMatchObject({ txid: txidOf('spend'), vout: 0, ownerAddress: 'buyer' });
  expect(await storedTip(database.db)).toMatchObject({ height: 101, hash: 'next' });
});

test('a block is not stored on another tip than its own, and moves nothing', async () => {
  await makeInscriptions(database.db, [{ number: 1 }]);
  const ctx = context(async () => {
    await deleteBlocksAbove(database.db, 99);
    await insertBlocks(database.db, [{ height: 100, hash: 'of another leader', blockTime: NOW }]);
  });
  await expect(applyBlocks(ctx, [block('tip')])).rejects.toThrow('another process');
  expect(await stored()).toMatchObject({ txid: txidOf(1), ownerAddress: 'owner' });
  expect(await coins()).toEqual([]);
  expect(await storedTip(database.db)).toMatchObject({ hash: 'of another leader' });
});

test("the operator's coin of a block is confirmed, though another process rolls back to the block below meanwhile", async () => {
  await makeInscriptions(database.db, [{ number: 1 }]);
  const ctx = context(async () => undefined);
  const recheck = async () => {
    await insertBlocks(database.db, [{ height: 101, hash: 'of a chain that lost', blockTime: NOW }]);
    await rollBackTo(ctx, 100);
  };
  const flows = FLOWS.map((flow, i) => (i === 0 ? { ...flow, recheck } : flow));
  await applyBlocks({ ...ctx, flows }, [block('tip')]);
  expect(await storedTip(database.db)).toMatchObject({ hash: 'next' });
  expect(await coins()).toEqual([{ txid: txidOf('spend'), vout: 1, confirmedHeight: 101 }]);
});

test('the spend of an inscription is recorded for a trade that began to depend on it just before', async () => {
  await makeInscriptions(database.db, [{ number: 1 }]);
  const coin = { txid: txidOf(1), vout: 0 };
  await applyBlocks(
    context(() => watchCoins(database.db, [coin])),
    [block('tip')],
  );
  expect((await watchedCoinsAt(database.db, [coin]))[0]!.spend).toMatchObject({ height: 101 });
});
