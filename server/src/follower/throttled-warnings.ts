import { type Clock, MINUTE_MS } from '../base/clock.ts';
import type { Log } from '../trading/context.ts';

/** How long a repeated warning is suppressed, ms. */
const QUIET_MS = 10 * MINUTE_MS;
/** Warnings kept: far more than occur at a time. */
const REMEMBERED = 1_000;

/**
 * A log for code that runs every few seconds: a repeated warning about the same thing is logged at most once
 * every ten minutes.
 */
export function fewerRepeats(log: Log, clock: Clock): Log {
  const told = new Map<string, number>();
  return {
    info: (fields, message) => log.info(fields, message),
    error: (fields, message) => log.error(fields, message),
    warn(fields, message) {
      const key = JSON.stringify([message, fields]);
      const now = clock.now().getTime();
      if (now - (told.get(key) ?? -Infinity) < QUIET_MS) return;
      told.delete(key);
      told.set(key, now);
      if (told.size > REMEMBERED) told.delete(told.keys().next().value!);
      log.warn(fields, message);
    },
  };
}
