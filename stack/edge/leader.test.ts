import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { serveSigner } from '../../server/src/signer/transport/process.ts';
import { type Child, freePort, startChild, waitUntilReady } from '../real/child.ts';
import { openTestDatabase } from '../real/test-database.ts';
import { ask, type Chain, leaders, startChain, until } from './replica.ts';

vi.setConfig({ testTimeout: 120_000 });

const ORDBOOK = [
  ...['--import', 'tsx', '--conditions=source'],
  fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url)),
];
/**
 * A replica tries to lead each second; the lock is free as soon as the connection of the dead one has ended.
 */
const HANDOVER_MS = 10_000;

describe.runIf(inject('postgresUrl'))('two processes of `ordbook start`', () => {
  let folder: string;
  let chain: Chain;
  let database: { url: string; drop(): Promise<void> };
  let signer: Awaited<ReturnType<typeof serveSigner>>;
  const children: Child[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-leader-'));
    chain = await startChain();
    database = (await openTestDatabase())!;
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    signer = await serveSigner(chain.signer, { socketPath: join(folder, 'signer.sock'), log });
  });
  afterAll(async () => {
    for (const child of children) await child.stop();
    await signer?.close();
    await chain?.close();
    await database?.drop();
    if (folder) await rm(folder, { recursive: true });
  });

  async function start(): Promise<Child> {
    const port = await freePort();
    const env = {
      ...chain.env,
      DATABASE_URL: database.url,
      SIGNER_ENDPOINT: join(folder, 'signer.sock'),
      PORT: String(port),
    };
    const child = startChild(process.execPath, [...ORDBOOK, 'start'], { env, bareEnv: true });
    children.push(child);
    await waitUntilReady(child, () => fetch(`http://127.0.0.1:${port}/openapi.json`));
    return child;
  }

  const leads = async () => (await leaders(database.url)).length === 1;
  async function isFollowed(height: number): Promise<boolean> {
    const rows = await ask<{ height: number }>(database.url, 'select max(height) as height from blocks');
    return (rows[0]?.height ?? -1) >= height;
  }

  test('follow the chain in turn: when the leading one is killed the other takes over', async () => {
    const first = await start();
    await until('the first leads', leads);
    const second = await start();
    const before = await chain.miner.mine(1);
    await until('the first follows', () => isFollowed(before.height));

    await first.kill();
    const { height } = await chain.miner.mine(2);
    const took = await until('the second follows', () => isFollowed(height), HANDOVER_MS);
    expect(await leads()).toBe(true);
    process.stdout.write(`the next leader had the new blocks after ${took} ms\n`);

    // The one that was killed comes back and waits for its turn.
    await start();
    await second.stop();
    const last = await chain.miner.mine(1);
    await until('the third follows', () => isFollowed(last.height), HANDOVER_MS);
  });
});
