/**
 * The installation of docs/install.md: its commands, in their order, on a machine with bitcoind, `ord`,
 * PostgreSQL and Caddy, from a registry with the packed tarballs, with a user for each part; then a trade
 * through TLS. The same installation gets a second replica, an upgrade under load, new keys, and its database
 * from a backup, all with documented commands.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyOf } from '../../sandbox/src/keys.ts';
import { type Load, TRADE } from './bot.ts';
import { documentedCommands, documentedSteps, type Step, table } from './documented.ts';
import { type Machine, noMachine, startMachine } from './machine.ts';
import {
  ESPLORA_PORT,
  installParts,
  laterPackages,
  missingParts,
  ORD_URL,
  PROGRAM,
  packedPackages,
  startWorld,
  type World,
} from './parts.ts';
import { type Registry, startRegistry } from './registry.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const DOMAIN = 'localhost';
/** Caddy's own authority, because nobody issues certificates for localhost. */
const AUTHORITY = '/var/lib/caddy/caddy/pki/authorities/local/root.crt';
const SETTINGS = '--settings /etc/ordbook/signers.env --settings /etc/ordbook/service.env';
const SLUG = 'quiet-mice';
const PRICE_SATS = 60_000;
const SIGNER_UNITS = 'ordbook-signer-market ordbook-signer-policy ordbook-signer-gate';
const USERS = ['ordbook', 'ordbook-market', 'ordbook-policy', 'ordbook-gate'];

/** The version that the installation is upgraded to. */
const LATER_VERSION = '99.0.0';
/** The trades of this test, by what happens meanwhile. */
const TRADES = [
  'first',
  'inFlight',
  'load1',
  'load2',
  'newKeys',
  'afterBackup',
  'restored',
  'rebuilt',
] as const;

const missing = missingParts();
const reason = noMachine() ?? (missing.length > 0 ? `missing: ${missing.join(', ')}` : null);
if (reason !== null) process.stdout.write(`\nthe installation is not tested: ${reason}\n`);

