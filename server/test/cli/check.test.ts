import { Refusal } from '@ordbook/protocol/refusals';
import { describe, expect, test } from 'vitest';
import * as parties from '../../../protocol/test/parties.ts';
import { type CheckedParts, checkParts, findingLine } from '../../src/cli/check.ts';
import { readSettings } from '../../src/composition/settings.ts';
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
      addressCoins: async () => ({ confirmedSats: 7_000, coins: [] }),
    },
    ordinals: { status: async () => ({ version: '0.29.1', height: 100 }) },
    signer: {
      publicKeys: async () => ({
        market: '02'.repeat(32),
        anchor: '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      }),
    },
    fills: null,
    prices: null,
    redis: null,
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
      detail: expect.stringMatching(/^anchor address bcrt1p/),
    });
  });

  test('names what is away and what to do, and asks the others all the same', async () => {
    const chain = { tip: away, blockHash: away, feeRates: away, addressCoins: away };
    expect(await found('node', { chain })).toMatchObject({
      ok: false,
      detail: 'it is away',
      advice: 'check that bitcoind is running, and that host, user and password in CHAIN_RPC_URL are right',
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
    ).toMatchObject({ ok: false, detail: expect.stringContaining('its mempool minimum is 5 sat/vB') });
    expect(
      await found('index', { ordinals: { status: async () => ({ version: '0.29.1', height: 90 }) } }),
    ).toMatchObject({ ok: false, detail: 'ord 0.29.1, 10 blocks behind the node' });
  });

  test('asks the other signers, Redis and the prices where they are set', async () => {
    expect((await checkParts(settings, parts())).map(({ part }) => part)).toEqual([
      'node',
      'index',
      'signer',
      'database',
      'pools',
    ]);
    const policy = { publicKeys: async () => ({ policy: 'aa'.repeat(32) }) };
    const fills = { policy, gate: { publicKeys: away } };
    expect(await found('policy', { fills })).toMatchObject({
      ok: true,
      detail: `policy key ${'aa'.repeat(32)}`,
    });
    expect(await found('gate', { fills })).toMatchObject({
      ok: false,
      advice: 'start `ordbook signer --role gate` on GATE_SIGNER_ENDPOINT',
    });
    const redis = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    expect(await found('redis', { redis })).toMatchObject({ ok: false, detail: 'connect ECONNREFUSED' });
    expect(await found('redis', { redis: async () => {} })).toMatchObject({ ok: true });
    expect(await found('prices', { prices: { btcUsd: async () => null } })).toMatchObject({ ok: false });
    expect(await found('prices', { prices: { btcUsd: async () => 91_000 } })).toMatchObject({
      ok: true,
      detail: 'a bitcoin costs 91000 USD',
    });
  });

  test('warns on the main network where balances are looked up by scans, and nowhere else', async () => {
    const balances = async (env: Record<string, string>, more: Partial<CheckedParts> = {}) =>
      (await checkParts(readSettings(env), parts(more))).find(({ part }) => part === 'balances');
    const warning = await balances({ NETWORK: 'mainnet' });
    expect(warning).toMatchObject({
      ok: true,
      advice: expect.stringMatching(/^set ESPLORA_URL to an Esplora/),
    });
    expect(findingLine(warning!)).toMatch(/^warn balances {2}each sign-in scans .*\n {5}→ set ESPLORA_URL/);
    for (const NETWORK of ['regtest', 'signet', 'testnet'])
      expect(await balances({ NETWORK })).toBeUndefined();

    const withEsplora = { NETWORK: 'mainnet', ESPLORA_URL: 'https://esplora.example' };
    expect(await balances(withEsplora)).toMatchObject({
      ok: true,
      detail: 'the Esplora server responds: FEE_ADDRESS holds 7000 confirmed sats',
      advice: null,
    });
    expect(await balances(withEsplora, { chain: { ...parts().chain, addressCoins: away } })).toMatchObject({
      ok: false,
      advice: 'check that the Esplora server at ESPLORA_URL is running and of mainnet',
    });
  });

  test('prints a line for each part, and another one for what to do', () => {
    const found = { part: 'node', detail: 'height 5' };
    expect(findingLine({ ...found, ok: true, advice: null })).toBe('ok   node      height 5\n');
    expect(findingLine({ ...found, ok: true, advice: 'do' })).toBe('warn node      height 5\n     → do\n');
    expect(findingLine({ ...found, ok: false, advice: 'do' })).toBe('NO   node      height 5\n     → do\n');
  });

  test('says which pool is too small, and how it grows', async () => {
    const { db, close } = await openTestDatabase();
    const database = async () => db;
    const gate = { publicKeys: async () => ({ gate: parties.xOnly('gate') }) };
    const policy = { publicKeys: async () => ({ policy: parties.xOnly('policy') }) };
    expect(await found('database', { database })).toMatchObject({ ok: true, detail: 'reachable' });
    expect(await found('pools', { database })).toMatchObject({
      ok: false,
      detail: 'anchors: 0 of 4 ready',
      advice: expect.stringMatching(/^send coins to bcrt1p/),
    });
    expect(await found('pools', { database, fills: { policy, gate } })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('admission tier 1: 0 of '),
      advice: expect.stringMatching(/then run `ordbook pools fund`$/),
    });
    expect(await found('pools', { database, signer: { publicKeys: away } })).toMatchObject({
      ok: false,
      detail: 'it is away',
      advice: expect.stringContaining('start the signers'),
    });
    await close();
  });
});
