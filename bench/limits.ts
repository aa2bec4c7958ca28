/**
 * Load above the limits: `npx tsx --conditions=source bench/limits.ts`. One caller within the limits is timed
 * alone, then again while another caller sends as fast as the loopback allows, far above its limits. Prints
 * the ratio of the latencies, the statuses of the flood, and the growth of the heap from its first third to
 * its end. Loopback only, 20 seconds.
 */
import autocannon from 'autocannon';
import { startSandbox } from '../sandbox/src/sandbox.ts';
import { signIn } from '../stack/edge/sign-in.ts';

const SECONDS = 10;
/** A read every 100 ms: 100 in the flood, within the limit of 30 × LIMIT_SCALE a minute. */
const EVERY_MS = 100;
const LIMIT_SCALE = 10;

const sandbox = await startSandbox({ port: 0, blockSeconds: 0, limitScale: LIMIT_SCALE, logLevel: 'silent' });
try {
  const [alice, bob] = sandbox.world.wallets;
  const [polite, flood] = [await signIn(sandbox, alice!), await signIn(sandbox, bob!)];
  const url = `${sandbox.url}/api/v1/listings`;
  const alone = await timed(url, polite.sessionToken, SECONDS * 1000);

  const heap: number[] = [];
  const watch = setInterval(() => heap.push(process.memoryUsage().heapUsed / 2 ** 20), 100);
  const storm = autocannon({
    // On the loopback both share an address: the flood goes to the other bucket, which has its own limit per
    // IP.
    url: `${sandbox.url}/api/v1/collection/embers/listings/preflight`,
    method: 'POST',
    body: '{}',
    connections: 8,
    duration: SECONDS,
    headers: { authorization: `Bearer ${flood.sessionToken}`, 'content-type': 'application/json' },
  });
  const during = await timed(url, polite.sessionToken, SECONDS * 1000);
  const result = await storm;
  clearInterval(watch);

  const answered = result.statusCodeStats ?? {};
  const third = Math.floor(heap.length / 3);
  const lowest = (from: number, to: number) => Math.min(...heap.slice(from, to));
  process.stdout.write(
    [
      `alone         p50 ${quantile(alone, 0.5).toFixed(1)} ms, p99 ${quantile(alone, 0.99).toFixed(1)} ms`,
      `in the flood  p50 ${quantile(during, 0.5).toFixed(1)} ms, p99 ${quantile(during, 0.99).toFixed(1)} ms`,
      `flood         ${Math.round(result.requests.average)} requests/s: ${JSON.stringify(answered)}`,
      `heap          ${lowest(0, third).toFixed(0)} MiB at first, ${lowest(2 * third, heap.length).toFixed(0)} MiB at the end (lowest of a third)`,
      '',
    ].join('\n'),
  );
} finally {
  await sandbox.close();
}

/** Time of each read, ms; all return 200. */
async function timed(url: string, token: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const end = Date.now() + forMs;
  while (Date.now() < end) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`a request within the limits got ${answer.status}`);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return times.sort((a, b) => a - b);
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}
