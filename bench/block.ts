/**
 * How soon reads show a new block: from the moment when the node has it until GET /sales has a sale that is in it,
 * with 500 foreign transactions in each block. The index is 5 s behind, as `ord` polls by default. PostgreSQL
 * and, if there is one, Bitcoin Core; else devnode. API, follower and client share this process. `BENCH_ROUNDS`
 * (10).
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOrd, startOrdServer } from '@ordbook/devnode';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { createLogger } from '../server/src/api/edge/log.ts';
import { createApi } from '../server/src/api/server.ts';
import { bitcoind } from '../server/src/chain/bitcoind.ts';
import { createFollower } from '../server/src/follower/follow.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { type Purse, purse } from '../server/test/chain/purse.ts';
import { apiSettings } from '../server/test/support/api.ts';
import { openDesk } from '../server/test/support/desk.ts';
import { buy, list } from '../server/test/support/trade.ts';
import type { Trader } from '../server/test/support/trader.ts';
import { startAnyNode } from '../stack/real/any-node.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { ENDLESS_LIMITS, quantile, report, rounds } from './measure.ts';

const ROUNDS = rounds(10);
const TRANSACTIONS = 500;
const BOUND_MS = 150;
/** Defaults of the service and of `ord`. */
const POLL_MS = 2_000;
const INDEX_POLL_MS = 5_000;
const LOOK_MS = 2;

/** `count` signed transactions of somebody else, ready for a block; raw hex. */
async function foreign(wallet: Purse, blocks: string[], count: number): Promise<string[]> {
  const coin = await wallet.coinbaseOf(blocks.shift()!);
  const each = Math.floor(coin.valueSats / (count + 10));
  const { raw, outputs } = wallet.spend([coin], Array<number>(count).fill(each));
  await node.call('generateblock', [wallet.address, [raw]]);
  return outputs.map((output) => wallet.spend([output], [each - 500, 300]).raw);
}

const node = await startAnyNode();
const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: 8 });
await migrate(db);
const index = createOrd({ call: node.call });
const server = await startOrdServer(index, { port: 0 });
const desk = await openDesk({
  call: node.call,
  db,
  anchors: 2 * ROUNDS + 60,
  index: { url: server.url, caughtUp: () => index.sync() },
});
const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 60)) as [Trader, Trader];
const ids = await desk.inscribe(seller, ROUNDS + 1);
const wallet = purse(node.call, 9);
const spare = await wallet.mine(ROUNDS + 1);
await desk.mine(100);

const ctx = { ...desk.ctx, chain: bitcoind({ url: node.url, timeoutMs: 30_000 }) };
const api = createApi(ctx, {
  ...apiSettings({ rateLimits: ENDLESS_LIMITS, checkResponses: false }),
  logger: createLogger('silent'),
});
const base = await api.listen({ host: '127.0.0.1', port: 0 });
const { sessionToken } = issueToken(api, desk.clock, 3_600_000, buyer.caller.profileId);
const headers = { authorization: `Bearer ${sessionToken}` };
const shows = async (id: string) =>
  (await (await fetch(`${base}/api/v1/sales`, { headers })).text()).includes(id);

/** ms until reads show the sale of one new block. */
async function round(): Promise<number> {
  await desk.settle();
  const id = ids.pop()!;
  await buy(desk, buyer, await list(desk, seller, [id]));
  const others = await foreign(wallet, spare, TRANSACTIONS);
  for (let i = 0; i < others.length; i += 50)
    await Promise.all(others.slice(i, i + 50).map((raw) => node.call('sendrawtransaction', [raw, 0])));
  await desk.settle();
  const follower = createFollower(ctx, { pollMs: POLL_MS });
  follower.start();
  await follower.sync();
  const polling = setInterval(() => void index.sync().catch(() => undefined), INDEX_POLL_MS);
  // polls and blocks keep no step
  await sleep(Math.random() * POLL_MS);
  await node.call('generatetoaddress', [1, wallet.address]);
  const from = performance.now();
  while (!(await shows(id))) await sleep(LOOK_MS);
  const took = performance.now() - from;
  clearInterval(polling);
  await follower.stop();
  return took;
}

try {
  await round();
  const times: number[] = [];
  while (times.length < ROUNDS) times.push(await round());
  report(`from a new block in ${node.name} to GET /sales, ${TRANSACTIONS} foreign transactions in each`, [
    {
      blocks: ROUNDS,
      'p50 ms': quantile(times, 0.5).toFixed(0),
      'slowest ms': quantile(times, 1).toFixed(0),
      'of the bound': (quantile(times, 1) / BOUND_MS).toFixed(2),
    },
  ]);
} finally {
  await api.close();
  await desk.close();
  await server.close();
  await index.close();
  await close();
  await cluster.stop();
  await node.stop();
}
