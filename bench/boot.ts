/**
 * From the start of a sandbox's process until its API responds and the demo world exists: seconds, processor
 * time, and memory 10 s later. Three ways, in turns: without anything kept from an earlier start, as `npm run
 * sandbox` starts it from then on, and, to compare with, every file transpiled at each start with no copy of
 * a database. BENCH_NODES names other programs of Node, separated by commas.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../stack/real/child.ts';
import { report, rounds, saysLoad } from './report.ts';

const ROUNDS = rounds(3);
const REST_MS = 10_000;
const TIMEOUT_MS = 120_000;
const NODES = (process.env['BENCH_NODES'] ?? process.execPath).split(',');
const GOAL_MIB = 350;
const BUNDLES = 'node_modules/.cache/ordbook';
const CLOCK_TICKS_PER_SECOND = 100;

interface Boot {
  readonly lineMs: number;
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly restMiB: number;
}

interface Way {
  readonly name: string;
  readonly args: readonly string[];
  /** Removes what earlier starts have kept. */
  readonly isFirst: boolean;
}

const WAYS: readonly Way[] = [
  {
    name: 'transpiled at every start, nothing kept',
    args: ['--import', 'tsx', '--conditions=source', 'sandbox/src/main.ts'],
    isFirst: true,
  },
  { name: 'first start', args: await npmScript(), isFirst: true },
  { name: 'later starts', args: await npmScript(), isFirst: false },
];

/** The arguments of Node in `npm run sandbox`. */
async function npmScript(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { sandbox: string };
  };
  return scripts.sandbox.split(' ').slice(1);
}

async function boot(node: string, { args, isFirst }: Way, cache: string): Promise<Boot> {
  if (isFirst) {
    await rm(cache, { recursive: true, force: true });
    await rm(BUNDLES, { recursive: true, force: true });
  }
  const port = await freePort();
  const started = performance.now();
  const child = spawn(node, args, {
    env: { ...process.env, PORT: String(port), SANDBOX_BLOCK_SECONDS: '0', ORDBOOK_CACHE: cache },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let lineMs = Number.NaN;
  child.stdout.once('data', () => {
    lineMs = performance.now() - started;
  });
  child.stdout.resume();
  try {
    await answers(`http://127.0.0.1:${port}/healthz`, child, started);
    const readyMs = performance.now() - started;
    const cpuMs = await processorMs(child);
    await sleep(REST_MS);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return { lineMs, readyMs, cpuMs, restMiB: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024 };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function answers(url: string, child: ChildProcess, started: number): Promise<void> {
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the sandbox ended with ${child.exitCode}`);
    if (performance.now() - started > TIMEOUT_MS) throw new Error('the sandbox does not get ready');
    await sleep(20);
  }
}

/** Of all threads, in user and system mode. */
async function processorMs(child: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND) * 1000;
}

async function versionOf(node: string): Promise<string> {
  const child = spawn(node, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return String((await once(child.stdout, 'data'))[0]).trim();
}

const best = (boots: readonly Boot[], of: keyof Boot) => Math.min(...boots.map((one) => one[of]));

const cache = await mkdtemp(join(tmpdir(), 'ordbook-boot-'));
try {
  saysLoad();
  for (const node of NODES) {
    const version = await versionOf(node);
    // a start with things kept follows one that kept them
    const boots = new Map<string, Boot[]>(WAYS.map(({ name }) => [name, []]));
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const way of WAYS) {
        process.stderr.write(`Node ${version}, round ${round} of ${ROUNDS}: ${way.name}\n`);
        boots.get(way.name)!.push(await boot(node, way, cache));
      }
    const compared = best(boots.get(WAYS[0]!.name)!, 'cpuMs');
    report(
      `Node ${version}: the best of ${ROUNDS} rounds`,
      WAYS.map(({ name }) => {
        const own = boots.get(name)!;
        return {
          start: name,
          'first line ms': Math.round(best(own, 'lineMs')),
          'ready after s': (best(own, 'readyMs') / 1000).toFixed(1),
          'processor s': (best(own, 'cpuMs') / 1000).toFixed(1),
          'ratio of processor time': (best(own, 'cpuMs') / compared).toFixed(2),
          'memory at rest MiB': Math.round(best(own, 'restMiB')),
          [`ratio to ${GOAL_MIB} MiB`]: (best(own, 'restMiB') / GOAL_MIB).toFixed(2),
        };
      }),
    );
  }
} finally {
  await rm(cache, { recursive: true, force: true });
}
