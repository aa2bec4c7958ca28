import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createWorld, type Endpoints } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A test that needs a program; its title says when that is missing. */
function testWith(program: string, argument: string) {
  const has = spawnSync(program, [argument]).status === 0;
  const missing = has ? '' : `, but ${program} is not installed, so this does not run`;
  return (title: string, timeout: number, run: () => unknown) =>
    test.runIf(has)(`${title}${missing}`, { timeout }, run);
}

let folder: string;
let endpoints: Endpoints;
let readme: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devnode-languages-'));
  readme = await readFile(here('../../README.md'), 'utf8');
  endpoints = await (await createWorld()).listen();
});
afterAll(async () => {
  await endpoints?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the README's only block of a language into a file, exactly as printed. */
async function printed(language: string, file: string): Promise<void> {
  const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))];
  expect(blocks).toHaveLength(1);
  await writeFile(join(folder, file), blocks[0]![1]!);
}

/** Runs a program in the folder; resolves to all that it printed, rejects when it fails. */
async function running(program: string, ...args: string[]): Promise<string> {
  const { rpcUrl, esploraUrl } = endpoints;
  const env = {
    ...process.env,
    RPC_URL: rpcUrl,
    ESPLORA_URL: esploraUrl,
    CARGO_TARGET_DIR: join(folder, 'target'),
  };
  const { stdout, stderr } = await run(program, args, { cwd: folder, env });
  return stdout + stderr;
}

describe('the first test of the README passes in', () => {
  testWith('python3', '--version')('Python', 60_000, async () => {
    await printed('python', 'test_coins.py');
    expect(await running('python3', '-m', 'unittest')).toMatch(/Ran 1 test .*\s+OK/);
  });

  testWith('go', 'version')('Go', 180_000, async () => {
    await printed('go', 'coins_test.go');
    await running('go', 'mod', 'init', 'coins');
    expect(await running('go', 'test', '-v')).toMatch(/--- PASS: TestAnAddressHasWhatItWasPaid/);
  });

  testWith('cargo', '--version')('Rust', 300_000, async () => {
    for (const name of ['src', 'tests']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'src/lib.rs'), '');
    for (const name of ['Cargo.toml', 'Cargo.lock'])
      await cp(here(`rust-client/${name}`), join(folder, name));
    await printed('rust', 'tests/coins.rs');
    expect(await running('cargo', 'test', '--locked', '--test', 'coins')).toMatch(/1 passed/);
  });
});

describe("btcd's rpcclient", () => {
  testWith('go', 'version')('reads the chain, and uses a wallet, in its own types', 300_000, async () => {
    const goClient = join(folder, 'go-client');
    await cp(here('go-client'), goClient, { recursive: true });
    const { stdout } = await run('go', ['test', '-count=1', '-v', './...'], {
      cwd: goClient,
      env: { ...process.env, RPC_HOST: new URL(endpoints.rpcUrl).host },
    });
    expect(stdout.match(/^--- PASS: \w+/gm)).toEqual(['--- PASS: TestChain', '--- PASS: TestWallet']);
  });
});
