/**
 * Time from the start of a sandbox's process until its API responds and the demo world exists, and the
 * process's memory 10 s later.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../stack/real/child.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const REST_MS = 10_000;
const TIMEOUT_MS = 120_000;

interface Boot {
  readonly readyMs: number;
  readonly restMiB: number;
}

async function boot(): Promise<Boot> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', 'sandbox/src/main.ts'], {
    env: { ...process.env, PORT: String(port), SANDBOX_BLOCK_SECONDS: '0' },
    stdio: 'ignore',
  });
  try {
    while (!(await answers(`http://127.0.0.1:${port}/healthz`))) {
      if (child.exitCode !== null) throw new Error(`the sandbox ended with ${child.exitCode}`);
      if (performance.now() - started > TIMEOUT_MS) throw new Error('the sandbox does not get ready');
      await sleep(20);
    }
    const readyMs = performance.now() - started;
    await sleep(REST_MS);
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return { readyMs, restMiB: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024 };
  } finally {
    child.kill('SIGKILL');
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

const boots: Boot[] = [];
for (let round = 0; round < ROUNDS; round += 1) boots.push(await boot());
console.table(
  boots.map(({ readyMs, restMiB }) => ({
    'ready after s': (readyMs / 1000).toFixed(1),
    'memory at rest MiB': Math.round(restMiB),
  })),
);
