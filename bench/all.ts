/**
 * `npm run bench`: every benchmark in its short form, one after the other, within five minutes on two quiet
 * cores. `npm run bench -- scale submit`: those alone, in full. One that fails or takes too long does not
 * stop the others.
 */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

interface Bench {
  readonly name: string;
  /** Of the short form. */
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

const BENCHES: readonly Bench[] = [
  { name: 'limits', env: { BENCH_SECONDS: '10' } },
  { name: 'submit', env: { BENCH_ROUNDS: '15' } },
  { name: 'block', env: { BENCH_ROUNDS: '4' } },
  { name: 'memory', env: { BENCH_SUBSCRIBERS: '2000', BENCH_REST: '10' } },
  { name: 'sandbox', env: { BENCH_ROUNDS: '1' } },
  { name: 'judge', env: { BENCH_ROUNDS: '5' } },
  { name: 'scale', env: {}, args: ['--collections', '2,10', '--rounds', '20', '--runs', '2'] },
];
/** A benchmark that has not ended by then is ended. */
const SHORT_MINUTES = 3;
const FULL_MINUTES = 60;

/** Seconds that it took, or why it has no result. */
function run({ name, env, args = [] }: Bench, isShort: boolean): Promise<string> {
  const started = performance.now();
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', `bench/${name}.ts`, ...(isShort ? args : [])],
      { env: isShort ? { ...env, ...process.env } : process.env, stdio: 'inherit', detached: true },
    );
    // with what it has started: databases
    const end = () => process.kill(-child.pid!, 'SIGTERM');
    const timer = setTimeout(end, (isShort ? SHORT_MINUTES : FULL_MINUTES) * 60_000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const seconds = Math.round((performance.now() - started) / 1000);
      if (code !== 0) process.exitCode = 1;
      if (code === 0) done(`${seconds} s`);
      else done(signal ? `ended after ${seconds} s, its limit` : `failed with ${code} after ${seconds} s`);
    });
  });
}

const wanted = process.argv.slice(2);
const names = BENCHES.map(({ name }) => name);
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${names.join(', ')}`);
const chosen = BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const results: { bench: string; result: string }[] = [];
for (const [i, bench] of chosen.entries()) {
  console.log(`\n== ${i + 1} of ${chosen.length}: ${bench.name}`);
  results.push({ bench: bench.name, result: await run(bench, wanted.length === 0) });
}
console.table(results);
