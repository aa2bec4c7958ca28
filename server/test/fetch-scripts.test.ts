import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const FETCH = fileURLToPath(new URL('../../scripts/fetch.sh', import.meta.url));

function hasFlock(): boolean {
  try {
    execFileSync('flock', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'ordbook-fetch-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

/** Fetches `tool-1/tool`, which takes until the file `go` is there; each run that begins adds a line to `begun`. */
const IN_A_NEW_FOLDER = `
use_cached 'tool-*/tool'
begin_fetch
echo run >>"$cache/begun"
while [ ! -e "$cache/go" ]; do sleep 0.02; done
printf '#!/bin/sh\\n' >"$work/tool"
chmod +x "$work/tool"
keep_as tool-1 tool`;
const IN_ITS_PLACE = `
use_cached 'tool-1'
begin_in_place "$cache/tool-1"
echo run >>"$cache/begun"
while [ ! -e "$cache/go" ]; do sleep 0.02; done
finish_in_place "$cache/tool-1" "$cache/tool-1"`;

function run(script: string) {
  const child = spawn('bash', ['-c', `set -euo pipefail; program=tool; setting=; . "${FETCH}"; ${script}`], {
    env: { ...process.env, ORDBOOK_CACHE: cache },
    detached: true,
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (texts.out += String(chunk)));
  child.stderr.on('data', (chunk) => (texts.err += String(chunk)));
  return { child, texts, ended: once(child, 'close').then(([code]) => ({ code: code as number, ...texts })) };
}
const begun = async () =>
  (await readFile(join(cache, 'begun'), 'utf8').catch(() => '')).split('\n').length - 1;
const letEnd = () => writeFile(join(cache, 'go'), '');
const killAll = (child: ChildProcess) => process.kill(-child.pid!, 'SIGKILL');

describe.skipIf(!hasFlock())('two fetch scripts at once', () => {
  test.each([
    ['in a new folder', IN_A_NEW_FOLDER, 'tool-1/tool'],
    ['in its place', IN_ITS_PLACE, 'tool-1'],
  ])('build the same thing once (%s): the second waits, and says so', async (_, script, path) => {
    const first = run(script);
    await expect.poll(begun).toBe(1);
    const second = run(script);
    await expect
      .poll(() => second.texts.err)
      .toBe('fetch-tool: waiting for another run, which fetches it now\n');
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
      const first = run(script);
      await expect.poll(begun).toBe(1);
      const second = run(script);
      await expect.poll(() => second.texts.err).not.toBe('');
      killAll(first.child);
      await expect.poll(begun).toBe(2);
      await letEnd();
      expect(await second.ended).toMatchObject({ code: 0 });
      expect((await readdir(cache)).sort()).toEqual(['begun', 'go', 'locks', 'tool-1']);
      expect(await readdir(join(cache, 'tool-1'))).not.toContain('.unfinished');
    },
  );
});
