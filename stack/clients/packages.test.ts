/**
 * The published packages as someone else gets them: packed, unpacked into an empty project, and used from
 * Node, Deno, Bun and TypeScript.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { GUIDED, programIn } from '../../sandbox/test/guided.ts';
import { findPackageTools, supportedNodes } from '../real/parts.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const tools = findPackageTools();
const tool = (path: string) => join(tools ?? '', 'node_modules', path);
/** A runtime of the platform that npm chose. */
const program = (scope: string, path: string) => tool(join(scope, readdirSync(tool(scope))[0]!, path));
const PACKAGES = ['protocol', 'judge', 'api', 'client', 'devnode'] as const;
/** What the guide of agents prints, and the files that it leaves. */
const AGENT = {
  prints: /^who_am_i: [\s\S]*\nlist_collections: [\s\S]*"embers"[\s\S]*\nlist_inscriptions: [\s\S]*i\d+"/,
  leaves: ['wallet.json'],
};
const here = promisify(execFile);
/** The version of @noble/curves that protocol names; the root has an older one of others. */
const CURVES = join(ROOT, 'protocol/node_modules/@noble/curves');

/** An empty project with the three packages. */
let project: string;
const tarballs = new Map<string, string>();
let sandbox: Sandbox;

const unpacked = (name: string) => join(project, 'node_modules/@ordbook', name);

