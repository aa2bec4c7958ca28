/**
 * The installation of docs/install.md: its commands, in their order, on a machine with bitcoind, `ord`, PostgreSQL
 * and Caddy, from packed tarballs, with a user for each part; then a trade through TLS.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyOf } from '../../sandbox/src/keys.ts';
import { run } from '../clients/run.ts';
import { findPackageTools } from '../real/parts.ts';
import { type Machine, noMachine, startMachine } from './machine.ts';
import {
  ESPLORA_PORT,
  installParts,
  missingParts,
  ORD_URL,
  packedPackages,
  startWorld,
  type World,
} from './parts.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOMAIN = 'localhost';
/** Caddy's own authority, because nobody issues certificates for localhost. */
const AUTHORITY = '/var/lib/caddy/caddy/pki/authorities/local/root.crt';
const SETTINGS = '--settings /etc/ordbook/signers.env --settings /etc/ordbook/service.env';
const SLUG = 'quiet-mice';
const PRICE_SATS = 60_000;
const USERS = ['ordbook', 'ordbook-market', 'ordbook-policy', 'ordbook-gate'];

interface Step {
  readonly title: string;
  /** Its blocks of commands. */
  readonly blocks: readonly string[];
}

const packageTools = findPackageTools();
const missing = missingParts();
const reason = noMachine() ?? (missing.length > 0 ? `missing: ${missing.join(', ')}` : null);
if (reason !== null) process.stdout.write(`\nthe installation is not tested: ${reason}\n`);

/** The numbered steps of the first part of docs/install.md. */
async function documentedSteps(): Promise<Step[]> {
  const page = await readFile(join(ROOT, 'docs/install.md'), 'utf8');
  const [, part = ''] = /\n## On one machine, with systemd\n([\s\S]*?)\n## /.exec(page) ?? [];
  return part
    .split(/^### /m)
    .filter((section) => /^\d+\. /.test(section))
    .map((section) => ({
      title: section.split('\n', 1)[0]!,
      blocks: [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code]) => code!),
    }));
}

