import type { FastifyInstance } from 'fastify';

/** How often the repeats of a refusal are logged, ms. */
const REPEATS_EVERY_MS = 60_000;
/** Callers and codes that are counted apart at a time; all others are counted as one. */
const MOST_KNOWN = 1_000;
const OTHERS = 'others';

interface RefusalLog {
  /**
   * Logs `line` unless there was one for `caller` and `code` within the last minute. Then it is counted, and
   * the last such line is logged once a minute, with how many there were. True: it was logged.
   */
  add(caller: string, code: string, line: object): boolean;
}

/**
 * Logs refusals in bounded space, however many there are. `app`: what is counted when that closes is logged.
 */
export function refusalLog(
  app: FastifyInstance,
  log: { first(line: object): void; repeats(line: object): void },
): RefusalLog {
  const known = new Map<string, { count: number; last: object }>();
  let timer: NodeJS.Timeout | undefined;

  /** A key that was quiet for a minute is forgotten. */
  function logRepeats(): void {
    timer = undefined;
    for (const [key, { count, last }] of known) {
      if (count === 0) {
        known.delete(key);
        continue;
      }
      log.repeats(key === OTHERS ? { callers: 'many', count } : { ...last, count });
      known.set(key, { count: 0, last });
    }
    if (known.size > 0) wait();
  }
  function wait(): void {
    timer ??= setTimeout(logRepeats, REPEATS_EVERY_MS).unref();
  }
  app.addHook('onClose', () => {
    logRepeats();
    clearTimeout(timer);
  });

  return {
    add(caller, code, line) {
      const own = `${code} ${caller}`;
      const key = known.has(own) || known.size < MOST_KNOWN ? own : OTHERS;
      const at = known.get(key);
      known.set(key, { count: at ? at.count + 1 : 0, last: line });
      wait();
      if (at) return false;
      log.first(line);
      return true;
    },
  };
}
