/** Every example runs against a sandbox whose blocks come on request. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fillCollectionOffer, listInscriptions } from '@ordbook/client';
import { WIF } from '@scure/btc-signer';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { REGTEST } from '../../sandbox/src/keys.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { bundledProgram } from '../../stack/bundled-program.ts';
import { freePort } from '../../stack/real/child.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLES = join(ROOT, 'examples');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const PYTHON = 'python3';
const hasPython = await run(PYTHON, ['--version']).then(
  () => true,
  () => false,
);

/** Code for browsers. */
async function bundled(entry: BuildOptions): Promise<string> {
  const settings: BuildOptions = { bundle: true, platform: 'browser', format: 'esm', conditions: ['source'] };
  const { outputFiles } = await build({ ...settings, ...entry, write: false });
  return outputFiles[0]!.text;
}

const ADMIN_TOKEN = 'x'.repeat(40);
let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-examples-'));
  sandbox = await startSandbox({
    ...{ port: 0, blockSeconds: 0, logLevel: 'error', adminListen: '0' },
    settings: { ADMIN_TOKEN: `ada:${ADMIN_TOKEN}`, POLL_MS: 5_000 },
  });
}, 300_000);
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

const mine = () => sandboxAt(sandbox.url).mine();

const bundles = new Map<string, Promise<string>>();

async function start(
  example: string,
  env: Record<string, string> = {},
): Promise<ChildProcessWithoutNullStreams> {
  let bundle = bundles.get(example);
  if (!bundle) {
    bundle = bundledProgram(join(EXAMPLES, example), join(folder, example));
    bundles.set(example, bundle);
  }
  const settings = { ...process.env, NODE_OPTIONS: '', ORDBOOK_URL: sandbox.url, ...env };
  const child = spawn(process.execPath, [await bundle], { cwd: ROOT, env: settings });
  child.stderr.pipe(process.stderr);
  return child;
}

/** What an example prints until it ends. A block is mined at each purchase and each bid. */
async function output(example: string, env: Record<string, string> = {}, code = 0): Promise<string> {
  const child = await start(example, env);
  child.stdout.on('data', (chunk) => {
    if (/^(bought|bids) /m.test(String(chunk))) void mine();
  });
  const [printed, [ended]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(ended).toBe(code);
  return printed;
}

/** A seller whose inscriptions are listed at these prices. */
async function seller(prices: readonly number[]) {
  const made = await trader(sandbox, 'p2wpkh', prices.length);
  const items = made.inscriptionIds.map((inscriptionId, index) => ({
    inscriptionId,
    priceSats: prices[index]!,
  }));
  await listInscriptions(made, { collectionSlug: SLUG, items });
  return made;
}

test('the floor sweeper buys what is cheap enough, waits for blocks, and leaves the rest', async () => {
  await seller([61_000, 62_000, 500_000]);
  const printed = await output('floor-sweeper.ts', { MAX_PRICE_SATS: '70000', BUDGET_SATS: '200000' });
  expect(printed.match(/^bought /gm)).toHaveLength(2);
  expect(printed.match(/^ {2}confirmed$/gm)).toHaveLength(2);
  expect(printed).toMatch(/^done; \d+ sats are left$/m);
}, 120_000);

test('two floor sweepers race for the same listings: each is bought once, and the other says that it is gone', async () => {
  await seller([51_000, 52_000, 53_000]);
  const env = { MAX_PRICE_SATS: '55000', BUDGET_SATS: '300000' };
  const printed = await Promise.all(
    ['3', '4'].map((wallet) => output('floor-sweeper.ts', { ...env, WALLET: wallet })),
  );
  expect(printed.join('').match(/^bought /gm)).toHaveLength(3);
  for (const one of printed) expect(one).toMatch(/^done; \d+ sats are left$/m);
}, 180_000);

describe('the market maker', () => {
  const make = (env: Record<string, string> = {}, code = 0) =>
    output('market-maker.ts', { ROUNDS: '1', WALLET: '2', ...env }, code);

  let owner: Awaited<ReturnType<typeof trader>>;
  beforeAll(async () => {
    // an offer is for what is a member when it is made
    owner = await trader(sandbox, 'p2wpkh', 1);
  }, 60_000);

  test('signs nothing that could cost more than it put at risk, and says so', async () => {
    await seller([100_000]);
    const printed = await make({ MOST_AT_RISK_SATS: '0' }, 1);
    expect(printed).toMatch(/^stops, nothing more was signed: \d+ sats could be lost/m);
    expect(printed).not.toContain('bids ');
  }, 120_000);

  test('bids a ladder below the floor, follows it, and repeats nothing', async () => {
    const maker = await seller([60_000]);
    expect(await make()).toMatch(/^bids \d+000, \d+000, \d+000$/m);
    expect(await make()).not.toMatch(/bids|withdrew/);
    const { rows } = await maker.client.get('/collection/{slug}/collection-offers', { path: { slug: SLUG } });
    const [best, second, third] = rows.map(({ priceSats }) => priceSats as number);
    expect([best! - second!, second! - third!]).toEqual([5_000, 5_000]);

    await seller([50_000]);
    const later = await make();
    expect(later).toContain(`withdrew the bid of ${best}`);
    expect(later).toContain('bids 45000, 40000, 35000');
  }, 180_000);

  test('lists what it got above the floor, and bids for no more items than it may hold', async () => {
    const { rows } = await owner.client.get('/collection/{slug}/collection-offers', { path: { slug: SLUG } });
    const { id: offerId, priceSats } = rows[0]!;
    const inscriptionId = owner.inscriptionIds[0]!;
    await fillCollectionOffer(owner, { collectionSlug: SLUG, offerId, inscriptionId, priceSats });
    for (let block = 0; block < 2; block += 1) await mine();
    const later = await make({ MOST_ITEMS: '1' });
    expect(later).toMatch(/^asks \d+ for /m);
    expect(later).toMatch(/^holds \d+ of at most 1 items$/m);
    expect(later).toMatch(/^withdrew /m);
    expect(later).not.toContain('bids ');
  }, 120_000);
});

test('the gallery shows what is for sale with its pictures, to a visitor without a token', async () => {
  await seller([88_123]);
  const port = await freePort();
  const gallery = await start('gallery.ts', { PORT: String(port) });
  try {
    await new Promise((resolve) => gallery.stdout.once('data', resolve));
    const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    await expect.poll(page, { timeout: 20_000, interval: 1_100 }).toContain('88,123 sats');
    const [, image] = /<img src="([^"]+)"/.exec(await page())!;
    expect((await fetch(image!)).status).toBe(200);
  } finally {
    gallery.kill();
  }
}, 120_000);

