import type { BlockRef } from '../chain/port.ts';
import type { TradingContext } from '../trading/context.ts';

export interface BlockWatch {
  /** Begins to wait once a tip is known. */
  start(): void;
  /** Ends the wait at once, whatever the node does. May be started again. */
  stop(): void;
  /** What the store has applied by now: the wait is for the block above it. */
  follow(tip: BlockRef): void;
}

export interface BlockWatchOptions {
  /** Called when the node says that it has a block above the tip. It may be wrong: look. */
  readonly wake: () => void;
  /** Least time between two requests while the tip stays, ms: a node that responds at once gets no more. */
  readonly pauseMs: number;
  readonly trouble: (error: unknown) => void;
}

/** One request to the node lasts this long, ms. After a shutdown, the node's thread is busy for as long. */
const WAIT_MS = 10_000;

/**
 * Waits for the next block by a long poll of the node. It only makes the next poll come earlier: the
 * follower polls as if there were none. An error or a time-out concludes nothing.
 */
export function createBlockWatch(
  { chain }: Pick<TradingContext, 'chain'>,
  { wake, pauseMs, trouble }: BlockWatchOptions,
): BlockWatch {
  let tip: BlockRef | null = null;
  let ended = new AbortController();
  /** Aborts when the tip changes, and at the end. */
  let changed = new AbortController();
  /**
   * The wait in progress. Each has a signal of its own: `AbortSignal.any` with one that outlives the waits
   * would keep a little of each.
   */
  let waiting = new AbortController();

  async function run(end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      const known = tip;
      const change = changed.signal;
      if (!known) {
        await until(change);
        continue;
      }
      const pause = until(change, pauseMs);
      waiting = new AbortController();
      const isNew = await isAbove(known, waiting.signal);
      if (isNew && known === tip && !end.aborted) {
        wake();
        await until(change, pauseMs);
      }
      await pause;
    }
  }

  async function isAbove(known: BlockRef, signal: AbortSignal): Promise<boolean> {
    try {
      return await chain.waitForNewBlock(known, { forMs: WAIT_MS, signal });
    } catch (error) {
      trouble(error);
      return false;
    }
  }

  return {
    start() {
      ended = new AbortController();
      changed = new AbortController();
      void run(ended.signal);
    },
    stop() {
      ended.abort();
      changed.abort();
      waiting.abort();
    },
    follow(now) {
      if (tip?.hash === now.hash) return;
      const isShorter = tip !== null && now.height < tip.height;
      tip = now;
      changed.abort();
      changed = new AbortController();
      // the wait in progress is for a block too high
      if (isShorter) waiting.abort();
    },
  };
}

/** Resolves when the signal aborts, or after `ms`. */
function until(signal: AbortSignal, ms?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
