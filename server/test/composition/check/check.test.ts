import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import { signKeySet } from '@ordbook/protocol/key-set';
import { Refusal } from '@ordbook/protocol/refusals';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS, paymentAddress, SIGNER_KEYS, secret } from '../../../../protocol/test/parties.ts';
import type { NodeFacts } from '../../../src/chain/node-facts.ts';
import { type CheckedParts, checkEverything, checkParts } from '../../../src/composition/check/check.ts';
import { checkDatabase } from '../../../src/composition/check/database.ts';
import { type Finding, findingText } from '../../../src/composition/check/finding.ts';
import { readSettings } from '../../../src/composition/settings.ts';
import { startSigner } from '../../../src/composition/signer-process.ts';
import type { IndexPair } from '../../../src/ordinals/port.ts';
import { makeJournal } from '../../../src/signer/limits/journal-file.ts';
import { SignerRefusal } from '../../../src/signer/port.ts';
import { writeKeyFile } from '../../../src/signer/signing/keys.ts';
import { noteOwner } from '../../../src/store/database/identity.ts';
import { SIGNER_OPTIONS } from '../../signer/requests.ts';
import { openOwnDatabase, openTestDatabase } from '../../support/database.ts';

const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const settings = readSettings({ NETWORK: 'regtest', ANCHOR_POOL_TARGET: 4 });
const away = async () => {
  throw new Refusal('unavailable', 'it is away');
};
const FACTS: NodeFacts = {
  height: 100,
  version: 280_100,
  name: '/Satoshi:28.1.0/',
  genesis: REGTEST,
  isSyncing: false,
  isPruned: false,
  relaysTransactions: true,
  submitsPackages: true,
  transactionIndex: { isSynced: true, height: 100 },
};
const tooOld = async () => {
  throw new SignerRefusal('no such method');
};

function parts(more: Partial<CheckedParts> = {}): CheckedParts {
  return {
    nodeFacts: async () => FACTS,
    chain: {
      tip: async () => ({ height: 100, hash: 'aa'.repeat(32) }),
      blockHash: async () => REGTEST,
      feeRates: async () => ({ minimum: 1, estimate: 3 }),
      addressCoins: async () => ({ confirmedSats: 7_000, coins: [] }),
    },
    ordinals: {
      status: async () => ({ version: '0.29.1', height: 100 }),
      blockHash: async () => REGTEST,
    },
    signer: { publicKeys: async () => KEYS, settings: tooOld },
    fills: null,
    prices: null,
    redis: null,
    database: async () => {
      throw new Error('the driver failed');
    },
    keySet: null,
    ...more,
  };
}

async function found(subject: string, more: Partial<CheckedParts> = {}, own = settings): Promise<Finding[]> {
  return (await checkParts(own, parts(more))).filter((one) => one.subject === subject);
}

describe('a finding', () => {
  test('is printed with what is, what should be, and what mends it', () => {
    const one = { subject: 'node', is: 'is pruned', shouldBe: 'prune=0', mend: '`bitcoind -prune=0`' };
    expect(findingText({ ...one, level: 'error' })).toBe(
      'NO   node          is pruned\n     should be: prune=0\n     → `bitcoind -prune=0`\n',
    );
    expect(findingText({ ...one, level: 'warning' })).toMatch(/^warn node/);
    expect(findingText({ ...one, level: 'ok', shouldBe: null, mend: null })).toBe(
      'ok   node          is pruned\n',
    );
  });
});

