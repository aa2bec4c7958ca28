/**
 * Readers of `limits.ts`, in a process of their own: with all that the benchmark has in memory, the collection
 * of garbage counted as waiting. It gets `Reads` from its parent, and sends the ms of each read.
 */
import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Reads {
  /** URLs, of which every reader takes the next one each time. */
  readonly pages: readonly string[];
  /** The headers of each reader. */
  readonly readers: readonly Readonly<Record<string, string>>[];
  /** Between two reads of one reader, ms. */
  readonly everyMs: number;
  readonly seconds: number;
}

const agent = new Agent({ keepAlive: true });

/** ms of one read. Throws when it is not 200. */
function read(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - from);
        else reject(new Error(`${url}: ${answer.statusCode}`));
      });
    }).on('error', reject);
  });
}

async function readAll({ pages, readers, everyMs, seconds }: Reads): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const reader = async (headers: Readonly<Record<string, string>>, i: number) => {
    await sleep((everyMs * i) / readers.length);
    for (let turn = i; performance.now() < end; turn += 1) {
      const took = await read(pages[turn % pages.length]!, headers);
      times.push(took);
      if (everyMs > took) await sleep(everyMs - took);
    }
  };
  await Promise.all(readers.map(reader));
  return times;
}

process.on('message', (reads: Reads) => void readAll(reads).then((times) => process.send?.(times)));
