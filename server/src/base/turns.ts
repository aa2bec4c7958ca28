import { performance } from 'node:perf_hooks';

/** How long a work waits for those before it at most, ms. */
const LONGEST_WAIT_MS = 100;
/** How often it is looked at whether the event loop has anything to do, ms. */
const LOOK_MS = 5;
/** Share of the time since the last look. */
const IDLE_BELOW = 0.25;

/** Ends a turn. Does nothing when it has ended. */
export type EndTurn = () => void;

/** Resolves when the turn begins. Never rejects. */
export type TakeTurn = () => Promise<EndTurn>;

/**
 * Lets works that keep the event loop busy begin one after the other, in the order in which they come: of
 * many at once, each small part would wait for all others, and so would everything else. A work begins when
 * the one before it has ended, when the event loop has had nothing to do for three quarters of 5 ms, or when
 * it has waited for 0.1 s. So a work that waits for a slow server, or a long one, holds up nobody for longer.
 */
export function inTurns({ longestWaitMs = LONGEST_WAIT_MS } = {}): TakeTurn {
  const waiting: (() => void)[] = [];
  /** Turns that have begun and not ended. */
  let begun = 0;
  let watch: NodeJS.Timeout | undefined;

  function begin(): EndTurn {
    begun += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      begun -= 1;
      if (begun === 0) waiting[0]?.();
    };
  }

  /** As long as somebody waits. */
  function look(): void {
    if (watch) return;
    let since = performance.eventLoopUtilization();
    watch = setInterval(() => {
      const { utilization } = performance.eventLoopUtilization(since);
      since = performance.eventLoopUtilization();
      if (utilization < IDLE_BELOW) waiting[0]?.();
      if (waiting.length === 0) {
        clearInterval(watch);
        watch = undefined;
      }
    }, LOOK_MS).unref();
  }

  return () => {
    if (begun === 0 && waiting.length === 0) return Promise.resolve(begin());
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(deadline);
        waiting.splice(waiting.indexOf(start), 1);
        resolve(begin());
      };
      const deadline = setTimeout(start, longestWaitMs);
      waiting.push(start);
      look();
    });
  };
}
