import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sandboxKeySet } from '../../sandbox/src/collection-offers.ts';
import { keyOf, secretOf } from '../../sandbox/src/keys.ts';
import { makeJournal } from '../../server/src/signer/limits/journal-file.ts';
import { writeKeyFile } from '../../server/src/signer/signing/keys.ts';
import { type Child, freePort, startChild, waitUntilReady } from '../real/child.ts';
import { ORDBOOK } from '../real/ordbook.ts';
import { findPostgres } from '../real/parts.ts';
import { type Postgres, startPostgres } from '../real/postgres.ts';
import { until } from './replica.ts';

vi.setConfig({ testTimeout: 120_000 });

const part = findPostgres();
const hasOwn = part !== undefined && part.kind !== 'given';
const REGTEST = {
  NETWORK: 'regtest',
  FEE_ADDRESS: keyOf('fees', 'p2wpkh').address,
  ADMISSION_TIERS: '0:1:60:1',
};
const hex = (name: string) => Buffer.from(secretOf(name)).toString('hex');

type Role = 'market' | 'policy' | 'gate';
interface Health {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, { readonly ready: boolean; readonly detail: string }>>;
}

type Service = Awaited<ReturnType<typeof startService>>;

let folder: string;
let postgres: Postgres;
let rpcPort: number;
let ordPort: number;
const node = createNode();
const closers: (() => Promise<unknown>)[] = [];
const children: Child[] = [];

beforeAll(async () => {
  if (!hasOwn) return;
  folder = await mkdtemp(join(tmpdir(), 'ordbook-start-'));
  postgres = await startPostgres();
  [rpcPort, ordPort] = [await freePort(), await freePort()];
  const keys = sandboxKeySet();
  await writeFile(join(folder, 'key-set.json'), JSON.stringify(keys));
  await writeFile(join(folder, 'collections.json'), '[]');
  const secrets = {
    market: { market: hex('market'), anchor: hex('anchor') },
    policy: { policy: hex('policy') },
    gate: { gate: hex('gate') },
  };
  for (const role of ['market', 'policy', 'gate'] as const) {
    await writeKeyFile(join(folder, `${role}.json`), secrets[role]);
    await makeJournal({ path: join(folder, `${role}.json.journal`), key: keys[role]! });
  }
});
afterAll(async () => {
  for (const child of children) await child.stop();
  for (const close of closers) await close();
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true });
});

function settings(): Record<string, string> {
  return {
    ...REGTEST,
    CHAIN_RPC_URL: `http://user:password@127.0.0.1:${rpcPort}`,
    ORD_URL: `http://127.0.0.1:${ordPort}`,
    DATABASE_URL: postgres.url,
    TOKEN_KEYS: `start:${hex('tokens')}`,
    SIGNER_ENDPOINT: join(folder, 'market'),
    POLICY_SIGNER_ENDPOINT: join(folder, 'policy'),
    GATE_SIGNER_ENDPOINT: join(folder, 'gate'),
    KEY_SET: join(folder, 'key-set.json'),
    POLL_MS: '100',
  };
}

function start(args: readonly string[], env: Record<string, string>): Child {
  const child = startChild(process.execPath, [ORDBOOK, ...args], { env, bareEnv: true });
  children.push(child);
  return child;
}

async function startService(env: Record<string, string>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = start(['start'], { ...env, PORT: String(port) });
  const status = (path: string) => fetch(`${url}${path}`).then((answer) => answer.status);
  return {
    child,
    url,
    status,
    health: () => fetch(`${url}/healthz`).then((answer) => answer.json()) as Promise<Health>,
  };
}

/** Waits while the process runs; the port is closed for a moment when the service takes it over. */
async function untilHealth(
  service: Service,
  what: string,
  holds: (health: Health) => boolean,
): Promise<void> {
  await until(
    what,
    async () => {
      service.child.assertRunning();
      return service.health().then(holds, () => false);
    },
    30_000,
  );
}

function startSigner(role: Role, keys = `${role}.json`): Child {
  const list = role === 'policy' ? ['--collections', join(folder, 'collections.json')] : [];
  const view = { CHAIN_RPC_URL: settings()['CHAIN_RPC_URL']!, ORD_URL: settings()['ORD_URL']! };
  return start(
    ['signer', '--role', role, '--socket', join(folder, role), '--keys', join(folder, keys), ...list],
    {
      ...REGTEST,
      ...(role === 'policy' ? view : {}),
      ...(keys === `${role}.json` ? { KEY_SET: join(folder, 'key-set.json') } : {}),
    },
  );
}

