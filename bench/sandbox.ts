/**
 * From the start of a sandbox's process until its API responds and the demo world exists: seconds, processor
 * time, and memory 10 s later, for the first start of a clone and for later ones, in turns. `BENCH_ROUNDS` (3).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../stack/real/child.ts';
import { cpuSeconds, report, residentMiB, rounds } from './measure.ts';

const ROUNDS = rounds(3);
const REST_MS = 10_000;
const TIMEOUT_MS = 120_000;
const BOUNDS = { readySeconds: 2, restMiB: 350 };
const BUNDLES = 'node_modules/.cache/ordbook';

interface Boot {
  readonly lineMs: number;
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly restMiB: number;
}

const ARGS = await npmScript();

/** The arguments of Node in `npm run sandbox`. */
async function npmScript(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { sandbox: string };
  };
  return scripts.sandbox.split(' ').slice(1);
}

async function boot(isFirst: boolean, cache: string): Promise<Boot> {
  if (isFirst) {
    // what earlier starts have kept
    await rm(cache, { recursive: true, force: true });
    await rm(BUNDLES, { recursive: true, force: true });
  }
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ARGS, {
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
    const cpuMs = 1_000 * cpuSeconds([child.pid!]);
    await sleep(REST_MS);
    return { lineMs, readyMs, cpuMs, restMiB: residentMiB(child) };
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

const best = (boots: readonly Boot[], of: keyof Boot) => Math.min(...boots.map((one) => one[of]));

const cache = await mkdtemp(join(tmpdir(), 'ordbook-boot-'));
try {
  const boots: Record<'first' | 'later', Boot[]> = { first: [], later: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    // a start with things kept follows one that kept them
    boots.first.push(await boot(true, cache));
    boots.later.push(await boot(false, cache));
  }
  report(
    `a sandbox on Node ${process.versions.node}, the best of ${ROUNDS} rounds`,
    Object.entries(boots).map(([start, own]) => ({
      start,
      'first line ms': Math.round(best(own, 'lineMs')),
      'ready after s': (best(own, 'readyMs') / 1000).toFixed(1),
      'of the bound': start === 'later' ? (best(own, 'readyMs') / 1000 / BOUNDS.readySeconds).toFixed(2) : '',
      'processor s': (best(own, 'cpuMs') / 1000).toFixed(1),
      'memory at rest MiB': Math.round(best(own, 'restMiB')),
      'memory of the bound': (best(own, 'restMiB') / BOUNDS.restMiB).toFixed(2),
    })),
  );
} finally {
  await rm(cache, { recursive: true, force: true });
}
