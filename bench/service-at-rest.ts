/**
 * Resident memory of the shipped service and of its signers at rest: 30 s after the service is ready, and 30 s
 * after 2,000 reads, with the processor time of a read. `BENCH_NODES` names other programs of Node, separated
 * by commas. Needs `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { issueToken } from '../server/src/api/edge/bearer.ts';
import { HOUR_MS, systemClock } from '../server/src/base/clock.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import { testApi } from '../server/test/support/api.ts';
import { cpuSeconds } from './cpu.ts';
import { BENCH_TOKEN_KEYS } from './edge.ts';
import { report, saysLoad } from './report.ts';
import { residentMiB, type Shipped, startShipped } from './shipped-service.ts';

const NODES = (process.env['BENCH_NODES'] ?? process.execPath).split(',');
/** MiB of the service. */
const GOAL = 150;
const REST_MS = 30_000;
const READS = 1_000;
const READS_AT_ONCE = 8;
const TOKEN_KEYS = BENCH_TOKEN_KEYS.map(({ id, secret }) => `${id}:${secret}`).join(',');

interface Rest {
  readonly world: string;
  /** MiB by the name of the process. */
  readonly ready: Readonly<Record<string, number>>;
  readonly used: Readonly<Record<string, number>>;
  /** Processor time of one read in the service, ms. */
  readonly cpuMs: number;
}

async function measure(node: string): Promise<Rest> {
  const shipped = await startShipped({
    node,
    env: { TOKEN_KEYS, LIMIT_SCALE: '100000', DOMAIN: 'market.test' },
  });
  const resident = async () => {
    await sleep(REST_MS);
    return Object.fromEntries(
      Object.entries(shipped.processes).map(([name, child]) => [name, residentMiB(child)]),
    );
  };
  try {
    const ready = await resident();
    const token = await tokenFor(shipped);
    const url = `${shipped.base}/api/v1/listings`;
    // so that its code is compiled
    await read(url, token);
    const pids = [shipped.processes['service']!.pid!];
    const before = cpuSeconds(pids);
    await read(url, token);
    const cpuMs = (1_000 * (cpuSeconds(pids) - before)) / READS;
    return { world: shipped.world, ready, used: await resident(), cpuMs };
  } finally {
    await shipped.stop();
  }
}

/** A session that the service accepts. */
async function tokenFor({ database }: Shipped): Promise<string> {
  const { db, close } = openPostgres(database, { poolSize: 1 });
  const { app } = await testApi(db, { tokenKeys: BENCH_TOKEN_KEYS });
  const { sessionToken } = issueToken(app, systemClock, HOUR_MS, crypto.randomUUID());
  await app.close();
  await close();
  return sessionToken;
}

async function read(url: string, token: string): Promise<void> {
  for (let done = 0; done < READS; done += READS_AT_ONCE)
    await Promise.all(
      Array.from({ length: READS_AT_ONCE }, async () => {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      }),
    );
}

saysLoad();
for (const node of NODES) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  process.stderr.write(`Node ${version}: a minute\n`);
  const { world, ready, used, cpuMs } = await measure(node);
  report(
    `Node ${version}, ${world}; MiB in memory`,
    Object.keys(ready).map((name) => ({
      process: name,
      'ready for 30 s': ready[name]!.toFixed(1),
      [`30 s after ${2 * READS} reads`]: used[name]!.toFixed(1),
      [`ratio to ${GOAL}`]: name === 'service' ? (ready[name]! / GOAL).toFixed(2) : '',
      'ms of a read': name === 'service' ? cpuMs.toFixed(2) : '',
    })),
  );
}