async function startNodeAndIndex(): Promise<void> {
  const rpc = await startRpcServer({ node, port: rpcPort });
  const ord = createOrd({ call: node.call, pollMs: 50 });
  const server = await startOrdServer(ord, { port: ordPort });
  closers.unshift(
    () => server.close(),
    () => ord.close(),
    () => rpc.close(),
  );
}

describe.runIf(hasOwn)('`ordbook start`', () => {
  let service: Service;
  let market: Child;
  const isReady = ({ ready }: Health) => ready;

  test('listens, and says what it waits for, while the database is unreachable', async () => {
    await postgres.outage!.halt();
    service = await startService(settings());
    await waitUntilReady(service.child, service.health);
    const { ready, parts } = await service.health();
    expect(ready).toBe(false);
    expect(parts['start']!.detail).toBe(
      'waiting: nothing listens at the address of DATABASE_URL (DATABASE_URL)',
    );
    const answer = await fetch(`${service.url}/api/v1/listings`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '5',
      { error: 'the service is starting, and the database is unreachable; try again later' },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(
      service.child.output().match(/waiting to start: nothing listens at the address of DATABASE_URL/g),
    ).toHaveLength(1);
  });

  test('comes up when the database does, and serves what needs no other part', async () => {
    await postgres.outage!.resume();
    await untilHealth(service, 'it serves', ({ parts }) => parts['database']?.ready === true);
    const { parts } = await service.health();
    for (const name of ['node', 'index', 'signer', 'policySigner', 'gateSigner'])
      expect(parts[name], name).toMatchObject({ ready: false });
    // 401 and not 503: the routes work
    expect(await service.status('/api/v1/listings')).toBe(401);
    for (const setting of ['CHAIN_RPC_URL', 'ORD_URL', 'SIGNER_ENDPOINT', 'GATE_SIGNER_ENDPOINT'])
      expect(service.child.output()).toMatch(new RegExp(`waiting for \\w+ \\(${setting}\\)`));
  });

  test('is ready with node, index and market signer, whatever the signers of collection offers do', async () => {
    await startNodeAndIndex();
    market = startSigner('market');
    await untilHealth(service, 'it is ready', isReady);
    expect((await service.health()).parts).toMatchObject({
      signer: { ready: true, detail: 'reachable' },
      policySigner: { ready: false, detail: 'the policy signer is unreachable' },
      gateSigner: { ready: false },
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('ordbook_part_up{part="signer"} 1');
    expect(metrics).toContain('ordbook_part_up{part="gateSigner"} 0');
    startSigner('policy');
    startSigner('gate');
    await untilHealth(service, 'all signers are there', ({ parts }) =>
      Object.values(parts).every(({ ready }) => ready),
    );
  });

  test('shows the outage of a signer, and its end', async () => {
    await market.kill();
    await untilHealth(service, 'it is seen', ({ parts }) => parts['signer']?.ready === false);
    expect((await service.health()).ready).toBe(false);
    market = startSigner('market');
    await untilHealth(service, 'it is back', isReady);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('ordbook_part_up{part="signer"} 1');
  });

  test('ends with an error when a signer shows another key', async () => {
    await market.kill();
    await writeKeyFile(join(folder, 'thief.json'), { market: hex('thief'), anchor: hex('anchor') });
    await makeJournal({
      path: join(folder, 'thief.json.journal'),
      key: keyOf('thief', 'p2tr').publicKey.slice(-64),
    });
    const thief = startSigner('market', 'thief.json');
    await until('it ends', async () => service.child.exitCode() !== null, 30_000);
    expect(service.child.exitCode()).toBe(1);
    expect(service.child.output()).toMatch(
      /the market key of the signers is [0-9a-f]{64}, but [0-9a-f]{64} is expected/,
    );
    const again = await startService(settings());
    await until('it ends', async () => again.child.exitCode() !== null, 30_000);
    expect(again.child.exitCode()).toBe(1);
    expect(again.child.output()).toContain('start the right signer');
    await thief.kill();
  });

  test('without a key set waits for the market signer', async () => {
    const { KEY_SET, POLICY_SIGNER_ENDPOINT, GATE_SIGNER_ENDPOINT, ...env } = settings();
    service = await startService(env);
    await waitUntilReady(service.child, service.health);
    expect((await service.health()).parts['start']!.detail).toBe(
      'waiting: the signer is unreachable (SIGNER_ENDPOINT)',
    );
    startSigner('market');
    await untilHealth(service, 'it is ready', isReady);
    await service.child.stop();
    expect(service.child.exitCode()).toBe(0);
  });

  test('ends at once when a setting is wrong', async () => {
    const { child } = await startService({ ...settings(), ADMISSION_TIERS: 'many' });
    await until('it ends', async () => child.exitCode() !== null, 30_000);
    expect(child.exitCode()).toBe(1);
    expect(child.output()).toContain('ADMISSION_TIERS');
  });
});
