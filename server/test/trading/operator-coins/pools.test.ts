import { admissionAddress, type Tier } from '@ordbook/protocol/collection-offer/admission';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetOwnAdmissions } from '../../../src/store/operator-coins/admissions.ts';
import { addCoins, setRead } from '../../../src/store/operator-coins/anchors.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import {
  adoptAdmissions,
  createPoolWatch,
  poolStatus,
  recogniseAdmissionCoins,
} from '../../../src/trading/operator-coins/pools.ts';
import { StandingClock, TEST_SETTINGS } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type Desk, openDesk } from '../../support/desk.ts';

/** A pool of ten anchors, empty at first, and what the log was told of it. */
async function emptyPool() {
  const { db, close } = await openTestDatabase();
  const warnings: string[] = [];
  const note = (_fields: object, message: string) => void warnings.push(message);
  const look = createPoolWatch({
    db,
    keys: {
      market: '0a'.repeat(32),
      anchor: '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    },
    settings: { ...TEST_SETTINGS, anchorPoolTarget: 10 },
    clock: new StandingClock(),
    log: { info: () => undefined, warn: note, error: () => undefined },
  });
  const add = async (count: number) => {
    const coins = Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      txid: crypto.randomUUID().replaceAll('-', '').padStart(64, '0'),
      vout: 0,
      valueSats: TEST_SETTINGS.anchorSats,
      confirmedHeight: 1,
      createdAt: new Date(0),
    }));
    await addCoins(db, coins);
    const ids = coins.map(({ id }) => id);
    await setRead(db, ids, 'free');
  };
  return { warnings, look, add, db, close };
}

describe('a pool that runs low', () => {
  test('is told of once, with what to do, even when it is empty', async () => {
    const { warnings, look, close } = await emptyPool();
    await look();
    await look();
    expect(warnings).toEqual([expect.stringMatching(/^a pool is low: send coins to bcrt1p/)]);
    await close();
  });

  test('is told of again when it was full meanwhile', async () => {
    const { warnings, look, add, db, close } = await emptyPool();
    await look();
    await add(5);
    await look();
    await db.deleteFrom('anchors').execute();
    await look();
    expect(warnings).toHaveLength(2);
    await close();
  });

  test('is not told of while a split that fills it is under way', async () => {
    const { warnings, look, add, db, close } = await emptyPool();
    await add(1);
    await db.updateTable('anchors').set({ state: 'assigned', fanOutHex: '00' }).execute();
    await look();
    expect(warnings).toEqual([]);
    await close();
  });
});

describe('a coin at the address of a tier', () => {
  const TIER: Tier = { number: 1, fromSats: 0, lockBlocks: 1, coins: 3, depth: 1 };
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ tiers: [TIER] });
  }, 60_000);
  afterAll(() => desk?.close());

  const rows = () =>
    desk.ctx.db.selectFrom('admissions').selectAll().where('spentHeight', 'is', null).execute();

  test('that a third party pays for is never used, and the figures leave it out', async () => {
    await recogniseAdmissionCoins(desk.ctx);
    const { keys } = desk.ctx.collectionOffers!;
    const address = admissionAddress(TIER, keys.gate, 'regtest');
    const { txid } = await desk.miner.pay([{ address, sats: 333 }]);
    await desk.mine();
    await recogniseAdmissionCoins(desk.ctx);
    expect((await rows()).filter(({ isOwn }) => isOwn)).toHaveLength(TIER.coins);
    expect((await rows()).find((coin) => coin.txid === txid)).toMatchObject({ isOwn: false });
    const [, tier] = await poolStatus(desk.ctx, desk.ctx.clock.now());
    expect(tier).toMatchObject({ made: TIER.coins, ready: TIER.coins });
  });

  test('that was there before is adopted as of the block that is applied, or not at all', async () => {
    await desk.ctx.db.deleteFrom('admissions').execute();
    await desk.miner.mine(1);
    await expect(adoptAdmissions(desk.ctx)).rejects.toThrow(/has not applied block \d+ of the node yet/);
    expect(await rows()).toEqual([]);
    await desk.settle();
    await adoptAdmissions(desk.ctx);
    expect(await rows()).toHaveLength(TIER.coins + 1);
  });

  test('that holds an inscription or runes is set aside, and the operator hears of it', async () => {
    await recogniseAdmissionCoins(desk.ctx);
    const [laden, runed] = (await rows()).filter(({ isOwn }) => isOwn);
    const ordinals: TradingContext['ordinals'] = {
      ...desk.ctx.ordinals,
      outputs: async (outpoints) => {
        const outputs = await desk.ctx.ordinals.outputs(outpoints);
        return outputs.map((output, i) => {
          const { txid, vout } = outpoints[i]!;
          const is = (coin: { txid: string; vout: number }) => coin.txid === txid && coin.vout === vout;
          if (output && is(laden!)) return { ...output, inscriptionIds: [`${'ab'.repeat(32)}i0`] };
          return output && is(runed!) ? { ...output, hasRunes: true } : output;
        });
      },
    };
    await forgetOwnAdmissions(desk.ctx.db);
    await recogniseAdmissionCoins({ ...desk.ctx, ordinals });
    const known = new Map((await rows()).map((coin) => [coin.id, coin.isOwn]));
    expect([known.get(laden!.id), known.get(runed!.id)]).toEqual([false, false]);
    expect(desk.log.map(({ message }) => message)).toContain(
      'an admission coin holds an inscription or runes; it is set aside',
    );
    expect([...known.values()].filter((own) => own)).toHaveLength(TIER.coins - 2);
  });
});