test('the agent buys by itself below a limit, and above it only when a person says yes', async () => {
  await seller([41_000, 42_000]);
  const agent = async (askAbove: number, answer: string) => {
    const child = await start('agent.ts', { WALLET: '3', ASK_ABOVE_SATS: String(askAbove) });
    child.stdin.end(answer);
    return text(child.stdout);
  };
  for (const answer of ['no\n', '', 'yes please\n']) {
    const printed = await agent(1_000, answer);
    expect(printed).toMatch(/your coins lose at most [\d,]+ sats/);
    expect(printed).toContain('declined: nothing was signed');
  }
  expect(await agent(1_000, 'yes\n')).toMatch(/^.*bought for 41000 sats in [0-9a-f]{64}$/m);
  for (let block = 0; block < 2; block += 1) await mine();
  const alone = await agent(1_000_000, '');
  expect(alone).toMatch(/^bought for 42000 sats/m);
  expect(alone).not.toContain('Sign this?');
}, 240_000);

test('the event consumer keeps the book, and goes on where it ended', async () => {
  const state = join(folder, 'book.json');
  const consumer = async () => {
    const child = await start('event-consumer.ts', { STATE: state });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    const prints = (what: RegExp) => expect.poll(() => printed, { timeout: 20_000 }).toMatch(what);
    return { child, prints };
  };
  const first = await consumer();
  try {
    await first.prints(/^begins\nup to date: \d+ for sale$/m);
    await seller([87_001]);
    await first.prints(/^listing\.made .* at 87001 sats$/m);
  } finally {
    first.child.kill();
  }
  const owner = await seller([87_002]);
  const second = await consumer();
  try {
    await second.prints(/^goes on after \d+-.*\n(.*\n)*listing\.made .* at 87002 sats\n(.*\n)*up to date/m);
    const { book } = JSON.parse(await readFile(state, 'utf8')) as { book: Record<string, number> };
    const prices = (
      await owner.client.get('/listings', { query: { collectionSlug: SLUG, limit: 100 } })
    ).listings.map(({ priceSats }) => priceSats);
    await expect.poll(() => Object.values(book).sort()).toEqual(prices.map(Number).sort());
  } finally {
    second.child.kill();
  }
}, 120_000);

