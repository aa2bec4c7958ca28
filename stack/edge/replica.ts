import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import pg from 'pg';
import { keyOf, secretOf } from '../../sandbox/src/keys.ts';
import { createMiner, type Miner } from '../../sandbox/src/miner.ts';
import { buildService, type Service } from '../../server/src/composition/build-service.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { marketSigner } from '../../server/src/signer/market/market-signer.ts';
import type { Signer } from '../../server/src/signer/port.ts';

const hex = (name: string) => Buffer.from(secretOf(name)).toString('hex');

/** A devnode chain over HTTP, and the environment of a service on it. */
export interface Chain {
  readonly miner: Miner;
  /** `CHAIN_RPC_URL`, `ORD_URL` and what no service starts without. */
  readonly env: Record<string, string>;
  readonly signer: Signer;
  close(): Promise<void>;
}

export async function startChain(): Promise<Chain> {
  const node = createNode();
  const rpc = await startRpcServer({ node, port: 0 });
  const ord = createOrd({ call: node.call, pollMs: 50 });
  const ordHttp = await startOrdServer(ord, { port: 0 });
  const miner = createMiner(node.call);
  await miner.warmUp(1_000_000_000);
  const feeAddress = keyOf('fees', 'p2wpkh').address;
  return {
    miner,
    env: {
      NETWORK: 'regtest',
      CHAIN_RPC_URL: rpc.url,
      ORD_URL: ordHttp.url,
      FEE_ADDRESS: feeAddress,
      TOKEN_KEYS: `replicas:${hex('tokens')}`,
      FUNDING_REQUIREMENT_SATS: '0',
      LOG_LEVEL: 'silent',
      POLL_MS: '50',
    },
    signer: marketSigner({ market: hex('market'), anchor: hex('anchor'), network: 'regtest', feeAddress }),
    async close() {
      await ordHttp.close();
      await ord.close();
      await rpc.close();
    },
  };
}

/** A replica of the service in this process, listening. `env` comes on top of the chain's. */
export async function startReplica(
  chain: Chain,
  env: Record<string, string>,
): Promise<Service & { url: string }> {
  const service = await buildService(readSettings({ ...chain.env, ...env }), { signer: chain.signer });
  const url = await service.api.listen({ host: '127.0.0.1', port: 0 });
  return { ...service, url };
}

/** Waits until `holds`, and returns how long it took, ms. Throws an Error after `ms`. */
export async function until(what: string, holds: () => Promise<boolean>, ms = 15_000): Promise<number> {
  const started = Date.now();
  while (!(await holds())) {
    if (Date.now() - started > ms) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Date.now() - started;
}

/** Backends that hold the leader's lock. */
export async function leaders(databaseUrl: string): Promise<number[]> {
  const rows = await ask<{ pid: number }>(
    databaseUrl,
    `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objid = 7263042 and a.datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}

/** Waits for the leader's lock, and holds it from when the leader has lost it until `leave`. */
export async function queueForLead(databaseUrl: string): Promise<{ leave(): Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const held = client.query('select pg_advisory_lock(7263042)');
  await until('the next one waits for the lead', async () => {
    const waiting = `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and not l.granted and l.objid = 7263042 and a.datname = current_database()`;
    return (await ask(databaseUrl, waiting)).length > 0;
  });
  return {
    async leave() {
      await held;
      await client.end();
    },
  };
}

/** Runs one statement on a separate connection. */
export async function ask<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
