/**
 * What listing and delisting one inscription costs: processor time of the compiled service and of PostgreSQL, for
 * the client's three requests, with signers, node and index in processes of their own. Four traders take turns
 * without pauses, so little of it is what a service does at rest. Needs `npm run build`. Without Bitcoin Core or
 * `ord`, devnode takes their place. `BENCH_SECONDS` (20) after as many that do not count.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { cpuSeconds, serverCpuSeconds } from './cpu.ts';
import { BENCH_TOKEN_KEYS } from './edge.ts';
import { openLoadMarket, type RunningTraders, startTraders } from './load-market.ts';
import { LOAD_DOMAIN } from './load-traders.ts';
import { report } from './report.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const TRADERS = 4;
/** A delisted anchor comes back with a block. */
const ANCHORS = 1_500;
const BLOCK_EVERY_MS = 10_000;

const market = await openLoadMarket(
  { count: TRADERS, anchors: ANCHORS },
  {
    TOKEN_KEYS: BENCH_TOKEN_KEYS.map(({ id, secret }) => `${id}:${secret}`).join(','),
    LIMIT_SCALE: '100000',
    // what traders may cost the operator must not end the trading
    PROFILE_DAILY_COST_SATS: '100000000',
    UNPAID_DAILY_COST_SATS: '0',
    DOMAIN: LOAD_DOMAIN,
  },
);
const { shipped, miner } = market;
const { db, close } = openPostgres(shipped.database, { poolSize: 1 });
let traders: RunningTraders | undefined;
let blocks: NodeJS.Timeout | undefined;
try {
  traders = await startTraders(market, 0);
  blocks = setInterval(() => void miner.mine(1).catch(() => undefined), BLOCK_EVERY_MS);
  const { child, count } = traders;
  const seen = async () => {
    // when the number is new
    for (const old = child.output(); child.output() === old || !/\d\n$/.test(child.output()); ) {
      child.assertRunning();
      await sleep(5);
    }
    return {
      at: performance.now(),
      cycles: count(),
      service: cpuSeconds([shipped.processes['service']!.pid!]),
      postgres: await serverCpuSeconds(db),
    };
  };
  await seen();
  await sleep(SECONDS * 1_000);
  const before = await seen();
  await sleep(SECONDS * 1_000);
  const after = await seen();
  const cycles = after.cycles - before.cycles;
  const ms = (part: 'service' | 'postgres') => ((1_000 * (after[part] - before[part])) / cycles).toFixed(1);
  report(`listing and delisting one inscription, processor time; ${shipped.world}`, [
    {
      cycles,
      'a second': (cycles / ((after.at - before.at) / 1_000)).toFixed(1),
      'service ms': ms('service'),
      'PostgreSQL ms': ms('postgres'),
    },
  ]);
} finally {
  clearInterval(blocks);
  await traders?.stop();
  await close();
  await shipped.stop();
}
