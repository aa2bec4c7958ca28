/**
 * The tests that esplora-client, the Esplora client of the Bitcoin Development Kit, publishes. They start
 * `bitcoind` and `electrs` for every test; here these are devnode (`bitcoind.ts`, `electrs.ts`).
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findEsploraClientTests } from '../../../../stack/real/parts.ts';

const folder = findEsploraClientTests();
const TESTS = { address: 4, block: 13, mempool: 4, scripthash: 4, transaction: 13 } as const;

let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'ordbook-published-suite-'));
  for (const name of ['bitcoind', 'electrs']) await makeProgram(name);
  const curve = dirname(createRequire(import.meta.url).resolve('tiny-secp256k1'));
  await copyFile(join(curve, '..', 'secp256k1.wasm'), join(programs, 'secp256k1.wasm'));
});
afterAll(() => rm(programs, { recursive: true, force: true }));

/** One file, since each of the tests starts both programs. */
async function makeProgram(name: string): Promise<void> {
  const bundle = join(programs, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    logLevel: 'error',
  });
  const program = join(programs, name);
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${bundle}" "$@"\n`);
  await chmod(program, 0o755);
}

describe.runIf(folder)("esplora-client's own tests pass on devnode", () => {
  test.each(Object.entries(TESTS))('all of %s', { timeout: 300_000 }, async (name, count) => {
    const temporary = join(programs, name);
    await mkdir(temporary);
    const { stdout } = await promisify(execFile)(join(folder!, name), ['--test-threads=2'], {
      env: {
        ...process.env,
        BITCOIND_EXE: join(programs, 'bitcoind'),
        ELECTRS_EXE: join(programs, 'electrs'),
        TEMPDIR_ROOT: temporary,
      },
    }).catch((error: { stdout?: string; message: string }) => ({ stdout: error.stdout || error.message }));
    expect(stdout).toContain(`test result: ok. ${count} passed; 0 failed; 0 ignored`);
  });

  test('and no file of them is left out', async () => {
    expect((await readdir(folder!)).sort()).toEqual(Object.keys(TESTS));
  });
});