describe('the node', () => {
  test.each<[string, Partial<NodeFacts>, string]>([
    ['of another network', { genesis: '00'.repeat(32) }, 'NETWORK is regtest, but the part at CHAIN_RPC_URL'],
    ['that is too old', { version: 270_000 }, 'version 270000'],
    ['without package relay', { submitsPackages: false }, 'has no package relay'],
    ['that takes blocks only', { relaysTransactions: false }, 'blocksonly'],
    ['that is pruned', { isPruned: true }, 'is pruned'],
    ['without a transaction index', { transactionIndex: null }, 'has no transaction index'],
    [
      'whose transaction index is behind',
      { transactionIndex: { isSynced: false, height: 7 } },
      'is being built, at height 7 of 100',
    ],
    ['that is still syncing', { isSyncing: true }, 'is still syncing'],
  ])('%s is an error with what mends it', async (_, facts, is) => {
    const [one, ...others] = await found('node', { nodeFacts: async () => ({ ...FACTS, ...facts }) });
    expect(one).toMatchObject({ level: 'error', is: expect.stringContaining(is) });
    expect(one!.shouldBe).not.toBeNull();
    expect(one!.mend).not.toBeNull();
    expect(others).toEqual([]);
  });

  test('with several faults has a finding for each', async () => {
    const nodeFacts = async () => ({ ...FACTS, isPruned: true, transactionIndex: null, version: 1 });
    expect(await found('node', { nodeFacts })).toHaveLength(3);
  });

  test('with a full mempool is a warning', async () => {
    const chain = { ...parts().chain, feeRates: async () => ({ minimum: 5, estimate: 9 }) };
    expect(await found('node', { chain })).toMatchObject([
      { level: 'ok' },
      { level: 'warning', is: expect.stringContaining('its mempool minimum is 5 sat/vB') },
    ]);
  });

  test('that is unreachable does not keep the others from being checked', async () => {
    const chain = { tip: away, blockHash: away, feeRates: away, addressCoins: away };
    const findings = await checkParts(settings, parts({ chain, nodeFacts: away }));
    expect(findings.find(({ subject }) => subject === 'node')).toMatchObject({
      level: 'error',
      is: 'it is away',
      mend: expect.stringContaining('bitcoind'),
    });
    expect(findings.find(({ subject }) => subject === 'index')).toMatchObject({ level: 'ok' });
  });
});

describe('the index', () => {
  test.each<[string, Partial<CheckedParts['ordinals']>, string]>([
    ['of another network', { blockHash: async () => '00'.repeat(32) }, 'ORD_URL follows an unknown network'],
    ['that is behind', { status: async () => ({ version: '0.29.1', height: 90 }) }, '10 blocks behind'],
    ['with wrong flags', { status: away }, 'it is away'],
  ])('%s is an error', async (_, change, is) => {
    const ordinals = { ...parts().ordinals, ...change };
    expect(await found('index', { ordinals })).toMatchObject([
      { level: 'error', is: expect.stringContaining(is), mend: expect.any(String) },
    ]);
  });
});

test('of two indexes each is found, with its version and height', async () => {
  const index = (version: string, height: number) => ({
    ...parts().ordinals,
    status: async () => ({ version, height }),
  });
  const pair = { indexes: [index('0.29.1', 100), index('0.30.0', 90)], differences: () => [] };
  const ordinals = { ...parts().ordinals, pair: pair as unknown as IndexPair };
  expect(await found('index', { ordinals })).toMatchObject([
    { level: 'ok', is: 'first of two: ord 0.29.1 at height 100' },
    { level: 'error', is: 'second of two: ord 0.30.0 is 10 blocks behind the node' },
  ]);
});

describe('other parts', () => {
  test('that are not set are not asked', async () => {
    expect((await checkParts(settings, parts())).map(({ subject }) => subject)).toEqual([
      'node',
      'index',
      'market signer',
      'market signer',
      'market signer',
      'database',
      'limits',
    ]);
  });

  test('such as Redis and prices are asked where they are set', async () => {
    const redis = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    expect(await found('limits', { redis })).toMatchObject([{ level: 'error', is: 'connect ECONNREFUSED' }]);
    expect(await found('limits', { redis: async () => {} })).toMatchObject([
      { level: 'ok', is: 'Redis counts for all replicas together' },
    ]);
    expect(await found('limits')).toMatchObject([
      { level: 'ok', is: 'each process counts for itself; with several replicas, set REDIS_URL' },
    ]);
    expect(await found('prices', { prices: { btcUsd: async () => null } })).toMatchObject([
      { level: 'warning' },
    ]);
    expect(await found('prices', { prices: { btcUsd: async () => 91_000 } })).toMatchObject([
      { level: 'ok', is: 'a bitcoin costs 91000 USD' },
    ]);
  });

  test('such as the source of balances are a warning on mainnet when scans of the node are the source', async () => {
    const balances = (env: Record<string, string>, more = {}) => found('balances', more, readSettings(env));
    expect(await balances({ NETWORK: 'mainnet' })).toMatchObject([
      { level: 'warning', mend: expect.stringContaining('ESPLORA_URL') },
    ]);
    for (const NETWORK of ['regtest', 'signet', 'testnet']) expect(await balances({ NETWORK })).toEqual([]);
    const withEsplora = { NETWORK: 'mainnet', ESPLORA_URL: 'https://esplora.example' };
    expect(await balances(withEsplora)).toMatchObject([
      { level: 'ok', is: 'the Esplora server responds: FEE_ADDRESS holds 7000 confirmed sats' },
    ]);
    const chain = { ...parts().chain, addressCoins: away };
    expect(await balances(withEsplora, { chain })).toMatchObject([{ level: 'error' }]);
  });
});

