/**
 * How soon reads show a new block: from the moment when the node has it (its `generateblock` has answered) until
 * GET /sales has a sale that is in it. The follower waits for the block, and in turns only polls. The index is
 * 5 s behind, as `ord` polls by default. PostgreSQL and, if there is one, Bitcoin Core; else devnode. API,
 * follower and client share this process.
 *
 * BENCH_ROUNDS (30) for each row, BENCH_TRANSACTIONS (2,000): foreign ones in a large block.
 */
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNode, createOrd, startOrdServer, startRpcServer } from '@ordbook/devnode';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { createLogger } from '../server/src/api/edge/log.ts';
import { createApi } from '../server/src/api/server.ts';
import { bitcoind } from '../server/src/chain/bitcoind.ts';
import type { Chain } from '../server/src/chain/port.ts';
import { createFollower } from '../server/src/follower/follow.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { type Purse, purse } from '../server/test/chain/purse.ts';
import { apiSettings } from '../server/test/support/api.ts';
import { openDesk } from '../server/test/support/desk.ts';
import { buy, list } from '../server/test/support/trade.ts';
import type { Trader } from '../server/test/support/trader.ts';
import { startBitcoind } from '../stack/real/bitcoind.ts';
import { findBitcoind } from '../stack/real/parts.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { ENDLESS_LIMITS } from './edge.ts';
import { report } from './report.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
const TRANSACTIONS = Number(process.env['BENCH_TRANSACTIONS'] ?? 2_000);
const GOAL_MS = 150;
/** Defaults of the service and of `ord`. */
const POLL_MS = 2_000;
const INDEX_POLL_MS = 5_000;
const LOOK_MS = 2;

/** A node over HTTP. */
async function startNode() {
  const part = findBitcoind();
  if (part) return { name: part.version, ...(await startBitcoind()) };
  const node = createNode();
  const server = await startRpcServer({ node, port: 0, auth: { user: 'bench', password: 'bench' } });
  const url = server.url.replace('//', '//bench:bench@');
  return { name: 'devnode', url, call: node.call, stop: () => server.close() };
}

/** `count` signed transactions of somebody else, ready for a block; raw hex. */
async function foreign(wallet: Purse, blocks: string[], count: number): Promise<string[]> {
  if (count === 0) return [];
  const coin = await wallet.coinbaseOf(blocks.shift()!);
  const each = Math.floor(coin.valueSats / (count + 10));
  const { raw, outputs } = wallet.spend([coin], Array<number>(count).fill(each));
  await node.call('generateblock', [wallet.address, [raw]]);
  return outputs.map((output) => wallet.spend([output], [each - 500, 300]).raw);
}

const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))]!;

const node = await startNode();
const cluster = await startPostgres({ durable: true });
const { url } = await createDatabase(cluster.url);
const { db, close } = openPostgres(url, { poolSize: 8 });
await migrate(db);
const index = createOrd({ call: node.call });
const server = await startOrdServer(index, { port: 0 });
const desk = await openDesk({
  call: node.call,
  db,
  anchors: 4 * ROUNDS + 60,
  index: { url: server.url, caughtUp: () => index.sync() },
});
const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 60)) as [Trader, Trader];
const ids: string[] = [];
while (ids.length < 4 * ROUNDS)
  ids.push(...(await desk.inscribe(seller, Math.min(90, 4 * ROUNDS - ids.length))));
const wallet = purse(node.call, 9);
const spare = await wallet.mine(4 * ROUNDS);
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

const polls: Chain = {
  ...ctx.chain,
  waitForNewBlock: (_known, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(false))),
};
const ways = { 'polls only': polls, 'waits for the block': ctx.chain };
const rows: Record<string, string | number>[] = [];

/** ms until reads show the sale of one new block. */
async function round(chain: Chain, transactions: number): Promise<number> {
  await desk.settle();
  const id = ids.pop()!;
  await buy(desk, buyer, await list(desk, seller, [id]));
  const others = await foreign(wallet, spare, transactions);
  for (let i = 0; i < others.length; i += 50)
    await Promise.all(others.slice(i, i + 50).map((raw) => node.call('sendrawtransaction', [raw, 0])));
  await desk.settle();
  const follower = createFollower({ ...ctx, chain }, { pollMs: POLL_MS });
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
  for (const transactions of [0, TRANSACTIONS]) {
    const rounds = transactions === 0 ? ROUNDS : Math.ceil(ROUNDS / 3);
    const times = new Map<string, number[]>();
    process.stderr.write(`${rounds} blocks of ${transactions} foreign transactions, each way\n`);
    await round(ctx.chain, transactions);
    for (let i = 0; i < rounds; i += 1)
      for (const [way, chain] of Object.entries(ways))
        times.set(way, [...(times.get(way) ?? []), await round(chain, transactions)]);
    const before = quantile(times.get('polls only')!, 0.5);
    for (const [way, took] of times)
      rows.push({
        follower: way,
        'foreign transactions': transactions,
        blocks: took.length,
        'p50 ms': quantile(took, 0.5).toFixed(0),
        'p99 ms': quantile(took, 0.99).toFixed(0),
        'p50 to polling': (quantile(took, 0.5) / before).toFixed(3),
        [`p99 to ${GOAL_MS} ms`]: (quantile(took, 0.99) / GOAL_MS).toFixed(2),
      });
  }
  report(`from a new block in ${node.name} to GET /sales`, rows);
  process.stdout.write(`load ${loadavg()[0]!.toFixed(1)}\n`);
} finally {
  await api.close();
  await desk.close();
  await server.close();
  await index.close();
  await close();
  await cluster.stop();
  await node.stop();
}
