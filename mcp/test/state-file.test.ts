import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStateFile } from '../src/state-file.ts';

const SOURCE = new URL('../src/', import.meta.url);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-file-'));
  file = join(folder, 'agent.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that spends all of a limit of 100 sats when it gets a line, and says what came of it. */
function spender() {
  const program = `
    import { tradeLimits } from '${SOURCE.href}limits.ts';
    import { openStateFile } from '${SOURCE.href}state-file.ts';
    const out = (text) => new Promise((done) => process.stdout.write(text + '\\n', done));
    try {
      const limits = tradeLimits({ spendLimitSats: 100, minSaleSats: null }, await openStateFile(process.argv[1]));
      await out('open');
      process.stdin.once('data', async () => {
        await limits.spend(100).then(() => out('spent'), (error) => out(error.message));
        process.exit();
      });
    } catch (error) {
      await out(error.message);
      process.exit();
    }`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=source', '--input-type=module', '-e', program, file],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  return {
    child,
    said: () => said,
    async spend() {
      child.stdin.write('now\n');
      await once(child, 'close');
    },
  };
}

test('two processes do not spend one limit twice', async () => {
  const first = spender();
  await expect.poll(first.said, { timeout: 60_000 }).toBe('open\n');
  const second = spender();
  await once(second.child, 'close');
  expect(second.said()).toMatch(/^STATE_FILE: the agent of process \d+ on .* uses .*agent\.json\. End it, /);
  await first.spend();
  expect(first.said()).toBe('open\nspent\n');
  expect(existsSync(`${file}.lock`)).toBe(false);
  const third = spender();
  await expect.poll(third.said, { timeout: 60_000 }).toBe('open\n');
  await third.spend();
  expect(third.said()).toContain('0 of SPEND_LIMIT_SATS');
}, 90_000);

test('a process that was killed leaves the file to the next one', async () => {
  const first = spender();
  await expect.poll(first.said, { timeout: 60_000 }).toBe('open\n');
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  expect(existsSync(`${file}.lock`)).toBe(true);
  await openStateFile(file);
  await expect(openStateFile(file)).rejects.toThrow(`the agent of process ${process.pid} on ${hostname()}`);
}, 90_000);

test('a process of another machine counts as alive', async () => {
  await writeFile(`${file}.lock`, '1 elsewhere');
  await expect(openStateFile(file)).rejects.toThrow(`remove ${file}.lock`);
});
