import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../src/site/bundle.ts';
import type { ConsoleFiles } from '../../src/site/files.ts';

/** Words of secp256k1 and of bech32 that no minifier takes out. */
const CRYPTOGRAPHY = /79be667e|qpzry9x8gf2tvdw0|schnorr/i;

/** Bytes, compressed. The whole budget of a first load is 150 kB; this is what it has without data. */
const MOST = 150_000;

let files: ConsoleFiles;
beforeAll(async () => {
  files = await bundle('market');
});

const textOf = (name: string) => Buffer.from(files.assets.get(name)!.body).toString();
const inPage = () => [...files.page.matchAll(/(?:href|src)="assets\/([^"]+)"/g)].map(([, name]) => name!);

/** Files that a file loads at once: with everything that these load. */
function loadedWith(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    if (name.endsWith('.js'))
      for (const [, next] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) open.push(next!);
  }
  return found;
}

const sizeOf = (names: Iterable<string>) =>
  [...names].reduce(
    (sum, name) => sum + gzipSync(files.assets.get(name)!.body).length,
    gzipSync(files.page).length,
  );
const pageFiles = () =>
  [...files.assets.keys()].filter((name) => /^(collections?|inscription|activity|search)-/.test(name));

describe('the built console', () => {
  test('loads at most 150 kB, compressed, for any page at first', () => {
    expect(pageFiles()).toHaveLength(5);
    for (const page of pageFiles()) expect(sizeOf(loadedWith([...inPage(), page]))).toBeLessThan(MOST);
  });

  test('loads at most 70 kB of script, compressed, with the first page', () => {
    const scripts = [...loadedWith(inPage())].filter((name) => name.endsWith('.js'));
    const size = scripts.reduce((sum, name) => sum + gzipSync(files.assets.get(name)!.body).length, 0);
    expect(size).toBeGreaterThan(20_000);
    expect(size).toBeLessThan(70_000);
  });

  test('loads no cryptography for visitors', async () => {
    const sdk = await build({
      stdin: { contents: "export { signIn } from '@ordbook/client'", resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'esm',
      minify: true,
      conditions: ['source'],
    });
    // it would be found
    expect(sdk.outputFiles[0]!.text).toMatch(CRYPTOGRAPHY);
    const texts = [...loadedWith([...inPage(), ...pageFiles()])]
      .filter((name) => name.endsWith('.js'))
      .map(textOf);
    expect(texts.filter((text) => CRYPTOGRAPHY.test(text))).toEqual([]);
  });

  test('names all files of the pages of visitors in its page, so that none waits for another', () => {
    for (const name of loadedWith([...inPage(), ...pageFiles()])) expect(inPage()).toContain(name);
  });

  test('names every file that its page loads, and its page has no script or style of its own', () => {
    for (const name of inPage()) expect(files.assets.has(name)).toBe(true);
    expect(files.page).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  test('asks no other host for anything: it names none', () => {
    const addresses = [...files.assets].flatMap(([name]) =>
      [...textOf(name).matchAll(/https?:\/\/[\w.-]+/g)].map(String),
    );
    // names of XML, which nobody loads
    expect(addresses.filter((address) => !address.includes('www.w3.org'))).toEqual([]);
  });
});

describe("the operator's console", () => {
  /** Words of the operator's pages and of their requests. */
  const OPERATOR = /admin-token|\/v1\/overview|\/v1\/ban/;
  let operator: ConsoleFiles;
  beforeAll(async () => {
    operator = await bundle('operator');
  });
  const scriptsOf = ({ assets }: ConsoleFiles) =>
    [...assets].filter(([name]) => name.endsWith('.js')).map(([, { body }]) => Buffer.from(body).toString());

  test('shares no file with that of visitors, which has nothing of it', () => {
    expect(scriptsOf(operator).join()).toMatch(OPERATOR);
    expect(scriptsOf(files).join()).not.toMatch(OPERATOR);
    const own = [...operator.assets.keys()].filter((name) => !name.startsWith('favicon'));
    expect(own.filter((name) => files.assets.has(name))).toEqual([]);
  });

  test('has neither the SDK nor cryptography, and no script or style in its page', () => {
    expect(scriptsOf(operator).join()).not.toMatch(CRYPTOGRAPHY);
    expect(operator.page).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  test('keeps its token in the storage of the tab, and nothing in a cookie or a database', () => {
    const all = scriptsOf(operator).join();
    expect(all).toContain('sessionStorage');
    expect(all).not.toMatch(/document\.cookie|indexedDB/);
  });
});
