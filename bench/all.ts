/**
 * npm run bench: every benchmark, one after the other, short enough for half an hour on two quiet cores. Says
 * which one is running and how long it took; one that fails or takes too long does not stop the others. Words
 * after `--` choose benchmarks by name: `npm run bench -- purchase crypto`. The rounds of each alone are
 * longer.
 */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { saysLoad } from './report.ts';

interface Bench {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Ends it when it has not ended. */
  readonly minutes: number;
}

const BENCHES: readonly Bench[] = [
  { name: 'boot', env: { BENCH_ROUNDS: '1' }, minutes: 3 },
  { name: 'service-at-rest', minutes: 4 },
  { name: 'subscribers', minutes: 3 },
  { name: 'crypto', env: { BENCH_ROUNDS: '3' }, minutes: 2 },
  { name: 'event-loop', env: { BENCH_SECONDS: '5' }, minutes: 3 },
  { name: 'purchase', minutes: 5 },
  { name: 'submit', env: { BENCH_ROUNDS: '20' }, minutes: 4 },
  { name: 'growth', env: { BENCH_TRADES: '20' }, minutes: 3 },
  { name: 'hot-reads', env: { BENCH_SECONDS: '1', BENCH_ROUNDS: '3' }, minutes: 3 },
  { name: 'cold-reads', env: { BENCH_SECONDS: '1', BENCH_ROUNDS: '3' }, minutes: 4 },
  { name: 'listing', env: { BENCH_SECONDS: '10' }, minutes: 4 },
  { name: 'load', env: { BENCH_SECONDS: '10' }, minutes: 4 },
  { name: 'offers', env: { BENCH_ROUNDS: '3' }, minutes: 3 },
  { name: 'collection-offers', minutes: 4 },
  { name: 'new-block', env: { BENCH_ROUNDS: '4', BENCH_TRANSACTIONS: '500' }, minutes: 4 },
  { name: 'catch-up', env: { BENCH_ROUNDS: '2' }, minutes: 4 },
  { name: 'limits', minutes: 3 },
  { name: 'events', minutes: 4 },
  { name: 'parsing', env: { BENCH_MIXTURES: '4' }, minutes: 4 },
  { name: 'hostile-profiles', env: { BENCH_MINUTES: '5' }, minutes: 4 },
  { name: 'console', env: { BENCH_ROUNDS: '1' }, minutes: 3 },
  { name: 'devnode', env: { BENCH_SPENDS: '2000' }, minutes: 4 },
  { name: 'scale', args: ['--collections', '4,20', '--rounds', '30'], minutes: 5 },
];

/** Seconds that it took, or why it has no result. */
function run({ name, args = [], env, minutes }: Bench): Promise<string> {
  const started = performance.now();
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', `bench/${name}.ts`, ...args],
      { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'], detached: true },
    );
    // with what it has started: databases
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGTERM'), minutes * 60_000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const seconds = Math.round((performance.now() - started) / 1000);
      if (code === 0) done(`${seconds} s`);
      else done(signal ? `ended after ${seconds} s, its limit` : `failed with ${code} after ${seconds} s`);
    });
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is none of ${BENCHES.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}
const benches = BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const results: { bench: string; result: string }[] = [];
for (const [i, bench] of benches.entries()) {
  console.log(`\n== ${i + 1} of ${benches.length}: ${bench.name}, at most ${bench.minutes} minutes`);
  saysLoad();
  results.push({ bench: bench.name, result: await run(bench) });
}
console.table(results);
if (results.some(({ result }) => !result.endsWith(' s') || /limit|failed/.test(result))) process.exitCode = 1;
