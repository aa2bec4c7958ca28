import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ORDBOOK } from '../../stack/real/ordbook.ts';
import { type Sandbox, startSandbox } from '../src/sandbox.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-admin-'));
  sandbox = await startSandbox({ port: 0, blockSeconds: 0, adminListen: join(folder, 'admin.sock') });
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true });
});

/** What the operator's command prints, in a process of its own. */
async function ordbook(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], NETWORK: 'regtest', ADMIN_LISTEN: sandbox.admin! };
  const { stdout } = await promisify(execFile)(process.execPath, [ORDBOOK, ...args], { env });
  return stdout;
}

test("the operator's commands work against a sandbox, whose database no other process can open", async () => {
  expect(sandbox.admin).toBe(join(folder, 'admin.sock'));
  const answered = async (...args: string[]) => JSON.parse(await ordbook('admin', ...args));
  expect((await answered('GET', '/v1/trades')).rows).toEqual([]);
  const pause = ['POST', '/v1/pause', '--field', 'scope=flow:purchase', '--reason', 'a drill'];
  const confirmed = await answered(...pause, '--yes', '--as', 'Ada');
  expect(confirmed).toMatchObject({ reason: 'a drill' });
  expect((await answered('GET', '/v1/acts')).rows).toMatchObject([
    { act: 'pause', subject: 'flow:purchase' },
  ]);
});

test('nothing of the admin API is on the port of the sandbox', async () => {
  expect((await fetch(`${sandbox.url}/v1/trades`)).status).toBe(404);
});