describe('the database', () => {
  test('that cannot be opened is an error, without what depends on it', async () => {
    expect(await found('database')).toMatchObject([{ level: 'error', is: 'the driver failed' }]);
    for (const subject of ['pools', 'terms']) expect(await found(subject)).toEqual([]);
  });

  test.each([
    ['does not let the role of DATABASE_URL log in', '28000', 'create role ordbook login'],
    ['refuses the password of the role in DATABASE_URL', '28P01', 'alter role ordbook login'],
  ])('that refuses its role (%s) names the statement that mends it', async (message, code, mend) => {
    const refused = async () => {
      throw Object.assign(new Error(message), { code });
    };
    expect(await found('database', { database: refused })).toMatchObject([
      {
        level: 'error',
        is: `PostgreSQL ${message} (${code})`,
        mend: expect.stringContaining(mend),
      },
    ]);
  });

  test('is compared with node and signer', async () => {
    const { db, close } = await openTestDatabase();
    const check = (surroundings: Partial<CheckedParts> = {}) =>
      checkDatabase(settings, async () => db, { ...parts(), ...surroundings });
    await sql`insert into database_identity (system_identifier) values ('x')`.execute(db);
    expect(await check()).toMatchObject([{ level: 'ok', is: 'reachable' }]);

    await noteOwner(db, { network: 'regtest', ...KEYS });
    expect(await check()).toMatchObject([{ level: 'ok' }]);
    const other = { publicKeys: async () => ({ ...KEYS, market: '02'.repeat(32) }), settings: tooOld };
    expect(await check({ signer: other })).toMatchObject([
      { level: 'error', is: expect.stringContaining(`belongs to the market key ${KEYS.market}`) },
    ]);
    const signet = readSettings({ NETWORK: 'signet' });
    expect(await checkDatabase(signet, async () => db, parts())).toMatchObject([
      { level: 'error', is: 'the database is of regtest, but NETWORK is signet' },
    ]);

    await db
      .insertInto('blocks')
      .values({ height: 5, hash: 'bb'.repeat(32), blockTime: new Date() })
      .execute();
    expect(await check()).toMatchObject([
      { level: 'error', is: expect.stringContaining('its block 5 is bb') },
    ]);
    await close();
  });

  test('whose standbys are said to have every commit, and which waits for none, is wrong', async () => {
    const { db, close } = await openTestDatabase();
    const promised = readSettings({ NETWORK: 'regtest', DATABASE_STANDBYS: 'synchronous' });
    expect(await checkDatabase(promised, async () => db, parts())).toMatchObject([
      { level: 'error', is: expect.stringContaining('confirms commits that no standby has') },
    ]);
    await close();
  });

  test('with pending, unknown or changed migrations says which', async () => {
    const { db, close } = await openOwnDatabase();
    const check = () => checkDatabase(settings, async () => db, parts());
    const found = async (wanted: string) => (await check()).filter(({ level }) => level === wanted);
    await sql`update migrations set name = '0999-later.sql'`.execute(db);
    expect(await found('warning')).toMatchObject([{ is: '1 migrations are pending: 0001-baseline' }]);
    await sql`insert into migrations (name, checksum) values ('0001-baseline', 'x')`.execute(db);
    expect(await found('error')).toMatchObject([
      { is: 'has migrations that this version does not know: 0999-later.sql' },
      { is: 'has migrations with another text than this version: 0001-baseline' },
    ]);
    await close();
  });

  test('whose role lacks rights is an error that names role, tables and the grant', async () => {
    const { db, close } = await openOwnDatabase();
    await sql`create role lesser`.execute(db);
    await sql`revoke create on schema public from public`.execute(db);
    await sql`set role lesser`.execute(db);
    const findings = await checkDatabase(settings, async () => db, parts());
    await sql`reset role`.execute(db);
    expect(findings).toMatchObject([
      {
        level: 'error',
        is: 'the role lesser may not create tables in the schema public',
        mend: expect.stringContaining('grant usage, create on schema public to lesser'),
      },
      {
        level: 'error',
        is: expect.stringMatching(/^the role lesser may not read and write .* and \d+ more$/),
        mend: expect.stringContaining('grant all on all tables in schema public to lesser'),
      },
    ]);
    await close();
  });

  test('shows which pool is too small, and how it grows', async () => {
    const { db, close } = await openTestDatabase();
    const database = async () => db;
    // the signer that is unreachable is a finding of its own
    const signer = { publicKeys: away, settings: away };
    expect(await found('pools', { database, signer })).toEqual([]);
    expect(await found('pools', { database })).toMatchObject([
      { level: 'error', is: 'anchors: 0 of 4 ready', mend: expect.stringMatching(/^send coins to bcrt1p/) },
    ]);
    const policy = { publicKeys: async () => ({ policy: SIGNER_KEYS.policy }), settings: tooOld };
    const gate = { publicKeys: async () => ({ gate: SIGNER_KEYS.gate }), settings: tooOld };
    expect(await found('pools', { database, fills: { policy, gate } })).toMatchObject([
      {
        is: expect.stringContaining('admission tier 1: 0 of '),
        mend: expect.stringMatching(/then run `ordbook pools fund`$/),
      },
    ]);
    await close();
  });
});

