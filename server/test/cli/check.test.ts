import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/base/refusals.ts';
import { type CheckedParts, checkParts } from '../../src/cli/check.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { openTestDatabase } from '../support/database.ts';

const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const settings = readSettings({ NETWORK: 'regtest', ANCHOR_POOL_TARGET: 4 });
const away = async () => {
  throw new Refusal('unavailable', 'it is away');
};

function parts(more: Partial<CheckedParts> = {}): CheckedParts {
  return {
    chain: {
      tip: async () => ({ height: 100, hash: 'aa'.repeat(32) }),
      blockHash: async () => REGTEST,
      feeRates: async () => ({ minimum: 1, estimate: 3 }),
    },
    ordinals: { status: async () => ({ version: '0.29.1', height: 100 }) },
    signer: {
      publicKeys: async () => ({
        market: '02'.repeat(32),
        anchor: `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`,
      }),
    },
    database: async () => {
      throw new Error('password authentication failed');
    },
    ...more,
  };
}

async function found(part: string, more: Partial<CheckedParts> = {}) {
  return (await checkParts(settings, parts(more))).find((one) => one.part === part);
}

describe('ordbook check', () => {
  test('says what each part that is well says', async () => {
    expect(await found('node')).toEqual({
      part: 'node',
      ok: true,
      detail: 'height 100, fee estimate 3 sat/vB',
      advice: null,
    });
    expect(await found('index')).toMatchObject({ ok: true, detail: 'ord 0.29.1, height 100' });
    expect(await found('signer')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^anchor address bcrt1q/),
    });
  });

  test('names what is away and what to do, and asks the others all the same', async () => {
    const chain = { tip: away, blockHash: away, feeRates: away };
    expect(await found('node', { chain })).toMatchObject({
      ok: false,
      detail: 'it is away',
      advice: 'is bitcoind up, and are host, user and password in CHAIN_RPC_URL right?',
    });
    expect(await found('signer', { chain })).toMatchObject({ ok: true });
    expect(await found('signer', { signer: { publicKeys: away } })).toMatchObject({ ok: false });
    expect(await found('database')).toMatchObject({ ok: false, detail: 'password authentication failed' });
  });

  test('notices a node of another network, a full mempool, and an index that is behind', async () => {
    const { chain } = parts();
    expect(
      await found('node', { chain: { ...chain, blockHash: async () => '00'.repeat(32) } }),
    ).toMatchObject({ ok: false, advice: 'point CHAIN_RPC_URL at a node of regtest' });
    expect(
      await found('node', { chain: { ...chain, feeRates: async () => ({ minimum: 5, estimate: 9 }) } }),
    ).toMatchObject({ ok: false, detail: expect.stringContaining('its mempool asks 5 sat/vB') });
    expect(
      await found('index', { ordinals: { status: async () => ({ version: '0.29.1', height: 90 }) } }),
    ).toMatchObject({ ok: false, detail: 'ord 0.29.1, 10 blocks behind the node' });
  });

  test('says when too few anchors are ready', async () => {
    const { db, close } = await openTestDatabase();
    expect(await found('database', { database: async () => db })).toMatchObject({
      ok: false,
      detail: 'reachable; 0 of 4 anchors are ready',
    });
    await close();
  });
});
