import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type InitOptions, runInit } from '../../src/cli/init.ts';
import { openAdapters } from '../../src/composition/build-service.ts';
import { checkSettings } from '../../src/composition/check-settings.ts';
import { readKeySet, signerKeys } from '../../src/composition/key-set-file.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { startSigner } from '../../src/composition/signer-process.ts';
import { openJournal } from '../../src/signer/limits/journal-file.ts';
import { keyring, readKeyFile, readRoleKeyFile } from '../../src/signer/signing/keys.ts';
import { roleKey } from '../../src/signer/signing/role-keys.ts';
import { signerAddress } from '../../src/signer/transport/address.ts';

const ROLES = ['market', 'policy', 'gate'] as const;
const FLAGS = {
  network: 'regtest',
  domain: 'trade.example',
  feeAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  yes: true,
};

let parent: string;
let folder: string;
let printed: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ordbook-init-'));
  folder = join(parent, 'ordbook');
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(parent, { recursive: true });
});

const init = (options: Partial<InitOptions> = {}) => runInit({ ...FLAGS, folder, ...options });
const text = (path: string) => readFile(join(folder, path), 'utf8');
const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
const settingsOf = async (...files: string[]) =>
  readSettings(
    Object.assign({}, ...(await Promise.all(files.map(async (file) => parseEnv(await text(file)))))),
  );

async function filesIn(path = ''): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const inside = join(path, entry.name);
    return entry.isDirectory() ? filesIn(inside) : Promise.resolve([inside]);
  });
  return (await Promise.all(nested)).flat().sort();
}

describe.each(['systemd', 'compose'] as const)('ordbook init --for %s', (target) => {
  const publics = target === 'compose' ? 'public/' : '';

  test('makes a key and an empty journal for each signer, which the key set names', async () => {
    expect(await init({ for: target })).toBe(0);
    const path = join(folder, `${publics}key-set.json`);
    const keys = signerKeys(await readKeySet(path, 'regtest'), path);
    const { publicKeys } = keyring(await readKeyFile(join(folder, 'keys/market/keys.json')), 'regtest');
    expect(keys).toMatchObject(publicKeys);
    for (const role of ['policy', 'gate'] as const) {
      const secret = await readRoleKeyFile(join(folder, `keys/${role}/keys.json`), role);
      expect(roleKey(secret, role, 'regtest').publicKey).toBe(keys[role]);
    }
    for (const role of ROLES) {
      const place = { path: join(folder, `keys/${role}/keys.json.journal`), key: keys[role] };
      await (await openJournal(place, { renew: null })).close();
    }
  });

  test('makes settings with which the service and its signers start', async () => {
    await init({ for: target });
    const service = await settingsOf('signers.env', 'service.env');
    checkSettings(service);
    expect(service).toMatchObject({
      NETWORK: 'regtest',
      DOMAIN: 'trade.example',
      PUBLIC_URL: 'https://trade.example',
      FEE_ADDRESS: FLAGS.feeAddress,
    });
    checkSettings(await settingsOf('signers.env', 'policy.env'), [
      'ORD_URL',
      'SIGNER_ENDPOINT',
      'TOKEN_KEYS',
      'DATABASE_URL',
    ]);
    // what both files have must be equal
    expect(Object.keys(parseEnv(await text('service.env')))).not.toContain('ADMISSION_TIERS');
  });

  test('gives the policy signer a user of its own at the node, which may call only what it needs', async () => {
    await init({ for: target });
    const [service, policy] = await Promise.all(
      ['service.env', 'policy.env'].map(async (file) => new URL((await settingsOf(file)).CHAIN_RPC_URL)),
    );
    expect([service!.username, policy!.username]).toEqual(['ordbook', 'ordbook-policy']);
    expect(policy!.password).not.toBe(service!.password);
    // custody proofs show the signer what it signs for
    expect((await settingsOf('policy.env')).ORD_URL).toBe('');
    const conf = await text('node/bitcoin.conf');
    for (const { username, password } of [service!, policy!]) {
      const [, salt, hash] = new RegExp(`^rpcauth=${username}:([0-9a-f]+)\\$([0-9a-f]+)$`, 'm').exec(conf)!;
      expect(createHmac('sha256', salt!).update(password).digest('hex')).toBe(hash);
      expect(conf).not.toContain(password);
    }
    expect(conf).toContain(
      '\nrpcwhitelist=ordbook-policy:getblockchaininfo,getblockhash,gettxout,gettxspendingprevout\n',
    );
    // or every other user of the node could call nothing
    expect(conf).toContain('\nrpcwhitelistdefault=0\n');
    expect(printed.replaceAll('\n', ' ')).toContain('a second opinion of the same eyes');
    expect(printed).toContain(join(folder, 'policy.env'));
  });

  test('lets sales pay nobody but the operator, or whom the operator names', async () => {
    await init({ for: target });
    expect((await settingsOf('signers.env')).PAYOUT_ADDRESSES).toBe('none');
    folder = join(parent, 'with a creator');
    await init({ for: target, payouts: FLAGS.feeAddress });
    expect((await settingsOf('signers.env')).PAYOUT_ADDRESSES).toBe(FLAGS.feeAddress);
  });

  test('keeps secrets in files that only their owner can read, and out of what it prints', async () => {
    await init({ for: target });
    const paths = await filesIn();
    const secret = paths.filter((path) => /(keys|key|publisher|journal|sql|\.env$)/.test(path));
    for (const path of secret.filter((each) => !/key-set|signers\.env|certificate/.test(each)))
      if (!/authority\.pem$/.test(path)) expect([path, await modeOf(path)]).toEqual([path, 0o600]);
    const hidden = [
      ...Object.values(JSON.parse(await text('keys/market/keys.json')) as Record<string, string>),
      ...Object.values(JSON.parse(await text('publisher.json')) as Record<string, string>),
      (await settingsOf('service.env')).TOKEN_KEYS.split(':')[1]!,
    ];
    expect(hidden).toHaveLength(4);
    for (const each of hidden) {
      expect(printed).not.toContain(each);
      const holders = await Promise.all(paths.map(async (path) => (await text(path)).includes(each)));
      expect(holders.filter(Boolean)).toHaveLength(1);
    }
  });

  test('says what to back up, what to publish, what to fund and what comes next', async () => {
    await init({ for: target });
    const { publisher } = JSON.parse(await text(`${publics}key-set.json`)) as { publisher: string };
    for (const path of [
      'keys/market/keys.json',
      'keys/policy/keys.json',
      'keys/gate/keys.json',
      'keys/key-set.json',
      'publisher.json',
    ])
      expect(printed).toContain(join(folder, path));
    expect(printed).toContain(publisher);
    // 200 anchors of 1,000 sats and 20 admission coins of 333, and a fifth for their fees
    expect(printed).toMatch(/two coins, of 247,992 sats and of 100,000 sats or more:\n {2}bcrt1p\w{58}\n/);
    expect(printed).toMatch(
      target === 'systemd'
        ? /node\/bitcoin\.conf to .*\n.* psql <.*database\.sql\n.*install\.sh\n.*systemctl enable/
        : /docker compose up/,
    );
  });

  test('replaces nothing, not even when it is run twice', async () => {
    await init({ for: target });
    const before = await Promise.all((await filesIn()).map(text));
    await expect(init({ for: target })).rejects.toThrow(`${folder} is not empty, and init replaces nothing`);
    expect(await Promise.all((await filesIn()).map(text))).toEqual(before);
  });
});

