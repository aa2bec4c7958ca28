/**
 * The published packages as someone else gets them: packed, installed by npm in an empty project, and used from
 * Node, Deno, Bun and TypeScript.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { packedPackages } from '../install/parts.ts';
import { type Registry, startPackedRegistry } from '../install/registry.ts';
import { findPackageTools } from '../real/parts.ts';
import { someOf } from '../rounds.ts';
import { run } from './run.ts';

const tools = findPackageTools();
const tool = (path: string) => join(tools ?? '', 'node_modules', path);
/** A runtime of the platform that npm chose. */
const program = (scope: string, path: string) => tool(join(scope, readdirSync(tool(scope))[0]!, path));
const LIBRARIES = ['protocol', 'judge', 'api', 'client', 'devnode'] as const;
const PROGRAMS = ['server', 'mcp', 'console', 'conformance', 'sandbox'] as const;
const here = promisify(execFile);

/** An empty project in which npm has installed the libraries. */
let project: string;
let registry: Registry;
let tarball: (name: string) => string;
let sandbox: Sandbox;

const installed = (name: string) => join(project, 'node_modules/@ordbook', name);

describe.runIf(tools)('the packed packages', () => {
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'ordbook-packages-'));
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    tarball = await packedPackages();
    registry = await startPackedRegistry();
    await here('npm', ['install', ...LIBRARIES.map((name) => `@ordbook/${name}`)], {
      cwd: project,
      env: { ...process.env, ...registry.env },
    });
    sandbox = await startSandbox({ port: 0, blockSeconds: 1, logLevel: 'error' });
  }, 400_000);
  afterAll(async () => {
    registry?.close();
    await sandbox?.close();
    await rm(project, { recursive: true, force: true });
  });

  describe.each([...LIBRARIES, ...PROGRAMS])('%s', (name) => {
    test('has no finding of publint', async () => {
      const { output, code } = await run(tool('.bin/publint'), ['--strict', tarball(name)], { cwd: project });
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('All good') });
    });

    // the sandbox is a program alone: nothing is imported from it
    test.runIf(name !== 'sandbox')('has types that every way of resolving ESM finds', async () => {
      const args = ['--profile', 'esm-only', '--no-emoji', '--format', 'json', tarball(name)];
      const { output, code } = await run(tool('.bin/attw'), args, { cwd: project });
      expect({ code, problems: /"problems":\s*\{[^}]/.test(output) }, output.slice(-2_000)).toMatchObject({
        code: 0,
      });
    });

    test('has its licence, its README, and no tests', async () => {
      const { stdout } = await here('tar', ['-tzf', tarball(name)]);
      const files = stdout.trim().split('\n');
      expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md']));
      expect(files.filter((file) => /\/test\/|\.test\./.test(file))).toEqual([]);
    });
  });

  test.each(LIBRARIES)('%s has source maps that lead to its sources', async (name) => {
    const dist = join(installed(name), 'dist');
    const files = (await readdir(dist, { recursive: true })).filter((one) => one.endsWith('.js'));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const path = join(dist, file);
      const { sources } = JSON.parse(await readFile(`${path}.map`, 'utf8')) as { sources: string[] };
      for (const source of sources) await readFile(join(path, '..', source));
    }
  });

  test('the programs of the READMEs of client and protocol run on Deno and Bun as on Node', async () => {
    for (const [name, prints] of [
      ['client', /bought .* for 60000 sats in [0-9a-f]{64}/],
      ['protocol', /^5120[0-9a-f]{64}\n5120[0-9a-f]{64}\np2wpkh\n$/],
    ] as const) {
      const readme = await readFile(join(installed(name), 'README.md'), 'utf8');
      await writeFile(join(project, 'program.mjs'), /```js\n([\s\S]*?)```/.exec(readme)![1]!);
      for (const [runtime, args] of [
        [process.execPath, []],
        [program('@deno', 'deno'), ['run', '-A', '--no-lock', '--node-modules-dir=manual']],
        [program('@oven', 'bin/bun'), ['run']],
      ] as const) {
        const { stdout } = await here(runtime, [...args, 'program.mjs'], {
          cwd: project,
          env: { ...process.env, ORDBOOK_URL: sandbox.url, NO_COLOR: '1' },
        });
        expect(stdout, runtime).toMatch(prints);
      }
    }
  }, 120_000);

  test.each([
    ['5.7', false, 0],
    ['5.0', true, 1],
  ] as const)(
    'TypeScript %s compiles a bot; skipLibCheck: %s',
    { timeout: 300_000 },
    async (version, skipLibCheck, turn) => {
      await writeFile(join(project, 'consumer.ts'), CONSUMER);
      const modules = [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ];
      for (const [module, moduleResolution] of someOf(modules, modules.length, turn)) {
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
