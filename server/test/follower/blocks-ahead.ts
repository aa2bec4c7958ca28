import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { expect, test } from 'vitest';
import type { Block } from '../../src/chain/port.ts';
import { applyBlocks } from '../../src/follower/apply-blocks.ts';
import { movedBy, withKeys } from '../../src/follower/moved-by-blocks.ts';
import { rollBackTo } from '../../src/follower/rollback.ts';
import { insertBlocks, storedTip } from '../../src/store/chain/blocks.ts';
import { watchCoins, watchedCoinsAt } from '../../src/store/chain/coin-spends.ts';
import { inscriptionsByIds, setLocations } from '../../src/store/chain/inscriptions.ts';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { idOf, makeInscriptions, NOW, txidOf } from '../store/contract/rows.ts';
import { TEST_SETTINGS } from '../support/api.ts';

const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** A block whose transactions each spend one coin into one of their own, `<from> moved:0`. */
export function moving(height: number, coins: readonly string[], branch = ''): Block {
  return {
    height,
    hash: `${branch}${height}`,
    previousHash: height === 101 ? '100' : `${branch}${height - 1}`,
    time: 1_790_000_000 + height,
    transactions: [
      { txid: txidOf(`coinbase ${branch}${height}`), version: 2, lockTime: 0, inputs: [], outputs: [] },
      ...coins.map((from) => ({
        txid: txidOf(`${from} moved`),
        version: 2,
        lockTime: 0,
        inputs: [
          {
            txid: txidOf(from),
            vout: 0,
            valueSats: 10_000,
            script: '',
            sequence: 0,
            scriptSig: '',
            witness: [],
          },
        ],
        outputs: [{ valueSats: 10_000, script: '', address: `owner of ${from} moved` }],
      })),
    ],
  };
}

interface Hooks {
  /** Flows look at spent coins: before the lock. */
  readonly recheck?: () => Promise<unknown>;
  /** In the transaction, under the lock. */
  readonly locked?: () => void;
}

export function context(db: Database, { recheck, locked }: Hooks = {}): TradingContext {
  return {
    db,
    chain: {
      unspents: async (outpoints: readonly unknown[]) => outpoints.map(() => null),
      block: async () => null,
    },
    log: { warn: () => undefined },
    keys: { market: KEY, anchor: KEY },
    settings: TEST_SETTINGS,
    clock: {
      now() {
        locked?.();
        return NOW;
      },
    },
    flows: [...(recheck ? [{ trades: [], recheck }] : []), ...FLOWS],
  } as unknown as TradingContext;
}

const coinOf = (seed: string): Outpoint => ({ txid: txidOf(seed), vout: 0 });