describe('keys of an earlier init', () => {
  const backup = () => join(parent, 'backup');
  const rebuild = (options: Partial<InitOptions> = {}) =>
    init({ folder: join(parent, 'again'), keys: backup(), ...options });

  beforeEach(async () => {
    await init();
    await cp(join(folder, 'keys'), backup(), { recursive: true });
    for (const role of ROLES) await rm(join(backup(), role, 'keys.json.journal'));
    printed = '';
  });

  test.each(['systemd', 'compose'] as const)('are taken, with their key set, for %s', async (target) => {
    expect(await rebuild({ for: target })).toBe(0);
    const [before, after] = [folder, join(parent, 'again')];
    for (const role of ROLES) {
      const at = (root: string) => join(root, 'keys', role, 'keys.json');
      expect(await readFile(at(after), 'utf8')).toBe(await readFile(at(before), 'utf8'));
      expect((await stat(at(after))).mode & 0o777).toBe(0o600);
    }
    const set = target === 'compose' ? 'public/key-set.json' : 'key-set.json';
    expect(await readFile(join(after, set), 'utf8')).toBe(await text('key-set.json'));
    expect(printed).toContain('half of each limit counts as used');
    expect(printed).not.toContain('publisher.json');
  });

  test('begin with journals that know of the lost ones', async () => {
    const started = Date.now();
    await rebuild();
    const set = JSON.parse(await text('key-set.json')) as Record<string, string>;
    for (const role of ROLES) {
      const path = join(parent, 'again/keys', role, 'keys.json.journal');
      const journal = await openJournal({ path, key: set[role]! }, { renew: null });
      expect(journal.past().lostAt).toBeGreaterThanOrEqual(started);
      await journal.close();
    }
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a key file is missing', () => rm(join(backup(), 'gate/keys.json')), /gate\/keys\.json/],
    ['the key set is missing', () => rm(join(backup(), 'key-set.json')), /key-set\.json/],
    ['others can read a key', () => chmod(join(backup(), 'market/keys.json'), 0o644), /market\/keys\.json/],
    [
      'a key is not that of the key set',
      async () => {
        await init({ folder: join(parent, 'other') });
        await cp(join(parent, 'other/keys/policy/keys.json'), join(backup(), 'policy/keys.json'));
      },
      /the policy key of the signers is \w{64}, but \w{64} is expected/,
    ],
  ])('are refused, and nothing is written, when %s', async (_, spoil, message) => {
    await spoil();
    await expect(rebuild()).rejects.toThrow(message);
    await expect(stat(join(parent, 'again'))).rejects.toThrow('ENOENT');
  });
});

