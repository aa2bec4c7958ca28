/**
 * The judge as somebody gets it: packed, installed by npm in an empty folder, and used in a page. `stack/clients` runs it in Node.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Registry, startPackedRegistry } from '../install/registry.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** What the client's SDK depends on too. */
const SHARED = ['@scure/base', '@scure/btc-signer', '@noble/curves', '@noble/hashes', 'micro-packed'];
const MOST_BYTES = 60_000;

let folder: string;
let registry: Registry;
/** The lines of the installed README, and what it says that they print. */
let lines: string;
let printed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-judge-'));
  const empty = join(folder, 'empty');
  await mkdir(empty);
  registry = await startPackedRegistry();
  const env = { ...process.env, ...registry.env };
  await run('npm', ['install', '@ordbook/judge'], { cwd: empty, env });
  const readme = await readFile(join(empty, 'node_modules/@ordbook/judge/README.md'), 'utf8');
  const found = /```js\n([\s\S]*?)```[\s\S]*?```text\n([\s\S]*?)```/.exec(readme)!;
  [, lines, printed] = found as unknown as [string, string, string];
  await writeFile(join(empty, 'lines.mjs'), lines);
}, 400_000);
afterAll(async () => {
  registry?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the packed judge, installed in an empty folder', () => {
  test.skipIf(!findChromium())('runs the ten lines of its README in a page of a browser', async () => {
    expect(lines.trim().split('\n').length).toBeLessThanOrEqual(10);
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
