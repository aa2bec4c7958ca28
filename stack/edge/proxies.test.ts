/** The shipped proxies before two replicas, of which one hangs: no clients wait for it for long. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get as getPlain } from 'node:http';
import { Agent, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { sandboxKeySet } from '../../sandbox/src/collection-offers.ts';
import { keyOf } from '../../sandbox/src/keys.ts';
import { startCaddy } from '../real/caddy.ts';
import { type Child, freePort, startChild } from '../real/child.ts';
import { startNginx } from '../real/nginx.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { findDeployTools } from '../real/parts.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { until } from './replica.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const tools = findDeployTools();
const tool = (name: string) => join(tools ?? '', 'bin', name);
const canRun = tools !== undefined && inject('postgresUrl') !== undefined;
/** A replica that hangs has left the proxy after this time, ms. */
const LEFT_MS = 10_000;
/** Longer than a healthy replica needs on a busy machine, shorter than any time-out of a proxy, ms. */
const PATIENCE_MS = 4_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let ports: number[];
const replicas: Child[] = [];
const proxies: Child[] = [];

beforeAll(async () => {
  if (!canRun) return;
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'ordbook-proxies-'));
  await writeFile(join(folder, 'key-set.json'), JSON.stringify(sandboxKeySet()));
  ports = [await freePort(), await freePort()];
  const env = {
    NETWORK: 'regtest',
    FEE_ADDRESS: keyOf('fees', 'p2wpkh').address,
    // nothing of these is needed for a read
    CHAIN_RPC_URL: 'http://user:password@127.0.0.1:9',
    ORD_URL: 'http://127.0.0.1:9',
    SIGNER_ENDPOINT: join(folder, 'market'),
    KEY_SET: join(folder, 'key-set.json'),
    DATABASE_URL: database!.url,
    TOKEN_KEYS: `proxies:${'ab'.repeat(32)}`,
    ADMIN_LISTEN: 'off',
  };
  for (const port of ports)
    replicas.push(
      startChild(process.execPath, [ORDBOOK, 'start'], {
        env: { ...env, PORT: String(port) },
        bareEnv: true,
      }),
    );
  for (const port of ports) await until('a replica is ready', () => isReady(port), 90_000);
});
afterAll(async () => {
  for (const { pid } of replicas) process.kill(pid!, 'SIGCONT');
  for (const child of [...proxies, ...replicas]) await child.stop();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The status of a request that is waited for at most `timeout` ms; null: none came. */
function ask(url: string, timeout = PATIENCE_MS): Promise<number | null> {
  return new Promise((resolve) => {
    const options = { timeout };
    const asked = url.startsWith('https:')
      ? get(url, { ...options, agent: new Agent({ rejectUnauthorized: false }), servername: 'trade.example' })
      : getPlain(url, options);
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(null));
  });
}

async function caddy(): Promise<string> {
  const { url, child } = await startCaddy(tool('caddy'), folder, ports);
  proxies.push(child);
  return url;
}

async function nginx(): Promise<string> {
  const { url, child } = await startNginx(tool('nginx'), folder, ports);
  proxies.push(child);
  return url;
}

describe.runIf(canRun)('a replica that hangs leaves', () => {
  test.each([
    // asks by itself, so nobody waits
    ['Caddy', caddy, 0],
    // finds out by a request, and again each half minute
    ['nginx', nginx, 1],
  ] as const)('%s within ten seconds, and is back when it goes on', async (_, start, mayWait) => {
    const url = await start();
    await until('the proxy serves', async () => (await ask(`${url}/readyz`)) === 200, 30_000);
    const { pid } = replicas[0]!;
    process.kill(pid!, 'SIGSTOP');
    const stopped = Date.now();
    try {
      while (Date.now() - stopped < LEFT_MS) {
        void ask(`${url}/livez`);
        await sleep(500);
      }
      const answers: (number | null)[] = [];
      for (let i = 0; i < 30; i += 1) answers.push(await ask(`${url}/livez`));
      expect(answers.filter((status) => status !== 200).length).toBeLessThanOrEqual(mayWait);
      expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(29);
    } finally {
      process.kill(pid!, 'SIGCONT');
    }
    await until('it is back', () => isReady(ports[0]!), 30_000);
    await sleep(LEFT_MS);
    expect(await ask(`${url}/livez`)).toBe(200);
  });
});

/** Longer than nginx waits for other reads, ms. */
const SCAN_MS = 9_000;

test.runIf(tools)(
  'nginx waits for a read that takes a scan of the node, and asks no other replica',
  async () => {
    const own = await mkdtemp(join(tmpdir(), 'ordbook-nginx-'));
    let reads = 0;
    const replica = createServer((_, response) => {
      reads += 1;
      setTimeout(() => response.end(), SCAN_MS);
    });
    await new Promise<void>((resolve) => replica.listen(0, '127.0.0.1', resolve));
    const { port } = replica.address() as AddressInfo;
    const { url, child } = await startNginx(tool('nginx'), own, [port, port]);
    try {
      await until('nginx serves', async () => (await ask(`${url}/metrics`)) === 404, 30_000);
      const paths = ['my/coins?walletBindingId=1', `market/inscriptions/${'0'.repeat(64)}i0/custody`];
      expect(await Promise.all(paths.map((path) => ask(`${url}/${path}`, 2 * SCAN_MS)))).toEqual([200, 200]);
      expect(reads).toBe(2);
    } finally {
      await child.stop();
      replica.close();
      await rm(own, { recursive: true, force: true });
    }
  },
);