test('two runs have no secret in common', async () => {
  await init();
  const first = [await text('keys/market/keys.json'), await text('service.env')];
  folder = join(parent, 'second');
  await init();
  expect(await text('keys/market/keys.json')).not.toBe(first[0]);
  expect(await text('service.env')).not.toBe(first[1]);
});

test('with compose each signer and the service has a certificate with its role', async () => {
  await init({ for: 'compose' });
  const files = (holder: string) => ({
    certificate: join(folder, `tls/${holder}/certificate.pem`),
    key: join(folder, `tls/${holder}/key.pem`),
    authority: join(folder, `tls/${holder}/authority.pem`),
  });
  for (const role of ROLES)
    expect(signerAddress('https://0.0.0.0:9441', files(role), `ordbook:signer:${role}`)).toMatchObject({
      port: 9441,
    });
  expect(signerAddress('https://market:9441', files('service'), 'ordbook:service')).toBeTruthy();
  expect(() => signerAddress('https://market:9441', files('gate'), 'ordbook:signer:market')).toThrow(
    'ordbook:signer:gate instead of ordbook:signer:market',
  );
});

test('what the operator has already is used, and nothing is made for it', async () => {
  const own = {
    node: 'http://user:password@10.0.0.3:18443',
    index: 'http://10.0.0.3:80',
    database: 'postgres://me@10.0.0.4/market',
  };
  await init(own);
  expect(await settingsOf('service.env')).toMatchObject({
    CHAIN_RPC_URL: own.node,
    ORD_URL: own.index,
    DATABASE_URL: own.database,
  });
  expect(await filesIn()).not.toContain('node/bitcoin.conf');
  expect(await filesIn()).not.toContain('database.sql');
  expect(printed).not.toMatch(/bitcoin\.conf|database\.sql/);
  expect(printed).toContain(
    'rpcwhitelist=<user>:getblockchaininfo,getblockhash,gettxout,gettxspendingprevout',
  );
});

test('the test network is testnet4, for node, index and service alike', async () => {
  await init({
    for: 'compose',
    network: 'testnet',
    feeAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  });
  expect(await text('node/bitcoin.conf')).toMatch(/^chain=testnet4$[\s\S]*^\[testnet4\]\nrpcport=48332$/m);
  const { ORD_CHAIN, ORD_BITCOIN_RPC_URL } = parseEnv(await text('ord.env'));
  expect([ORD_CHAIN, ORD_BITCOIN_RPC_URL]).toEqual(['testnet4', 'bitcoind:48332']);
  const { NETWORK, CHAIN_RPC_URL } = await settingsOf('signers.env', 'service.env');
  expect([NETWORK, new URL(CHAIN_RPC_URL).port]).toEqual(['testnet', '48332']);
});

test('a file in the way and a folder with something in it stay as they are', async () => {
  await writeFile(folder, 'mine');
  await expect(init()).rejects.toThrow(`${folder} is a file`);
  expect(await readFile(folder, 'utf8')).toBe('mine');
  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, 'notes'), 'mine');
  await expect(init()).rejects.toThrow('is not empty');
  expect(await readdir(folder)).toEqual(['notes']);
});

test('wrong flags write nothing', async () => {
  await expect(init({ feeAddress: 'nowhere', domain: 'https://x' })).rejects.toThrow('2 wrong answers');
  expect(await readdir(parent)).toEqual([]);
});

describe('the command', () => {
  const run = promisify(execFile);
  const ordbook = (...args: string[]) =>
    run(
      process.execPath,
      [
        ...['--import', 'tsx', '--conditions=source'],
        fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url)),
        ...args,
      ],
      { env: { PATH: process.env['PATH'] } },
    ).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  test('init without a terminal asks nothing, and ends with 1 when an answer is missing', async () => {
    const { code, stderr } = await ordbook('init', '--folder', folder, '--network', 'regtest');
    expect(code).toBe(1);
    expect(stderr).toContain('ordbook: 2 wrong answers');
    expect(stderr).toContain('--domain is missing');
    expect(await readdir(parent)).toEqual([]);
  });

  test('prints the version of the package', async () => {
    const manifest = fileURLToPath(new URL('../../package.json', import.meta.url));
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    expect((await ordbook('--version')).stdout).toBe(`${version}\n`);
  });

  test('reads settings from files, and says which file it cannot read', async () => {
    await init();
    const good = await ordbook(
      '--settings',
      join(folder, 'signers.env'),
      'keys',
      'show',
      join(folder, 'key-set.json'),
    );
    expect(good.stdout).toContain('a key set, signed by its publisher, of regtest');
    const { code, stderr } = await ordbook('--settings', join(folder, 'none.env'), 'check');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `the file of settings ${join(folder, 'none.env')} does not exist; check the path`,
    );
  });
});

