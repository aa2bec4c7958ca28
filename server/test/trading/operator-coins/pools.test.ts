import { describe, expect, test } from 'vitest';
import { addCoins } from '../../../src/store/operator-coins/anchors.ts';
import { createPoolWatch } from '../../../src/trading/operator-coins/pools.ts';
import { StandingClock, TEST_SETTINGS } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';

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
  const add = (count: number) =>
    addCoins(
      db,
      Array.from({ length: count }, () => ({
        id: crypto.randomUUID(),
        txid: crypto.randomUUID().replaceAll('-', '').padStart(64, '0'),
        vout: 0,
        valueSats: TEST_SETTINGS.anchorSats,
        state: 'free' as const,
        confirmedHeight: 1,
        createdAt: new Date(0),
      })),
    );
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
    await db.updateTable('anchors').set({ state: 'assigned', splitHex: '00' }).execute();
    await look();
    expect(warnings).toEqual([]);
    await close();
  });
});