describe.runIf(tools)('the packed packages', () => {
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'ordbook-packages-'));
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    await linkDependencies();
    for (const name of [...PACKAGES, 'mcp']) await pack(name);
    // as npm installs a program
    const program = join(unpacked('mcp'), 'dist/main.js');
    await chmod(program, 0o755);
    await mkdir(join(project, 'node_modules/.bin'));
    await symlink(program, join(project, 'node_modules/.bin/ordbook-mcp'));
    sandbox = await startSandbox({ port: 0, blockSeconds: 1, logLevel: 'error' });
  }, 400_000);
  afterAll(async () => {
    await sandbox?.close();
    await rm(project, { recursive: true, force: true });
  });

  describe.each(PACKAGES)('%s', (name) => {
    test('has no finding of publint', async () => {
      const { output, code } = await run(tool('.bin/publint'), ['--strict', tarballs.get(name)!], {
        cwd: project,
      });
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('All good') });
    });

    test('has types that every way of resolving ESM finds', async () => {
      const args = ['--profile', 'esm-only', '--no-emoji', '--format', 'json', tarballs.get(name)!];
      const { output, code } = await run(tool('.bin/attw'), args, { cwd: project });
      expect({ code, problems: /"problems":\s*\{[^}]/.test(output) }, output.slice(-2_000)).toMatchObject({
        code: 0,
      });
    });

    test('has its licence, its README, its engines, and source maps that lead to its sources', async () => {
      const folder = unpacked(name);
      expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(
        await readFile(join(ROOT, 'LICENSE'), 'utf8'),
      );
      expect((await readFile(join(folder, 'README.md'), 'utf8')).length).toBeGreaterThan(500);
      const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      expect(manifest).toMatchObject({ license: 'MIT', type: 'module', engines: { node: '>=20.19' } });
      const files = (await readdir(join(folder, 'dist'), { recursive: true })).filter((one) =>
        one.endsWith('.js'),
      );
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) {
        const path = join(folder, 'dist', file);
        const { sources } = JSON.parse(await readFile(`${path}.map`, 'utf8')) as { sources: string[] };
        for (const source of sources) await readFile(join(path, '..', source));
      }
    });
  });

  test("the first example of the client's README buys, on Node, Deno and Bun", async () => {
    const readme = await readFile(join(unpacked('client'), 'README.md'), 'utf8');
    const [bot] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    // runs as it is on runtimes that know TypeScript; Node 20 does not, and the example has no types but one
    await writeFile(join(project, 'bot.mts'), bot!);
    await writeFile(join(project, 'bot.mjs'), bot!.replaceAll(' as const', ''));
    const runtimes = [
      ['Node', process.execPath, ['bot.mjs']],
      [
        'Deno',
        program('@deno', 'deno'),
        ['run', '-A', '--no-lock', '--node-modules-dir=manual', '--no-check', 'bot.mts'],
      ],
      ['Bun', program('@oven', 'bin/bun'), ['run', 'bot.mts']],
    ] as const;
    for (const [name, runtime, args] of runtimes) {
      await listSomething();
      const { stdout } = await here(runtime, [...args], {
        cwd: project,
        env: { ...process.env, ORDBOOK_URL: sandbox.url, NO_COLOR: '1' },
      });
      expect(`${name}: ${stdout}`).toMatch(new RegExp(`${name}: bought .* for 60000 sats in [0-9a-f]{64}`));
    }
  }, 120_000);

  test.each(Object.entries({ ...GUIDED, 'agent.md': AGENT }))(
    'the program of the guide %s runs as it is printed, on each supported Node',
    async (guide, { prints, leaves }) => {
      const { name, text } = programIn(await readFile(join(ROOT, 'docs/guides', guide), 'utf8'));
      await writeFile(join(project, name), text);
      for (const node of supportedNodes()) {
        const { stdout } = await here(node, [name], {
          cwd: project,
          env: { ...process.env, ORDBOOK_URL: sandbox.url, NO_COLOR: '1' },
        });
        expect(stdout).toMatch(prints);
        expect(await readdir(project)).toEqual(expect.arrayContaining([...leaves]));
      }
    },
    120_000,
  );

  test("the example of the protocol's README prints the passthrough, on Node, Deno and Bun", async () => {
    const readme = await readFile(join(unpacked('protocol'), 'README.md'), 'utf8');
    const [, code] = /```js\n([\s\S]*?)```/.exec(readme)!;
    await writeFile(join(project, 'protocol.mjs'), code!);
    for (const [runtime, args] of [
      [process.execPath, []],
      [program('@deno', 'deno'), ['run', '-A', '--no-lock', '--node-modules-dir=manual']],
      [program('@oven', 'bin/bun'), ['run']],
    ] as const) {
      const { stdout } = await here(runtime, [...args, 'protocol.mjs'], { cwd: project });
      expect(stdout).toMatch(/^5120[0-9a-f]{64}\n5120[0-9a-f]{64}\np2wpkh\n$/);
    }
  });

  test.each([
    ['5.7', false],
    ['5.0', true],
  ] as const)(
    'TypeScript %s compiles a bot; skipLibCheck: %s',
    { timeout: 180_000 },
    async (version, skipLibCheck) => {
      await writeFile(join(project, 'consumer.ts'), CONSUMER);
      for (const [module, moduleResolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ]) {
        const compilerOptions = {
          ...{
            strict: true,
            noEmit: true,
            target: 'es2022',
            lib: ['es2022', 'dom', 'dom.iterable'],
            types: [],
          },
          ...{ module, moduleResolution, skipLibCheck },
        };
        await writeFile(
          join(project, 'tsconfig.json'),
          JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
        );
        const { code, output } = await run(process.execPath, [tool(`typescript-${version}/bin/tsc`)], {
          cwd: project,
        });
        expect({ code, output }).toEqual({ code: 0, output: '' });
      }
    },
  );
});

/** Uses the types of the SDK, and fails to compile when one of them is `any`. */
const CONSUMER = `
import { ApiError, buy, createClient, localWallet, signIn, type Summary, watch } from '@ordbook/client';
import { connectWallet, unisat, type UnisatProvider, WalletError } from '@ordbook/client/wallets';
declare const injected: UnisatProvider;
const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });
export async function main(): Promise<void> {
  const { listings } = await client.get('/listings', { query: { limit: 1 } });
  const listing = listings[0]!;
  // @ts-expect-error a price is no text
  const wrong: string = listing.priceSats;
  const key = { type: 'p2tr', secret: '01'.repeat(32) } as const;
  const local = localWallet({ network: 'regtest', ordinals: key, payment: key });
  const wallet = await connectWallet(unisat(injected), 'regtest').catch((error: unknown) => {
    if (error instanceof WalletError && error.code === 'rejected') return local;
    throw error;
  });
  const session = await signIn(client, wallet);
  const shown: Summary[] = [];
  const bought = await buy(
    session,
    { collectionSlug: 'embers', listings: [listing], esploraUrl: 'http://127.0.0.1:3000' },
    { signal: AbortSignal.timeout(60_000), onProgress: (now) => void (now.step === 'prepared' && shown.push(now.summary)) },
  );
  for await (const { state } of watch(session, bought, { esploraUrl: 'http://127.0.0.1:3000' })) {
    // @ts-expect-error there is no such state
    if (state === 'lost') throw new ApiError(500, wrong);
  }
}
`;