/** Blocks whose coins are looked up while the blocks below them are stored. `db`: empty. */
export function blocksAheadRules(db: () => Database, hasManySessions = false): void {
  const stored = async (number: number) => (await inscriptionsByIds(db(), [idOf(number)]))[0]!;
  const place = async (number: number) => (await stored(number)).txid;
  const begin = async (...made: readonly number[]) => {
    await insertBlocks(db(), [{ height: 100, hash: '100', blockTime: NOW }]);
    await makeInscriptions(
      db(),
      made.map((number) => ({ number })),
    );
  };
  const first = moving(101, ['1']);

  test('move what the blocks below them moved, and what those left where it was', async () => {
    await begin(1, 2);
    const second = [moving(102, ['1 moved', '2'])];
    const ctx = context(db());
    const under = await movedBy(ctx, await withKeys([first]));
    const ahead = await movedBy(ctx, await withKeys(second), under);
    expect(ahead!.hops.map(({ from, to }) => [from.txid, to.txid])).toEqual([
      [txidOf('1 moved'), txidOf('1 moved moved')],
      [txidOf('2'), txidOf('2 moved')],
    ]);
    const found = await applyBlocks(ctx, [first], { next: Promise.resolve(second) });
    await applyBlocks(ctx, second, { ahead: found });
    expect([await place(1), await place(2)]).toEqual([txidOf('1 moved moved'), txidOf('2 moved')]);
  });

  test('find nothing on a coin that the blocks below them emptied', async () => {
    await begin(1);
    const ctx = context(db());
    const under = await movedBy(ctx, await withKeys([first]));
    const ahead = await movedBy(ctx, await withKeys([moving(102, ['1'])]), under);
    expect(ahead!.hops).toEqual([]);
  });

  test('are not told ahead on any other tip than those of the blocks below them', async () => {
    await begin(1);
    const ctx = context(db());
    const under = await movedBy(ctx, await withKeys([first]));
    await insertBlocks(db(), [{ height: 101, hash: 'of another leader', blockTime: NOW }]);
    expect(await movedBy(ctx, await withKeys([moving(102, ['1 moved'])]), under)).toBeNull();
    expect(await movedBy(ctx, await withKeys([first]))).toBeNull();
  });

  test('record the spend of a coin that was watched after they were looked up', async () => {
    await begin(1);
    const second = [moving(102, ['1 moved', 'payment'])];
    const ctx = context(db());
    const ahead = await applyBlocks(ctx, [first], { next: Promise.resolve(second) });
    expect((await ahead!.moved)!.blocks).toBe(second);
    const coins = ['payment', '1 moved'].map(coinOf);
    await watchCoins(db(), coins);
    await applyBlocks(ctx, second, { ahead });
    expect((await watchedCoinsAt(db(), coins)).map((coin) => coin!.spend?.spentBy)).toEqual([
      txidOf('payment moved'),
      txidOf('1 moved moved'),
    ]);
  });

  test('record the spend of an inscription that a trade began to depend on just before they are stored', async () => {
    await begin(1);
    const coin = coinOf('1');
    const recheck = () => watchCoins(db(), [coin]);
    await applyBlocks(context(db(), { recheck }), [first]);
    expect((await watchedCoinsAt(db(), [coin]))[0]!.spend).toMatchObject({ height: 101 });
  });

  test('check again the trades of a coin that was watched after they were looked up', async () => {
    await begin(1);
    const second = [moving(102, ['payment'])];
    const ahead = await applyBlocks(context(db()), [first], { next: Promise.resolve(second) });
    await ahead!.moved;
    await watchCoins(db(), [coinOf('payment')]);
    let isChecked = false;
    const recheck = async () => {
      isChecked = true;
    };
    await applyBlocks(context(db(), { recheck }), second, { ahead });
    expect(isChecked).toBe(true);
  });

  test('move an inscription that was stored after they were looked up', async () => {
    await begin(1);
    const second = [moving(102, ['2'])];
    const ctx = context(db());
    const ahead = await applyBlocks(ctx, [first], { next: Promise.resolve(second) });
    await ahead!.moved;
    await makeInscriptions(db(), [{ number: 2 }]);
    await applyBlocks(ctx, second, { ahead });
    expect(await place(2)).toBe(txidOf('2 moved'));
  });

  test('are looked up under the lock: an inscription put elsewhere before it is seen there', async () => {
    await begin(1, 2);
    const { key } = await stored(2);
    const after = { ...coinOf('elsewhere'), offset: 0, valueSats: 10_000, ownerAddress: 'owner' };
    const recheck = async () => {
      await sleep(50);
      await setLocations(db(), [{ key, after }]);
    };
    const second = [moving(102, ['elsewhere'])];
    const ahead = await applyBlocks(context(db(), { recheck }), [first], { next: Promise.resolve(second) });
    await applyBlocks(context(db()), second, { ahead });
    expect(await place(2)).toBe(txidOf('elsewhere moved'));
  });

  test('are looked up again when the transaction of the blocks below them loses the lock and runs again', async () => {
    await begin(1, 2);
    const { key } = await stored(2);
    const after = { ...coinOf('elsewhere'), offset: 0, valueSats: 10_000, ownerAddress: 'owner' };
    let runs = 0;
    const put = AsyncResource.bind(async () => {
      await sleep(0);
      await setLocations(db(), [{ key, after }]);
    });
    let putting = Promise.resolve();
    const locked = () => {
      runs += 1;
      if (runs > 1) return;
      putting = put();
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    };
    const second = [moving(102, ['elsewhere'])];
    // the second run gets the lock only when the inscription is elsewhere
    const late = db().withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // one session at a time: waiting here would keep it from what is waited for
        if (hasManySessions) await putting;
        return result;
      },
    });
    const ahead = await applyBlocks(context(late, { locked }), [first], { next: Promise.resolve(second) });
    expect(runs).toBeGreaterThan(1);
    await applyBlocks(context(db()), second, { ahead });
    expect(await place(2)).toBe(txidOf('elsewhere moved'));
  });

  test('that a reorg replaced are dropped, with all that was found out about them', async () => {
    await begin(1, 2);
    const second = [moving(102, ['1 moved', '2'])];
    const ctx = context(db());
    const ahead = await applyBlocks(ctx, [first], { next: Promise.resolve(second) });
    await ahead!.moved;
    await rollBackTo(ctx, 100);
    await expect(applyBlocks(ctx, second, { ahead })).rejects.toThrow('another process');
    expect(await storedTip(db())).toMatchObject({ hash: '100' });
    expect([await place(1), await place(2)]).toEqual([txidOf('1'), txidOf('2')]);
    const others = [moving(101, ['2'], 'b'), moving(102, ['1', '2 moved'], 'b')];
    await applyBlocks(ctx, others, { ahead });
    expect([await place(1), await place(2)]).toEqual([txidOf('1 moved'), txidOf('2 moved moved')]);
  });

  test('are applied all the same when nothing could be found out about them', async () => {
    await begin(1);
    const ctx = context(db());
    const failing = Promise.reject<readonly Block[]>(new Error('the node is away'));
    failing.catch(() => undefined);
    const ahead = await applyBlocks(ctx, [first], { next: failing });
    expect(await ahead!.moved).toBeNull();
    await applyBlocks(ctx, [moving(102, ['1 moved'])], { ahead });
    expect(await place(1)).toBe(txidOf('1 moved moved'));
  });

  test('leave nothing behind when the blocks below them fail', async () => {
    await begin(1);
    const ctx = context(db(), {
      locked() {
        throw new Error('the database is away');
      },
    });
    await expect(
      applyBlocks(ctx, [first], { next: Promise.resolve([moving(102, ['1 moved'])]) }),
    ).rejects.toThrow('is away');
    expect(await storedTip(db())).toMatchObject({ hash: '100' });
    expect(await place(1)).toBe(txidOf('1'));
  });
}
