import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const RUN = fileURLToPath(new URL('../../scripts/fetch/run.ts', import.meta.url));

function hasFlock(): boolean {
  try {
    execFileSync('flock', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let cache: string;
let scripts: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'ordbook-fetch-'));
});
beforeAll(async () => {
  scripts = await mkdtemp(join(tmpdir(), 'ordbook-fetch-script-'));
  const output = { outfile: join(scripts, 'run.mjs'), platform: 'node', format: 'esm' } as const;
  await build({ entryPoints: [RUN], bundle: true, ...output });
});
afterEach(() => rm(cache, { recursive: true, force: true }));
afterAll(() => rm(scripts, { recursive: true, force: true }));

/** Fetches a tool, which takes until the file `go` is there; each run that begins adds a line to `begun`. */
const program = (part: string) => `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  import { runFetch } from './run.mjs';
  const make = (work) => {
    appendFileSync('${cache}/begun', 'run\\n');
    while (!existsSync('${cache}/go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    work.program('tool', '#!/bin/sh');
    return 'tool-1';
  };
  const part = { name: 'tool', title: 'tool', setting: 'TOOL', needs: ['sh'], make, ${part} };
  process.exitCode = runFetch([part], process.argv.slice(2));`;
const IN_A_NEW_FOLDER = "kept: 'tool-*', program: 'tool'";
const IN_ITS_PLACE = "kept: 'tool-1', inPlace: true";

async function run(part: string, env: Record<string, string> = {}) {
  const file = join(scripts, 'fetch.mjs');
  await writeFile(file, program(part));
  const child = spawn(process.execPath, [file, 'tool'], {
    env: { ...process.env, ORDBOOK_CACHE: cache, ...env },
    detached: true,
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (texts.out += String(chunk)));
  child.stderr.on('data', (chunk) => (texts.err += String(chunk)));
  return { child, texts, ended: once(child, 'close').then(([code]) => ({ code: code as number, ...texts })) };
}
const begun = async () =>
  (await readFile(join(cache, 'begun'), 'utf8').catch(() => '')).split('\n').length - 1;
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
const letEnd = () => writeFile(join(cache, 'go'), '');
const killAll = (child: ChildProcess) => process.kill(-child.pid!, 'SIGKILL');

describe.skipIf(!hasFlock())('two runs that fetch at once', () => {
  test.each([
    ['in a new folder', IN_A_NEW_FOLDER, 'tool-1/tool'],
    ['in its place', IN_ITS_PLACE, 'tool-1'],
  ])('build the same thing once (%s): the second waits, and says so', async (_, script, path) => {
    const first = await run(script);
    await poll(begun).toBe(1);
    const second = await run(script);
    await poll(() => second.texts.err).toBe('fetch tool: waiting for another run, which fetches it now\n');
    await letEnd();
    expect(await first.ended).toEqual({ code: 0, out: `${join(cache, path)}\n`, err: '' });
    expect(await second.ended).toMatchObject({ code: 0, out: `${join(cache, path)}\n` });
    expect(await begun()).toBe(1);
  });

  test.each([
    ['in a new folder', IN_A_NEW_FOLDER],
    ['in its place', IN_ITS_PLACE],
  ])(
    'survive that the first is killed (%s): the second fetches, and nothing half-made is left',
    async (_, script) => {
      const first = await run(script);
      await poll(begun).toBe(1);
      const second = await run(script);
      await poll(() => second.texts.err).not.toBe('');
      killAll(first.child);
      await poll(begun).toBe(2);
      await letEnd();
      expect(await second.ended).toMatchObject({ code: 0 });
      expect((await readdir(cache)).sort()).toEqual(['begun', 'go', 'locks', 'tool-1']);
      expect(await readdir(join(cache, 'tool-1'))).not.toContain('.unfinished');
    },
  );
});

describe('a part', () => {
  test('that its setting names is used, and nothing is fetched', async () => {
    const { ended } = await run(IN_A_NEW_FOLDER, { TOOL: '/bin/sh' });
    expect(await ended).toEqual({ code: 0, out: '/bin/sh\n', err: '' });
    const wrong = await run(IN_A_NEW_FOLDER, { TOOL: '/nowhere/tool' });
    expect(await wrong.ended).toMatchObject({
      code: 1,
      err: 'fetch tool: TOOL=/nowhere/tool is not an executable file; set TOOL to the path of your own\n',
    });
    expect(await begun()).toBe(0);
  });

  test('that cannot be made names what is missing, and leaves nothing', async () => {
    const { ended } = await run(`${IN_A_NEW_FOLDER}, needs: ['no-such-tool']`);
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toContain('it is made with no-such-tool; install that');
    expect((await readdir(cache)).filter((name) => name !== 'locks')).toEqual([]);
  });

  test('whose commands fail leaves nothing', async () => {
    const { ended } = await run(`${IN_ITS_PLACE}, make: (work) => work.sh('echo why; false')`);
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toContain('a command failed:\n  why\n');
    expect((await readdir(cache)).filter((name) => name !== 'locks')).toEqual([]);
  });
});