describe.runIf(reason === null)('an installation, as documented', () => {
  const timed: { step: string; commands: string; seconds: number }[] = [];
  let folder: string;
  let machine: Machine;
  let world: World;
  let tarball: (name: string) => string;
  let steps: Step[];
  let parentId = '';
  let inscriptionId = '';
  const printed = new Map<string, string>();

  const [seller, buyer] = ['seller', 'buyer'].map((name) => ({
    ordinals: { type: 'p2tr' as const, wif: keyOf(name, 'p2tr').wif, address: keyOf(name, 'p2tr').address },
    payment: {
      type: 'p2wpkh' as const,
      wif: keyOf(name, 'p2wpkh').wif,
      address: keyOf(name, 'p2wpkh').address,
    },
  })) as [Wallet, Wallet];

  /** The documented commands, for this network, and with tarballs instead of the registry. */
  const here = (commands: string) =>
    commands
      .replace(
        'npm install --global @ordbook/server',
        `npm install --global ${['protocol', 'client', 'mcp', 'server'].map(tarball).join(' ')}`,
      )
      .replaceAll('trade.example', DOMAIN)
      .replaceAll('--network mainnet', '--network regtest')
      .replaceAll(/bc1q\w+/g, keyOf('fees', 'p2wpkh').address)
      .replaceAll('PARENT_INSCRIPTION_ID', parentId);

  /** Runs a documented step; `before` prepares each of its blocks and does not count. */
  async function walk(number: number, before: (block: number) => Promise<void> = async () => undefined) {
    const { title, blocks } = steps[number - 1]!;
    let output = '';
    let milliseconds = 0;
    for (const [i, block] of blocks.entries()) {
      await before(i);
      const started = performance.now();
      output += await machine.run(here(block), { env: { CURL_CA_BUNDLE: AUTHORITY }, online: number === 1 });
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
  const trade = (what: 'sell' | 'buy' | 'sales') =>
    machine.run(`node trade.mjs ${what}`, {
      cwd: '/srv/bot',
      env: {
        NODE_EXTRA_CA_CERTS: AUTHORITY,
        TRADE: JSON.stringify({
          ...{ seller, buyer, inscriptionId, priceSats: PRICE_SATS, collectionSlug: SLUG },
          ...{ url: `https://${DOMAIN}`, ordUrl: ORD_URL, esploraUrl: `http://127.0.0.1:${ESPLORA_PORT}` },
        }),
      },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-install-'));
    await promisify(execFile)('chmod', ['755', folder]);
    steps = await documentedSteps();
    tarball = await packedPackages(join(folder, 'packages'));
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
    await machine?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
    if (timed.length > 0) process.stdout.write(`\n${table(timed)}\n`);
  });

  test('the packages install without a warning, and give the command', async () => {
    const output = await walk(1);
    const ours = output.split('\n').filter((line) => !/Unknown (user|env|global|builtin) config/.test(line));
    expect(ours.filter((line) => /warn|deprecated|EBADENGINE|override/i.test(line))).toEqual([]);
    expect(output).toMatch(/^\d+\.\d+\.\d+$/m);
    expect(await machine.run('ls "$(npm prefix -g 2>/dev/null)/lib/node_modules/@ordbook"')).toBe(
      'client\nmcp\nprotocol\nserver\n',
    );
  });

  test.runIf(packageTools).each(['server', 'sandbox'])('publint finds nothing in %s', async (name) => {
    const publint = join(packageTools!, 'node_modules/.bin/publint');
    const { code, output } = await run(publint, ['--strict', tarball(name)], { cwd: folder });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('All good') });
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
    const status = () => machine.run(`ordbook ${SETTINGS} pools status`);
    const output = await walk(8, async (block) => {
      if (block > 0) return mined(1);
      const coins = [first!, spare!].map((text) => ({ address, sats: sats(text) }));
      await world.ask({ do: 'pay', payments: coins });
      await until('the anchors are ready', async () => {
        await mined(1);
        return /anchors +200 +200/.test(await status());
      });
    });
    expect(output).toMatch(/20 admission coins created in [0-9a-f]{64}/);
    // the second look at them, a block later
    expect(output.slice(output.lastIndexOf('anchors'))).not.toContain('LOW');
    expect(output).toMatch(/admission tier 1 +20 +20 +20 {2}/);
  });

  test('a collection is added for the service and for the policy signer', async () => {
    const made = (await world.ask({ do: 'inscribe', address: seller.ordinals.address })) as {
      parentId: string;
      id: string;
    };
    ({ parentId, id: inscriptionId } = made);
    await until('the service has caught up', isReady);
    await walk(9);
    expect(JSON.parse(await machine.run('cat /etc/ordbook/collections.json'))).toEqual([
      { slug: SLUG, kind: 'parent_child', sources: [parentId] },
    ]);
  });

  test('the first trade goes through TLS, with the packed SDK', async () => {
    const started = performance.now();
    await writeFile(join(folder, 'trade.mjs'), TRADE);
    await machine.run(
      `mkdir -p /srv/bot && cd /srv/bot && cp ${folder}/trade.mjs . && echo '{"private":true}' >package.json
      npm install --no-audit --no-fund ${tarball('protocol')} ${tarball('client')}`,
      { online: true },
    );
    const payments = [seller, buyer].map(({ payment: { address } }) => ({ address, sats: 1_000_000 }));
    await world.ask({ do: 'pay', payments });
    await mined(1);
    await trade('sell');
    expect(await trade('buy')).toMatch(/^bought [0-9a-f]{64}$/m);
    timed.push({
      step: 'The first trade',
      commands: 'npm install @ordbook/client, list, buy',
      seconds: (performance.now() - started) / 1000,
    });
    await mined(1);
    await until('the sale is confirmed', async () =>
      (await trade('sales')).includes(`sold ${inscriptionId} for ${PRICE_SATS}`),
    );
    const owner = await machine.run(
      `curl --silent --fail --header 'Accept: application/json' ${ORD_URL}/inscription/${inscriptionId}`,
    );
    expect(JSON.parse(owner)).toMatchObject({ address: buyer.ordinals.address });
  });

  test('every step of the page was walked', () => {
    expect(timed.map(({ step }) => step)).toEqual([...steps.map(({ title }) => title), 'The first trade']);
  });
});

interface Wallet {
  readonly ordinals: { readonly type: 'p2tr'; readonly wif: string; readonly address: string };
  readonly payment: { readonly type: 'p2wpkh'; readonly wif: string; readonly address: string };
}

const TRADE = `
import { buy, createClient, listInscriptions, localWallet, ordSource, signIn } from '@ordbook/client';
const { url, ordUrl, esploraUrl, seller, buyer, inscriptionId, collectionSlug, priceSats } = JSON.parse(process.env.TRADE);
const enter = ({ ordinals, payment }) =>
  signIn(createClient({ baseUrl: url }), localWallet({ ordinals, payment, network: 'regtest' }), {
    source: ordSource(ordUrl, { esploraUrl }),
  });
if (process.argv[2] === 'sell') {
  await listInscriptions(await enter(seller), { collectionSlug, items: [{ inscriptionId, priceSats }] });
  console.log('listed');
} else if (process.argv[2] === 'buy') {
  const bob = await enter(buyer);
  const { listings } = await bob.client.get('/listings', { query: { collectionSlug } });
  const { settlementTxid } = await buy(bob, { collectionSlug, listings: [listings[0]], maxTotalSats: 130_000, esploraUrl });
  console.log('bought ' + settlementTxid);
} else {
  const bob = await enter(buyer);
  const { sales } = await bob.client.get('/sales', { query: { collectionSlug } });
  for (const sale of sales) console.log('sold ' + sale.inscriptionId + ' for ' + sale.priceSats);
}
`;

async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function table(rows: readonly { step: string; commands: string; seconds: number }[]): string {
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    '| step | commands | seconds |',
    '|---|---|---|',
    ...rows.map(({ step, commands, seconds }) => `| ${step} | \`${commands}\` | ${seconds.toFixed(1)} |`),
    `| together | | ${total.toFixed(1)} s, ${(total / 60).toFixed(1)} minutes |`,
  ].join('\n');
}