describe('signers on other machines', () => {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  /** Settings of these files, with the installed paths replaced by those in the folder. */
  const installed = async (files: readonly string[], tls: string, keySet: string) => {
    const parts = await Promise.all(files.map(async (file) => parseEnv(await text(file))));
    const values = Object.assign({}, ...parts) as Record<string, string>;
    for (const [name, value] of Object.entries(values))
      values[name] = value
        .replace('/etc/ordbook/tls', join(folder, tls))
        .replace('/etc/ordbook/key-set.json', join(folder, keySet));
    return readSettings(values);
  };

  test('have a folder each to copy, with key, certificate, unit and script; nothing of theirs is installed here', async () => {
    await init({ signer: ['market=https://127.0.0.1:9441', 'policy=https://policy.example:9442'] });
    const files = await filesIn();
    const machine = (role: string) => files.filter((file) => file.startsWith(`machines/${role}/`));
    const common = ['collections.json', 'install.sh', 'key-set.json', 'keys.json', 'keys.json.journal'];
    const tls = ['authority', 'certificate', 'key'].map((name) => `tls/${name}.pem`);
    for (const [role, own] of [
      ['market', []],
      ['policy', ['policy.env']],
    ] as const)
      expect(machine(role)).toEqual(
        [...common, ...own, ...tls, 'signers.env', `ordbook-signer-${role}.service`]
          .map((name) => `machines/${role}/${name}`)
          .sort(),
      );
    expect(files.filter((file) => file.startsWith('keys/'))).toEqual([
      'keys/gate/keys.json',
      'keys/gate/keys.json.journal',
      'keys/key-set.json',
    ]);
    expect(files.filter((file) => file.startsWith('systemd/'))).toEqual([
      'systemd/ordbook-signer-gate.service',
      'systemd/ordbook.service',
    ]);
    expect(await text('install.sh')).toContain("roles='gate'");
    expect(await text('machines/market/ordbook-signer-market.service')).toContain(
      '--socket https://127.0.0.1:9441 --keys /var/lib/ordbook-market/keys.json',
    );
    expect(await text('machines/market/ordbook-signer-market.service')).not.toMatch(
      /PrivateNetwork|ordbook$/m,
    );
    expect(printed).toContain(`copy ${join(folder, 'machines/market')} to 127.0.0.1`);
    expect(printed).toContain('authority.key');
    for (const script of ['install.sh', 'machines/market/install.sh', 'machines/policy/install.sh'])
      await promisify(execFile)('sh', ['-n', join(folder, script)]);
  });

  test('are reached with what init made, and nobody else is', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const url = `https://127.0.0.1:${port}`;
    await init({ signer: [`market=${url}`] });
    const keys = join(folder, 'machines/market/keys.json');
    const market = await installed(
      ['machines/market/signers.env'],
      'machines/market/tls',
      'machines/market/key-set.json',
    );
    const { close } = await startSigner({ role: 'market', socket: url, keys }, market, quiet);
    const service = await installed(['signers.env', 'service.env'], 'tls/service', 'key-set.json');
    expect(service.SIGNER_ENDPOINT).toBe(url);
    const { publicKeys } = keyring(await readKeyFile(keys), 'regtest');
    expect(await openAdapters(service).signer.publicKeys()).toEqual(publicKeys);
    const asSigner = {
      ...service,
      SIGNER_TLS_CERT: market.SIGNER_TLS_CERT,
      SIGNER_TLS_KEY: market.SIGNER_TLS_KEY,
    };
    expect(() => openAdapters(asSigner)).toThrow('instead of ordbook:service');
    await close();
  });

  test.each([
    'market=http://10.0.0.2:9441',
    'market=https://10.0.0.2',
    'market=https://10.0.0.2:9441/x',
    'judge=https://10.0.0.2:9441',
    'https://10.0.0.2:9441',
  ])('are refused as %s', async (signer) => {
    await expect(init({ signer: [signer] })).rejects.toThrow('--signer is "');
    await expect(init({ signer: ['gate=https://a:1', 'gate=https://b:1'] })).rejects.toThrow('each once');
    await expect(init({ for: 'compose', signer: ['gate=https://a:1'] })).rejects.toThrow('leave it out');
  });
});
