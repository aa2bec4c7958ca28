import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { playTrade } from '../../client/src/demo/play.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { openRehearsal } from '../../sandbox/test/rehearsed.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { startOrd } from '../real/ord.ts';
import { findBitcoind, findOrd } from '../real/parts.ts';
import { openTestDatabase } from '../real/test-database.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const database = await openTestDatabase();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A whole trade through the API, and a reorg of its block: confirmed, pending, confirmed. */
async function tradesOn(sandbox: Sandbox): Promise<void> {
  closers.push(() => sandbox.close());
  await playTrade(sandbox.url, { step: (_title, work) => work(), show: () => undefined });
  expect(await sales(sandbox)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
  await control(sandbox, 'reorg', { depth: 1 });
  expect(await sales(sandbox)).toEqual(['confirmed', 'pending', 'pending', 'pending']);
  await control(sandbox, 'mine', { blocks: 1 });
  expect(await sales(sandbox)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed']);
}

async function sales({ service }: Sandbox): Promise<string[]> {
  const rows = await service.ctx.db.selectFrom('sales').select('state').execute();
  return rows.map(({ state }) => state).sort();
}

async function control(sandbox: Sandbox, route: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/sandbox/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`/sandbox/${route} answered ${answer.status}: ${await answer.text()}`);
}

async function realNode(): Promise<Bitcoind> {
  const node = await startBitcoind();
  closers.push(() => node.stop());
  return node;
}

describe.runIf(findBitcoind())('the sandbox', () => {
  test("trades on a real node with devnode's index", async () => {
    const node = await realNode();
    await tradesOn(await startSandbox({ port: 0, blockSeconds: 0, chainRpcUrl: node.url }));
  });

  test.runIf(findOrd())('trades on a real node with a real index', async () => {
    const node = await realNode();
    await node.call('generatetoaddress', [1, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080']);
    const ord = await startOrd({ bitcoind: node });
    closers.push(() => ord.stop());
    await tradesOn(await startSandbox({ port: 0, blockSeconds: 0, chainRpcUrl: node.url, ordUrl: ord.url }));
  });

  test.runIf(findOrd() && database)('rehearses on a real node, index and database', async () => {
    const node = await realNode();
    await node.call('generatetoaddress', [1, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080']);
    const ord = await startOrd({ bitcoind: node });
    closers.push(() => ord.stop());
    const sandbox = await startSandbox({
      ...{ port: 0, blockSeconds: 0, chainRpcUrl: node.url, ordUrl: ord.url, databaseUrl: database!.url },
    });
    closers.push(
      () => database!.drop(),
      () => sandbox.close(),
    );
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-rehearse-'));
    closers.push(() => rm(folder, { recursive: true }));
    const rehearsal = await openRehearsal(sandbox, folder);
    for (const direction of ['there', 'and back'])
      expect(await rehearsal.run(), direction).toMatchObject({ passed: true });
  });

  test('starts again on a chain that it has used before', async () => {
    const node = await realNode();
    const first = await startSandbox({ port: 0, blockSeconds: 0, chainRpcUrl: node.url });
    await first.close();
    await tradesOn(await startSandbox({ port: 0, blockSeconds: 0, chainRpcUrl: node.url }));
  });
});
