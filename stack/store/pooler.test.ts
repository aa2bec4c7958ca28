/** A real pgbouncer between the service and a real PostgreSQL. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkDatabase } from '../../server/src/composition/check/database.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { DATABASE_FAULTS } from '../../server/src/store/database/faults.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { ask, type Chain, leaders, startChain, startReplica, until } from '../edge/replica.ts';
import { type Child, freePort, waitUntilReady } from '../real/child.ts';
import { findPgbouncer, findPostgres } from '../real/parts.ts';
import { startPgbouncer } from '../real/pgbouncer.ts';
import { type Cluster, createCluster, startOn, withClient } from '../real/postgres.ts';
import { openMarket } from './market.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const part = findPostgres();
const own = findPgbouncer() && part && part.kind !== 'given' ? part : null;
const { is: FAULT, mend: MEND } = DATABASE_FAULTS.find(({ codes }) => codes.includes('26000'))!;

describe.runIf(own)('pgbouncer', () => {
  let cluster: Cluster;
  let server: Child;
  let chain: Chain;
  let url: string;
  let session: Awaited<ReturnType<typeof startPgbouncer>>;
  let transaction: Awaited<ReturnType<typeof startPgbouncer>>;

  beforeAll(async () => {
    cluster = await createCluster(own!);
    const port = await freePort();
    server = startOn(cluster, port, {});
    url = `postgres://ordbook@127.0.0.1:${port}/postgres`;
    await waitUntilReady(server, () => withClient(url, (client) => client.query('select 1')));
    session = await startPgbouncer(cluster, port, 'session');
    transaction = await startPgbouncer(cluster, port, 'transaction');
    chain = await startChain();
  });
  afterAll(async () => {
    await chain?.close();
    await session?.stop();
    await transaction?.stop();
    await server?.stop();
    if (cluster) await rm(cluster.folder, { recursive: true, force: true });
  });

  /** What `ordbook check` finds wrong with the database there. */
  async function foundAt(where: string) {
    const { db, close } = openPostgres(where);
    const surroundings = {
      chain: { blockHash: async () => null },
      signer: { publicKeys: async () => ({ market: 'ab', anchor: 'cd' }) },
    };
    const settings = readSettings({ DATABASE_URL: where });
    const found = await checkDatabase(settings, async () => db, surroundings).finally(close);
    return found.filter(({ level }) => level === 'error');
  }

  test('that gives each transaction another session is refused by `check` and at the start', async () => {
    expect(await foundAt(transaction.url)).toMatchObject([
      { is: expect.stringContaining(`: ${FAULT} (26000)`), mend: MEND },
    ]);
    await expect(startReplica(chain, { DATABASE_URL: transaction.url })).rejects.toThrow(
      `${FAULT} (26000); ${MEND}`,
    );
    expect(await ask(url, `select to_regclass('blocks') as blocks`)).toEqual([{ blocks: null }]);
  });

  test('with sessions needs no other setting: trades, events and the election of a leader go on through it', async () => {
    expect(await foundAt(session.url)).toEqual([]);
    const env = { DATABASE_URL: session.url, ANCHOR_POOL_TARGET: '10' };
    const first = await startReplica(chain, env);
    const second = await startReplica(chain, env);
    try {
      first.ledFollower.start();
      const market = await openMarket(first.ctx, chain, 2, async (members) => {
        const rows = await ask(url, 'select 1 from collection_members');
        return rows.length >= members;
      });
      second.ledFollower.start();
      expect(await market.buy(0)).not.toBeNull();
      const [leader] = await leaders(url);
      await ask(url, `select pg_terminate_backend(${leader})`);
      await until('there is a leader again', async () => {
        const [next] = await leaders(url);
        return next !== undefined && next !== leader;
      });
      expect(await market.buy(1)).not.toBeNull();
      await market.mine(2);
      await until('both sales are confirmed', async () => {
        const sales = await ask(url, `select 1 from sales where state = 'confirmed'`);
        return sales.length === 2;
      });
    } finally {
      await second.close();
      await first.close();
    }
  });
});