/** Compiles a package against those before it, packs it, and unpacks the tarball where npm would put it. */
async function pack(name: string): Promise<void> {
  const work = join(project, 'packed', name);
  await mkdir(work, { recursive: true });
  for (const file of ['package.json', 'README.md', 'LICENSE', 'src'])
    await cp(join(ROOT, name, file), join(work, file), { recursive: true });
  const settings = JSON.parse(await readFile(join(ROOT, name, 'tsconfig.build.json'), 'utf8')) as object;
  const build = join(work, 'tsconfig.json');
  await writeFile(build, JSON.stringify({ ...settings, extends: join(ROOT, 'tsconfig.json') }));
  const compiled = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', build], {
    cwd: work,
  });
  expect(compiled).toEqual({ code: 0, output: '' });
  if (name === 'devnode')
    await here(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/bundle-devnode.ts'), work], {
      cwd: ROOT,
    });
  if (name === 'api') {
    const script = join(ROOT, 'scripts/plain-answers.ts');
    await here(process.execPath, ['--conditions=source', '--import', 'tsx', script, work], { cwd: ROOT });
  }
  const { stdout } = await here('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: work });
  tarballs.set(name, join(work, stdout.trim()));
  await mkdir(unpacked(name), { recursive: true });
  await here('tar', ['-xzf', tarballs.get(name)!, '--strip-components=1', '-C', unpacked(name)]);
  if (name === 'protocol')
    await cp(CURVES, join(unpacked(name), 'node_modules/@noble/curves'), { recursive: true });
}

/** Makes the packages that ours depend on resolvable, as npm would install them. */
async function linkDependencies(): Promise<void> {
  await mkdir(join(project, 'node_modules'));
  for (const name of [
    '@noble',
    '@scure',
    '@types',
    'undici-types',
    'micro-packed',
    'tiny-secp256k1',
    'commander',
    'typebox',
    '@modelcontextprotocol',
    'zod',
  ]) {
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  }
  const curves = join(ROOT, 'protocol/node_modules/@noble');
  await cp(curves, join(unpacked('protocol'), 'node_modules/@noble'), { recursive: true }).catch(
    () => undefined,
  );
}

/** An inscription of the sandbox's first wallet, in the book. */
async function listSomething(): Promise<void> {
  const { createClient, listInscriptions, localWallet, ordSource, signIn } = await import('@ordbook/client');
  const world = (await (await fetch(`${sandbox.url}/sandbox/world`)).json()) as {
    wallets: {
      ordinals: { address: string; type: 'p2tr'; wif: string };
      payment: { type: 'p2wpkh'; wif: string };
    }[];
    collections: { slug: string }[];
  };
  const { ordinals, payment } = world.wallets[0]!;
  const collectionSlug = world.collections[0]!.slug;
  const made = await fetch(`${sandbox.url}/sandbox/inscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: ordinals.address, collectionSlug, count: 1 }),
  });
  const { inscriptionIds } = (await made.json()) as { inscriptionIds: string[] };
  const wallet = localWallet({ ordinals, payment, network: 'regtest' });
  const source = ordSource(`${sandbox.url}/sandbox/ord`);
  const alice = await signIn(createClient({ baseUrl: sandbox.url }), wallet, { source });
  const items = [{ inscriptionId: inscriptionIds[0]!, priceSats: 60_000 }];
  await listInscriptions(alice, { collectionSlug, items });
}
