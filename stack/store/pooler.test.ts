/** `ordbook check` behind a pooler, with a real PostgreSQL. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkDatabase } from '../../server/src/composition/check/database.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { type Child, freePort, waitUntilReady } from '../real/child.ts';
import { findPostgres } from '../real/parts.ts';
import { type Cluster, createCluster, startOn, withClient } from '../real/postgres.ts';
import { type Pooler, startTransactionPooler } from './pooler.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const part = findPostgres();
let cluster: Cluster;
let server: Child;
let port: number;
let pooler: Pooler;

const urlAt = (where: number) => `postgres://ordbook@127.0.0.1:${where}/postgres`;

/** What the check finds wrong with the database there. */
async function foundAt(url: string) {
  const { db, close } = openPostgres(url);
  const surroundings = {
    chain: { blockHash: async () => null },
    signer: { publicKeys: async () => ({ market: 'ab', anchor: 'cd' }) },
  };
  try {
    const found = await checkDatabase(readSettings({ DATABASE_URL: url }), async () => db, surroundings);
    return found.filter(({ level }) => level === 'error');
  } finally {
    await close();
  }
}

beforeAll(async () => {
  if (!part || part.kind === 'given') return;
  cluster = await createCluster(part);
  port = await freePort();
  server = startOn(cluster, port, {});
  await waitUntilReady(server, () => withClient(urlAt(port), (client) => client.query('select 1')));
  pooler = await startTransactionPooler(port);
});
afterAll(async () => {
  pooler?.close();
  await server?.stop();
  if (cluster) await rm(cluster.folder, { recursive: true, force: true });
});

describe.runIf(part && part.kind !== 'given')('the check of a database', () => {
  test('finds nothing wrong without a pooler', async () => {
    expect(await foundAt(urlAt(port))).toEqual([]);
  });

  test('refuses a pooler that gives each transaction another session', async () => {
    expect(await foundAt(urlAt(pooler.port))).toMatchObject([
      {
        is: expect.stringContaining('a pooler gives each transaction another session'),
        mend: expect.stringContaining('pool_mode = session'),
      },
    ]);
  });
});