describe('a whole set-up with real parts', () => {
  let folder: string;
  let env: Record<string, string>;
  const closers: (() => Promise<unknown>)[] = [];
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const own = { NETWORK: 'regtest', FEE_ADDRESS: paymentAddress('fees', 'p2wpkh') };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-check-'));
    const node = createNode();
    const rpc = await startRpcServer({ node, port: 0 });
    const ord = createOrd({ call: node.call, pollMs: 20 });
    await node.call('generatetoaddress', [1, paymentAddress('miner', 'p2wpkh')]);
    const ordHttp = await startOrdServer(ord, { port: 0 });
    await vi.waitFor(async () => {
      const response = await fetch(`${ordHttp.url}/blockhash/1`);
      expect(response.status).toBe(200);
    });
    closers.push(
      () => ordHttp.close(),
      () => ord.close(),
      () => rpc.close(),
    );
    const keySet = signKeySet(
      { network: 'regtest', number: 1, issuedAt: new Date(0).toISOString(), ...SIGNER_KEYS },
      secret('publisher'),
    );
    await writeFile(join(folder, 'key-set.json'), JSON.stringify(keySet));
    await writeKeyFile(join(folder, 'market.json'), {
      market: SIGNER_OPTIONS.market,
      anchor: SIGNER_OPTIONS.anchor,
    });
    await makeJournal({ path: join(folder, 'market.json.journal'), key: KEYS.market });
    await start({});
    env = {
      ...own,
      CHAIN_RPC_URL: rpc.url,
      ORD_URL: ordHttp.url,
      SIGNER_ENDPOINT: join(folder, 'market.sock'),
      TOKEN_KEYS: `check:${'ab'.repeat(32)}`,
      DATA_DIR: join(folder, 'data'),
      KEY_SET: join(folder, 'key-set.json'),
    };
  });
  afterAll(async () => {
    await stopSigner?.();
    for (const close of closers) await close();
    await rm(folder, { recursive: true });
  });

  let stopSigner: (() => Promise<void>) | undefined;
  async function start(more: Record<string, string>): Promise<void> {
    await stopSigner?.();
    const options = {
      role: 'market' as const,
      socket: join(folder, 'market.sock'),
      keys: join(folder, 'market.json'),
    };
    const signer = { ...own, KEY_SET: join(folder, 'key-set.json'), ...more };
    ({ close: stopSigner } = await startSigner(options, readSettings(signer), quiet));
  }
  const wrongs = async (more: Record<string, string> = {}) =>
    (await checkEverything({ ...env, ...more })).filter(({ level }) => level !== 'ok');

  test('has nothing to mend when all is right', async () => {
    expect(await wrongs()).toEqual([]);
  });

  test('of another network than NETWORK has an error for node, index and signer', async () => {
    const other = await wrongs({ NETWORK: 'signet', FEE_ADDRESS: '' });
    expect(other.map(({ subject, is }) => `${subject}: ${is}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^node: NETWORK is signet, but the part at CHAIN_RPC_URL follows regtest/),
        expect.stringMatching(/^index: NETWORK is signet, but the part at ORD_URL follows regtest/),
        expect.stringMatching(/^market signer: NETWORK of the signer is "regtest", of the service "signet"/),
        expect.stringMatching(/^settings: FEE_ADDRESS is not set/),
      ]),
    );
  });

  test.each<[string, Record<string, string>, string]>([
    ['FEE_ADDRESS', { FEE_ADDRESS: paymentAddress('thief', 'p2wpkh') }, 'FEE_ADDRESS of the signer is "'],
    ['ADMISSION_TIERS', { ADMISSION_TIERS: '0:12:3' }, 'ADMISSION_TIERS of the signer is "0:12:3"'],
    [
      'TRANSFER_FEE_RATE',
      { TRANSFER_FEE_RATE: '1.5', ANCHOR_SATS: '2000' },
      'TRANSFER_FEE_RATE of the service is 1',
    ],
    ['MAX_FEE_RATE', { MAX_FEE_RATE: '100' }, 'MAX_FEE_RATE of the service is 200, of the signer 100'],
    ['SIGNER_LEAST_FEE_BPS', { SIGNER_LEAST_FEE_BPS: '900' }, 'the signer signs none below 900'],
    ['KEY_SET', { KEY_SET: '' }, 'its key set is none'],
  ])('names a %s that differs between signer and service', async (_, signer, is) => {
    await start(signer);
    expect(await wrongs()).toMatchObject([
      { subject: 'market signer', level: 'error', is: expect.stringContaining(is), mend: expect.any(String) },
    ]);
    await start({});
  });

  test('names a key set that cannot be read once, and compares nothing with it', async () => {
    expect(await wrongs({ KEY_SET: join(folder, 'none.json') })).toMatchObject([
      {
        subject: 'key set',
        is: expect.stringContaining('none.json does not exist'),
        mend: expect.stringContaining('KEY_SET'),
      },
    ]);
  });

  test('names a signer of another role at the endpoint', async () => {
    expect(
      await wrongs({
        SIGNER_ENDPOINT: env['SIGNER_ENDPOINT']!,
        POLICY_SIGNER_ENDPOINT: env['SIGNER_ENDPOINT']!,
        GATE_SIGNER_ENDPOINT: env['SIGNER_ENDPOINT']!,
      }),
    ).toMatchObject([
      { subject: 'policy signer', is: 'is a market signer', shouldBe: 'a policy signer' },
      { subject: 'gate signer', is: 'is a market signer', shouldBe: 'a gate signer' },
    ]);
  });

  test('names payouts that the signer refuses', async () => {
    const [donation, creator] = [paymentAddress('donation', 'p2wpkh'), paymentAddress('creator', 'p2wpkh')];
    await start({ PAYOUT_ADDRESSES: paymentAddress('partner', 'p2wpkh') });
    const found = await wrongs({ DONATION_ADDRESS: donation, PAYOUT_ADDRESSES: creator });
    expect(found.map(({ is }) => is)).toEqual([
      `the signer may not pay DONATION_ADDRESS ${donation}`,
      `the signer may not pay ${creator} of PAYOUT_ADDRESSES`,
    ]);
    await start({});
  });

  test('names every wrong setting and every part at once', async () => {
    const found = await wrongs({
      PORT: '80a',
      FEE_ADDRES: 'x',
      PATIENCE_HOURS: '4',
      FEE_ADDRESS: '',
      CHAIN_RPC_URL: 'http://user:password@127.0.0.1:9',
      SIGNER_ENDPOINT: join(folder, 'nowhere.sock'),
      DATA_DIR: '',
    });
    expect(found.map(({ subject, is }) => `${subject}: ${is}`)).toEqual([
      'settings: PATIENCE_HOURS is "4"',
      'settings: PORT is "80a"',
      'settings: FEE_ADDRESS is not set',
      'settings: DATABASE_URL is not set',
      'settings: FEE_ADDRES is no setting, and nothing reads it',
      expect.stringMatching(/^node: the node .* is unreachable/),
      `market signer: the signer is unreachable: there is no socket ${join(folder, 'nowhere.sock')}; start \`ordbook signer\`, or correct the path in the setting`,
    ]);
  });
});