describe.runIf(reason === null)('an installation, as documented', () => {
  const timed: { step: string; commands: string; seconds: number }[] = [];
  let folder: string;
  let machine: Machine;
  let world: World;
  let tarball: (name: string) => string;
  let registry: Registry;
  let steps: Step[];
  let parentId = '';
  let ids: Readonly<Record<(typeof TRADES)[number], string>>;
  const printed = new Map<string, string>();

  const [seller, buyer] = ['seller', 'buyer'].map((name) => ({
    ordinals: { type: 'p2tr' as const, wif: keyOf(name, 'p2tr').wif, address: keyOf(name, 'p2tr').address },
    payment: {
      type: 'p2wpkh' as const,
      wif: keyOf(name, 'p2wpkh').wif,
      address: keyOf(name, 'p2wpkh').address,
    },
  })) as [Wallet, Wallet];

  /** The documented commands, for this network, and with our packages from a registry of the test. */
  const here = (commands: string) =>
    commands
      .replace(
        /npm install --global (@ordbook\/server)(@NEW_VERSION)?/,
        (_, name: string, later?: string) =>
          `npm install --global ${registry.option} ${name}${later ? `@${LATER_VERSION}` : ''}`,
      )
      .replaceAll('trade.example', DOMAIN)
      .replaceAll('--network mainnet', '--network regtest')
      .replaceAll(/bc1q\w+/g, keyOf('fees', 'p2wpkh').address)
      .replaceAll('PARENT_INSCRIPTION_ID', parentId);

  /** Runs a step of the first part; `before` prepares each of its blocks and does not count. */
  const walk = (number: number, before?: (block: number) => Promise<void>) =>
    play(steps[number - 1]!, before);

  /** Runs documented commands. */
  async function play(
    { title, blocks }: Step,
    before: (block: number, output: string) => Promise<void> = async () => undefined,
  ): Promise<string> {
    let output = '';
    let milliseconds = 0;
    for (const [i, block] of blocks.entries()) {
      await before(i, output);
      const started = performance.now();
      const online = block.includes('npm install');
      output += await machine.run(here(block), { env: { CURL_CA_BUNDLE: AUTHORITY }, online });
      milliseconds += performance.now() - started;
    }
    const first = blocks.map((block) => block.trim().split('\n')[0]!).join(' … ');
    timed.push({ step: title, commands: first, seconds: milliseconds / 1000 });
    printed.set(title, output);
    return output;
  }

  const isReady = () =>
    machine.run(`curl --silent --fail --cacert ${AUTHORITY} https://${DOMAIN}/healthz`).then(
      () => true,
      () => false,
    );

  async function mined(blocks: number): Promise<void> {
    await world.ask({ do: 'mine', blocks });
    await until('the service has caught up', isReady);
  }

  /** A client with the packed SDK, in a folder of its own. */
  const trade = (what: 'sell' | 'try' | 'buy' | 'sales' | 'load', ...inscriptionIds: string[]) =>
    machine.run(`node trade.mjs ${what}`, {
      cwd: '/srv/bot',
      env: {
        NODE_EXTRA_CA_CERTS: AUTHORITY,
        TRADE: JSON.stringify({
          ...{ seller, buyer, inscriptionIds, priceSats: PRICE_SATS, collectionSlug: SLUG },
          ...{ url: `https://${DOMAIN}`, ordUrl: ORD_URL, esploraUrl: `http://127.0.0.1:${ESPLORA_PORT}` },
        }),
      },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-install-'));
    await promisify(execFile)('chmod', ['755', folder]);
    steps = await documentedSteps();
    tarball = await packedPackages();
    registry = await startRegistry();
    await registry.publish(...PROGRAM.map(tarball));
    machine = await startMachine();
    await installParts(machine, folder);
    await until('the node answers', () =>
      machine.run('bash -c "exec 3<>/dev/tcp/127.0.0.1/18443"').then(
        () => true,
        () => false,
      ),
    );
    world = startWorld(machine);
    await world.ask({ do: 'warmUp' });
    await machine.run('systemctl start ord');
  });
  afterAll(async () => {
    world?.stop();
    registry?.close();
    await machine?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
    if (timed.length > 0) process.stdout.write(`\n${table(timed)}\n`);
  });

  test('the packages install without a warning, and give the command', async () => {
    const output = await walk(1);
    const ours = output.split('\n').filter((line) => !/Unknown (user|env|global|builtin) config/.test(line));
    expect(ours.filter((line) => /warn|deprecated|EBADENGINE|override/i.test(line))).toEqual([]);
    expect(output).toMatch(/^\d+\.\d+\.\d+$/m);
    expect(await machine.run('ls "$(npm prefix -g 2>/dev/null)/lib/node_modules/@ordbook"')).toBe('server\n');
  });

  test('init says what to back up and what to fund', async () => {
    expect(await walk(2)).toMatch(/Back up now[\s\S]*keys\/market\/keys\.json[\s\S]*bcrt1p\w{58}/);
    // again it replaces nothing
    await expect(machine.run(here(steps[1]!.blocks[0]!))).rejects.toThrow('is not empty');
  });

  test('node and database take the passwords of init', async () => {
    expect(await walk(3)).toMatch(/CREATE ROLE\s+CREATE DATABASE/);
  });

  test('the files are installed with a user for each part, and never replaced', async () => {
    await walk(4);
    // this test sends more than a client may, in little time
    await machine.run('echo LIMIT_SCALE=1000 >>/etc/ordbook/service.env');
    for (const user of USERS) expect(await machine.run(`id --user --name ${user}`)).toBe(`${user}\n`);
    await expect(machine.run('/root/ordbook/install.sh')).rejects.toThrow('exists');
    for (const role of ['market', 'policy', 'gate'])
      for (const user of USERS.filter((each) => each !== `ordbook-${role}`))
        await expect(
          machine.run(`runuser -u ${user} -- cat /var/lib/ordbook-${role}/keys.json`),
        ).rejects.toThrow('Permission denied');
    for (const user of USERS)
      await expect(machine.run(`runuser -u ${user} -- cat /etc/ordbook/service.env`)).rejects.toThrow(
        'Permission denied',
      );
  });

  test('the signers start, each as its own user, without a network where they need none', async () => {
    await walk(5);
    for (const role of ['market', 'policy', 'gate']) {
      const socket = `/run/ordbook-${role}/signer.sock`;
      await until(`the ${role} signer listens`, () =>
        machine.run(`test -S ${socket}`).then(
          () => true,
          () => false,
        ),
      );
      expect(await machine.run(`stat -c %U:%G:%a ${socket}`)).toBe(`ordbook-${role}:ordbook:660\n`);
      const network = await machine.run(
        `readlink /proc/$(cat /run/units/ordbook-signer-${role}.pid)/ns/net /proc/1/ns/net | uniq | wc -l`,
      );
      expect([role, Number(network)]).toEqual([role, role === 'policy' ? 1 : 2]);
    }
  });

  test('check finds every part', async () => {
    const output = await walk(6);
    expect(output).not.toMatch(/^NO /m);
    for (const part of ['node', 'index', 'database', 'market signer', 'policy signer', 'gate signer'])
      expect(output).toMatch(new RegExp(`^ok +${part}`, 'm'));
  });

  test('the service is ready, behind TLS, and its figures are not public', async () => {
    await walk(7);
    expect(await isReady()).toBe(true);
    const status = (path: string) =>
      machine.run(
        `curl --silent --output /dev/null --write-out '%{http_code}' --cacert ${AUTHORITY} https://${DOMAIN}${path}`,
      );
    expect(await status('/metrics')).toBe('404');
    expect(await status('/.well-known/ordbook-keys.json')).toBe('200');
    const owner = await machine.run('stat -c %U /proc/$(cat /run/units/ordbook.pid)');
    expect(owner).toBe('ordbook\n');
  });

  test('the pools fill from the coins that init named', async () => {
    const [, first, spare] = /two coins, of ([\d,]+) sats and of ([\d,]+) sats/.exec(
      [...printed.values()][1]!,
    )!;
    const [address] = /bcrt1p\w{58}/.exec([...printed.values()][1]!)!;
    const sats = (text: string) => Number(text.replaceAll(',', ''));
    const status = () => machine.run(`ordbook ${SETTINGS} admin GET /v1/pools --csv`);
    const output = await walk(8, async (block) => {
      if (block > 0) {
        await mined(1);
        // the service asks the gate and the index about new coins once both have the block
        return until('the admission coins are known', async () =>
          /admission tier 1,20,20,20,/.test(await status()),
        );
      }
      const coins = [first!, spare!].map((text) => ({ address, sats: sats(text) }));
      await world.ask({ do: 'pay', payments: coins });
      await until('the anchors are ready', async () => {
        await mined(1);
        return /anchors,200,,200,/.test(await status());
      });
    });
    expect(output).toMatch(/20 admission coins created in [0-9a-f]{64}/);
    // the second look at them, a block later
    expect(output.slice(output.lastIndexOf('anchors'))).not.toContain(',true,');
    expect(output).toMatch(/admission tier 1,20,20,20,false/);
  });

  test('a collection is added for the service and for the policy signer', async () => {
    const { address } = seller.ordinals;
    const made = (await world.ask({ do: 'inscribe', address, count: TRADES.length })) as {
      parentId: string;
      ids: string[];
    };
    parentId = made.parentId;
    ids = Object.fromEntries(TRADES.map((name, i) => [name, made.ids[i]!])) as typeof ids;
    await until('the service has caught up', isReady);
    await walk(9);
    expect(JSON.parse(await machine.run('cat /etc/ordbook/collections.json'))).toMatchObject({
      number: 1,
      collections: [{ slug: SLUG, kind: 'parent_child', sources: [parentId] }],
    });
  });

  test('the first trade goes through TLS, with the packed SDK', async () => {
    const started = performance.now();
    await writeFile(join(folder, 'trade.mjs'), TRADE);
    await machine.run(
      `mkdir -p /srv/bot && cd /srv/bot && cp ${folder}/trade.mjs . && echo '{"private":true}' >package.json
      npm install --no-audit --no-fund ${tarball('protocol')} ${tarball('judge')} ${tarball('api')} ${tarball('client')}`,
      { online: true },
    );
    const coinOf = ({ payment: { address } }: Wallet) => ({ address, sats: 200_000 });
    await world.ask({ do: 'pay', payments: [coinOf(seller), ...TRADES.map(() => coinOf(buyer))] });
    await mined(1);
    await trade('sell', ids.first);
    expect(await trade('buy', ids.first)).toMatch(/^bought [0-9a-f]{64}$/m);
    timed.push({
      step: 'The first trade',
      commands: 'npm install @ordbook/client, list, buy',
      seconds: (performance.now() - started) / 1000,
    });
    await mined(1);
    await sold('first');
  });

  /** Waits until the sale is confirmed, and checks who has the inscription. */
  async function sold(...names: (typeof TRADES)[number][]): Promise<void> {
    for (const name of names) {
      await until(`the sale ${name} is confirmed`, async () =>
        (await trade('sales')).includes(`sold ${ids[name]} for ${PRICE_SATS}`),
      );
      const owner = await machine.run(
        `curl --silent --fail --header 'Accept: application/json' ${ORD_URL}/inscription/${ids[name]}`,
      );
      expect(JSON.parse(owner)).toMatchObject({ address: buyer.ordinals.address });
    }
  }

  test('a second replica takes requests beside the first', async () => {
    await play(await documentedCommands('install', '## A second replica'));
    expect(await machine.run('stat -c %U /proc/$(cat /run/units/ordbook-second.pid)')).toBe('ordbook\n');
    expect(await machine.run('cat /etc/caddy/Caddyfile')).toContain('127.0.0.1:8080 127.0.0.1:8082');
  });

  test('an upgrade under load loses nothing, and clients see no error but 503 of a submit', async () => {
    await trade('sell', ids.inFlight, ids.load1, ids.load2);
    await mined(1);
    expect(await trade('buy', ids.inFlight)).toMatch(/^bought /m);
    const later = await laterPackages(tarball, LATER_VERSION, join(folder, 'later'));
    await registry.publish(...PROGRAM.map(later));
    const load = trade('load', ids.load1, ids.load2);
    const upgrade = await documentedCommands('install', '## Upgrade');
    await play(upgrade);
    await machine.run('touch /srv/bot/stop');
    const seen = JSON.parse((await load).split('\n').findLast((line) => line.startsWith('{'))!) as Load;
    expect(seen.bought).toEqual([ids.load1, ids.load2]);
    expect([seen, seen.reads[200]! > 50]).toEqual([seen, true]);
    expect({ ...seen, reads: Object.keys(seen.reads) }).toMatchObject({ reads: ['200'], failed: [] });
    expect(await machine.run('ordbook --version')).toBe(`${LATER_VERSION}\n`);
    for (const port of [8080, 8082])
      expect(await machine.run(`curl --silent http://127.0.0.1:${port}/metrics`)).toContain(
        `ordbook_build_info{version="${LATER_VERSION}"`,
      );
    expect(await machine.run(`runuser -u postgres -- psql -c 'table later_version' ordbook`)).toContain('n');
    await mined(1);
    await sold('inFlight', 'load1', 'load2');
  });

  test('a key is retired: its coins leave, and trades go on under the new one', async () => {
    const { title, blocks } = await documentedCommands('operations', '### Retire a key');
    const treasury = keyOf('treasury', 'p2wpkh').address;
    await trade('sell', ids.newKeys);
    await mined(1);
    let keys = '';
    const filled = blocks.map((block) => block.replaceAll('YOUR_ADDRESS', treasury));
    const step = async (i: number) => {
      keys += await play({ title, blocks: [filled[i]!] });
    };
    await step(0);
    expect(keys).toMatch(/"scope": "everything"[\s\S]*open listings and offers end/);
    await expect(trade('try', ids.newKeys)).rejects.toThrow('the operator changes its keys');
    await mined(1);
    await mined(1);
    // once, unless the service has sent something between the block and its stop
    for (let round = 0; round < 3 && !keys.includes('is retired; publish a key set'); round += 1) {
      await step(1);
      await world.ask({ do: 'mine', blocks: 1 });
      await step(2);
    }
    expect(keys).toMatch(/Sent \d+ sats\. The key is empty[\s\S]*is retired; publish a key set/);
    await step(3);
    const [, market = '', anchor = '', address = ''] =
      /market key +(\w{64})\s+anchor key +(\w{64})\s+anchor address +(\w+)/.exec(keys)!;
    filled[4] = filled[4]!.replace('NEW_MARKET_KEY', market).replace('NEW_ANCHOR_KEY', anchor);
    await step(4);
    expect(filled).toHaveLength(5);
    await world.ask({ do: 'pay', payments: [300_000, 100_000].map((sats) => ({ address, sats })) });
    await until('the new anchors are ready', async () => {
      await mined(1);
      return /anchors,200,,200,/.test(await machine.run(`ordbook ${SETTINGS} admin GET /v1/pools --csv`));
    });
    await trade('sell', ids.newKeys);
    expect(await trade('buy', ids.newKeys)).toMatch(/^bought /m);
    await mined(1);
    await sold('newKeys');
    const published = await machine.run(
      `curl --silent --cacert ${AUTHORITY} https://${DOMAIN}/.well-known/ordbook-keys.json`,
    );
    expect(JSON.parse(published)).toMatchObject({ market, number: 2 });
  });

  test('a backup is restored: what was sold since is read back, and an audit finds nothing', async () => {
    await trade('sell', ids.afterBackup, ids.restored);
    await mined(1);
    await play(await documentedCommands('operations', '## Backup'));
    expect(await trade('buy', ids.afterBackup)).toMatch(/^bought /m);
    await mined(1);
    await sold('afterBackup');
    const output = await play(await documentedCommands('operations', '### Restore'));
    expect(output).toContain('no findings at height');
    await sold('first', 'afterBackup');
    await trade('sell', ids.restored);
    expect(await trade('buy', ids.restored)).toMatch(/^bought /m);
    await mined(1);
    await sold('restored');
  });

  test('the machine is gone: from the backup alone to the next trade', async () => {
    await play(await documentedCommands('operations', '### What to back up'));
    await machine.run(`systemctl stop ordbook ordbook-second caddy ${SIGNER_UNITS}
      for user in ${USERS.join(' ')}; do userdel "$user"; done
      rm -rf /etc/ordbook /var/lib/ordbook-* /root/ordbook /root/ordbook.dump /root/ordbook-before-upgrade.dump /etc/caddy/Caddyfile
      rm -f /etc/systemd/system/ordbook*
      sed --in-place '/ordbook/d' /etc/bitcoin/bitcoin.conf
      npm uninstall --global @ordbook/server
      runuser -u postgres -- psql -c 'DROP DATABASE ordbook' -c 'DROP DATABASE ordbook_old' -c 'DROP ROLE ordbook'`);
    const { title, blocks } = await documentedCommands('operations', '## The machine is gone');
    expect(blocks).toHaveLength(4);
    const output = await play({ title, blocks }, async (block) => {
      if (block === 2) await machine.run('echo LIMIT_SCALE=1000 >>/etc/ordbook/service.env');
    });
    expect(output).toContain('half of each limit counts as used');
    expect(output).toMatch(/^warn gate signer +fills of tier 1 wait until 20/m);
    expect(output).toContain('no findings at height');
    expect(await machine.run('curl --silent http://127.0.0.1:8080/healthz')).toContain(
      'fills of tier 1 wait until',
    );
    await trade('sell', ids.rebuilt);
    expect(await trade('buy', ids.rebuilt)).toMatch(/^bought /m);
    await mined(1);
    await sold('first', 'rebuilt');
  });

  test('every step of the page was walked', () => {
    const later = ['A second replica', 'Upgrade', 'Retire a key', 'Backup', 'Restore'];
    later.push('What to back up', 'The machine is gone');
    expect([...new Set(timed.map(({ step }) => step))]).toEqual([
      ...steps.map(({ title }) => title),
      'The first trade',
      ...later,
    ]);
  });
});

interface Wallet {
  readonly ordinals: { readonly type: 'p2tr'; readonly wif: string; readonly address: string };
  readonly payment: { readonly type: 'p2wpkh'; readonly wif: string; readonly address: string };
}

async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
