import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/devnode.ts', import.meta.url));

test('tests of devnode run until they pass, again when told to, and not while nothing that they read changes', {
  timeout: 120_000,
}, async () => {
  const cache = await mkdtemp(join(tmpdir(), 'ordbook-devnode-'));
  const log = join(cache, 'log');
  const env = { ...process.env, ORDBOOK_CACHE: cache, CI_ALL: '' };
  const run = (command: string, more: object = {}) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', SCRIPT, 'unit', 'sh', '-c', command], {
      env: { ...env, ...more },
    }).then(
      ({ stdout }) => stdout,
      ({ code }: { code: number }) => code,
    );
  const passes = `echo ran >>'${log}'`;
  try {
    expect(await run(`${passes}; exit 3`)).toBe(3);
    expect(await run(passes)).toBe('');
    expect(await run(passes)).toBe('devnode: unit: unchanged since it last passed here; CI_ALL=1 runs it.\n');
    expect(await run(passes, { CI_ALL: '1' })).toBe('');
    // a file, a program and the version of Node are of one fingerprint; this changes which programs there are
    expect(await run(passes, { BDK_PYTHON: process.execPath })).toBe('');
    expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(4);
  } finally {
    await rm(cache, { recursive: true });
  }
});
