import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BlockRef, Chain } from '../../src/chain/port.ts';
import { type BlockWatch, createBlockWatch } from '../../src/follower/block-watch.ts';

const PAUSE_MS = 1_000;
const at = (height: number): BlockRef => ({ height, hash: `${height}` });

type Wait = {
  readonly known: BlockRef;
  readonly signal: AbortSignal;
  answer(isNew: boolean): void;
  fail(error: Error): void;
};

/** What the node was asked, oldest first; it answers by hand. */
let waits: Wait[];
let woken: number;
let troubles: unknown[];
let watch: BlockWatch;

beforeEach(() => {
  vi.useFakeTimers();
  waits = [];
  woken = 0;
  troubles = [];
  watch = watching((known, { signal }) => {
    return new Promise((answer, fail) => {
      waits.push({ known, signal, answer, fail });
      signal.addEventListener('abort', () => answer(false));
    });
  });
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

function watching(waitForNewBlock: Chain['waitForNewBlock']): BlockWatch {
  return createBlockWatch(
    { chain: { waitForNewBlock } as Chain },
    {
      pauseMs: PAUSE_MS,
      wake() {
        woken += 1;
      },
      trouble: (error) => void troubles.push(error),
    },
  );
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a new block wakes the follower, and the next wait is for the block above the one applied', async () => {
  watch.start();
  watch.follow(at(7));
  await pass(0);
  expect(waits.map(({ known }) => known)).toEqual([at(7)]);
  waits[0]!.answer(true);
  await pass(0);
  expect(woken).toBe(1);
  watch.follow(at(8));
  await pass(0);
  expect(waits.map(({ known }) => known)).toEqual([at(7), at(8)]);
});

test('nothing is asked before a tip is known, nor before the start', async () => {
  watch.follow(at(7));
  await pass(10 * PAUSE_MS);
  expect(waits).toEqual([]);
  const early = watching(async () => {
    throw new Error('asked too early');
  });
  early.start();
  await pass(10 * PAUSE_MS);
  early.stop();
  expect(troubles).toEqual([]);
});

test('a time-out or an error concludes nothing: nobody is woken, and it asks again', async () => {
  watch.start();
  watch.follow(at(7));
  await pass(PAUSE_MS);
  waits[0]!.answer(false);
  await pass(0);
  expect(waits).toHaveLength(2);
  waits[1]!.fail(new Error('the node is away'));
  await pass(PAUSE_MS);
  expect(waits).toHaveLength(3);
  expect(troubles).toHaveLength(1);
  expect(woken).toBe(0);
});

for (const [name, answer] of Object.entries({
  'says at once that a block is there': async () => true,
  'says at once that none is there': async () => false,
  'fails at once': async () => {
    throw new Error('away');
  },
} satisfies Record<string, Chain['waitForNewBlock']>))
  test(`a node that ${name}, every time, is asked once in each pause`, async () => {
    let asked = 0;
    watch = watching((...given) => {
      asked += 1;
      return (answer as Chain['waitForNewBlock'])(...given);
    });
    watch.start();
    watch.follow(at(7));
    await pass(20 * PAUSE_MS + 1);
    expect(asked).toBeGreaterThan(15);
    expect(asked).toBeLessThanOrEqual(21);
  });

test('a tip that was found by polling wakes nobody', async () => {
  watch.start();
  watch.follow(at(7));
  await pass(0);
  watch.follow(at(8));
  waits[0]!.answer(true);
  await pass(PAUSE_MS);
  expect(woken).toBe(0);
  expect(waits.at(-1)!.known).toEqual(at(8));
});

test('a chain that became shorter ends the wait for a block too high', async () => {
  watch.start();
  watch.follow(at(7));
  await pass(0);
  watch.follow(at(5));
  await pass(0);
  expect(waits[0]!.signal.aborted).toBe(true);
  expect(waits.map(({ known }) => known)).toEqual([at(7), at(5)]);
});

test('a stop ends the wait at once, and nothing is asked or woken after it', async () => {
  watch.start();
  watch.follow(at(7));
  await pass(0);
  watch.stop();
  expect(waits[0]!.signal.aborted).toBe(true);
  waits[0]!.answer(true);
  await pass(20 * PAUSE_MS);
  expect(waits).toHaveLength(1);
  expect(woken).toBe(0);
  watch.start();
  await pass(0);
  expect(waits).toHaveLength(2);
});

test('a watch of many waits holds no more memory than one of few', async () => {
  vi.useRealTimers();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let asked = 0;
  watch = watching(async () => {
    await turn();
    asked += 1;
    watch.follow(at(7 + (asked % 2)));
    return false;
  });
  const used = async (waited: number) => {
    while (asked < waited) await sleep(1);
    collect();
    return process.memoryUsage().heapUsed;
  };
  watch.follow(at(7));
  watch.start();
  const before = await used(2_000);
  const after = await used(42_000);
  watch.stop();
  expect(after - before).toBeLessThan(2_000_000);
});
