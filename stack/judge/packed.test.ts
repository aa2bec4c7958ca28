/**
 * The judge as somebody gets it: packed, installed by npm in an empty folder, and used in Node and in a page.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChromium } from '../real/chromium.ts';
import { findChromium, supportedNodes } from '../real/parts.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** What the client's SDK depends on too. */
const SHARED = ['@scure/base', '@scure/btc-signer', '@noble/curves', '@noble/hashes', 'micro-packed'];
const MOST_BYTES = 60_000;

let folder: string;
/** The lines of the installed README, and what it says that they print. */
let lines: string;
let printed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-judge-'));
  const source = join(folder, 'source');
  await mkdir(source);
  for (const file of ['package.json', 'README.md', 'LICENSE', 'src'])
    await cp(join(ROOT, 'judge', file), join(source, file), { recursive: true });
  const settings = JSON.parse(await readFile(join(ROOT, 'judge/tsconfig.build.json'), 'utf8')) as object;
  await symlink(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  await writeFile(
    join(source, 'tsconfig.json'),
    JSON.stringify({ ...settings, extends: join(ROOT, 'tsconfig.json') }),
  );
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', source]);

  const empty = join(folder, 'empty');
  await mkdir(empty);
  const packages = [source, ...dependenciesOf(join(ROOT, 'judge'))];
  const tarballs: string[] = [];
  for (const one of packages) {
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    tarballs.push(join(folder, (await run('npm', args, { cwd: one })).stdout.trim()));
  }
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', ...tarballs], { cwd: empty });
  const readme = await readFile(join(empty, 'node_modules/@ordbook/judge/README.md'), 'utf8');
  const found = /```js\n([\s\S]*?)```[\s\S]*?```\n([\s\S]*?)```/.exec(readme)!;
  [, lines, printed] = found as unknown as [string, string, string];
  await writeFile(join(empty, 'lines.mjs'), lines);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed judge, installed in an empty folder', () => {
  test('runs the ten lines of its README, and prints what it says, on each supported Node', async () => {
    expect(lines.trim().split('\n').length).toBeLessThanOrEqual(10);
    for (const node of supportedNodes()) {
      const { stdout } = await run(node, ['lines.mjs'], { cwd: join(folder, 'empty') });
      expect(stdout).toBe(printed);
    }
  });

  test.skipIf(!findChromium())('does the same in a page of a browser', async () => {
    const browser = await startChromium();
    try {
      const page = await browser.newPage();
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(error.message));
      const code = await bundled([]);
      await page.setContent('<!doctype html><title>a page</title>');
      await page.addScriptTag({ type: 'module', content: code });
      await expect.poll(() => `${said.join('\n')}\n`).toBe(printed);
    } finally {
      await browser.close();
    }
  });

  test(`is at most ${MOST_BYTES} bytes gzipped beside what the SDK depends on`, async () => {
    const bytes = gzipSync(await bundled(SHARED)).length;
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    const sdk = JSON.parse(await readFile(join(ROOT, 'client/package.json'), 'utf8')) as {
      dependencies: object;
    };
    expect(Object.keys(sdk.dependencies)).toEqual(expect.arrayContaining(SHARED.slice(0, 2)));
  });
});

/** The lines with all that they import but `external`, for a browser. */
async function bundled(external: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'empty/lines.mjs')],
    external: external.flatMap((name) => [name, `${name}/*`]),
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', minify: true },
  });
  return outputFiles[0]!.text;
}

/** The folders of all packages that one depends on. */
function dependenciesOf(of: string, known = new Map<string, string>()): string[] {
  const { dependencies = {} } = createRequire(join(of, 'package.json'))('./package.json') as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const folders = createRequire(join(of, 'package.json')).resolve.paths(name)!;
    const path = folders.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
    if (!path) throw new Error(`${name} of ${of} is not installed`);
    if (known.has(name)) continue;
    known.set(name, path);
    dependenciesOf(path, known);
  }
  return [...known.values()];
}