test('the webhook receiver takes signed events once, and nothing else', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hooks`;
  const added = await fetch(`http://${sandbox.admin}/v1/webhooks`, {
    method: 'POST',
    body: JSON.stringify({ url, reason: 'trial' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  const { secret } = (await added.json()) as { secret: string };
  const receiver = await start('webhook-receiver.ts', { SECRET: secret, PORT: String(port) });
  const printed: string[] = [];
  receiver.stdout.on('data', (chunk) => printed.push(String(chunk)));
  try {
    await expect.poll(() => printed.join(''), { timeout: 20_000 }).toContain('receiving at');
    await mine();
    await expect
      .poll(() => printed.join(''), { timeout: 20_000 })
      .toMatch(/^block\.applied {2}\{.*"height":\d+/m);
    const forged = await fetch(url, {
      method: 'POST',
      body: '{"type":"sale.confirmed"}',
      headers: {
        'webhook-id': '1-ab',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
    });
    expect(forged.status).toBe(400);
    expect(printed.join('')).not.toContain('sale.confirmed');
  } finally {
    receiver.kill();
  }
}, 120_000);

test.runIf(hasPython)(
  'Python signs in and reads, with its standard library',
  async () => {
    await seller([99_000]);
    const env = { ...process.env, ORDBOOK_URL: sandbox.url };
    const { stdout } = await run(PYTHON, [join(EXAMPLES, 'python/sign_in.py')], { env });
    expect(stdout).toMatch(/^signed in as [0-9a-f-]{36}$/m);
    expect(stdout).toMatch(/: \d+ sats$/m);
  },
  60_000,
);

test('without python3 or Chromium, this says which examples did not run', () => {
  const missing = [...(hasPython ? [] : ['python/sign_in.py']), ...(CHROMIUM ? [] : ['browser-sign-in'])];
  if (missing.length > 0)
    console.warn(`examples that did not run, as their program is missing: ${missing.join(', ')}`);
  expect(missing.length).toBeLessThanOrEqual(2);
});

describe.runIf(CHROMIUM)('the page for browsers, in Chromium', () => {
  /** What the page shows after a click, once it has `until`; its UniSat signs with the key, or its user says no. */
  async function clicked(secret: string, rejects: boolean, until: RegExp): Promise<string> {
    const contents = `
      import { injectedUnisat, keysOf } from '../client/test/wallets/fakes.ts';
      window.unisat = injectedUnisat(keysOf(['${secret}', '${secret}'], 'same'), { rejects: ${rejects} });
      const tell = () => void fetch('/shown', { method: 'POST', body: document.body.innerHTML });
      new MutationObserver(tell).observe(document.body, { subtree: true, childList: true });
      addEventListener('load', () => document.querySelector('button').click());`;
    const html = (await readFile(join(EXAMPLES, 'browser-sign-in/index.html'), 'utf8'))
      .replace('http://127.0.0.1:8080', sandbox.url)
      .replace('</body>', '<script type="module" src="wallet.js"></script></body>');
    const files: Record<string, readonly [string, string]> = {
      '/': ['text/html', html],
      '/script.js': [
        'text/javascript',
        await bundled({ entryPoints: [join(EXAMPLES, 'browser-sign-in/script.ts')] }),
      ],
      '/wallet.js': [
        'text/javascript',
        await bundled({ stdin: { contents, resolveDir: EXAMPLES, loader: 'ts' } }),
      ],
    };
    let show: (body: string) => void;
    const shown = new Promise<string>((resolve) => {
      show = resolve;
    });
    const server = createServer((request, response) => {
      const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
      if (request.method !== 'POST') return;
      void text(request).then((told) => {
        if (until.test(told)) show(told);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${join(folder, 'browser')}`,
      '--remote-debugging-port=0',
    ];
    const browser = spawn(CHROMIUM!, [...flags, page], { stdio: 'ignore' });
    const ended = new Promise((resolve) => browser.on('exit', resolve));
    try {
      return await shown;
    } finally {
      browser.kill();
      await ended;
      server.closeAllConnections();
      server.close();
    }
  }

  test('signs a visitor in, and shows the book', async () => {
    await seller([98_000]);
    const { ordinals } = await sandboxAt(sandbox.url).addWallet('same', 1_000_000);
    const shown = await clicked(
      Buffer.from(WIF(REGTEST).decode(ordinals.wif)).toString('hex'),
      false,
      /sats<\/li>/,
    );
    expect(shown).toContain(`Signed in as ${ordinals.address}`);
    expect(shown).toMatch(/<li>.*sats<\/li>/);
  }, 120_000);

  test('shows that a visitor said no', async () => {
    const shown = await clicked('01'.repeat(32), true, /You said no/);
    expect(shown).toContain('You said no. Nothing was signed.');
  }, 120_000);
});
