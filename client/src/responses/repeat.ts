import { ConnectionLost, retryAfter } from './api-error.ts';
import type { Received } from './receive.ts';

/** A wait before a repeat of the same request. */
export interface Wait {
  readonly operation: string;
  readonly seconds: number;
  /** The status that was returned; null: the connection was dropped. */
  readonly status: number | null;
}

export interface RepeatLimits {
  readonly operation: string;
  /** Most repeats. */
  readonly retries: number;
  /** Most that all waits may take together, ms. */
  readonly maxWaitMs: number;
  /** Whether a request may be repeated when nobody knows if the service carried it out. */
  readonly repeatsLost: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onWait: ((wait: Wait) => void) | undefined;
}

/** Too many requests, and not now: the service changed nothing, or a repeat returns what it did. */
const REFUSED: ReadonlySet<number> = new Set([429, 503]);
/** A proxy lost the service: as a dropped connection. */
const LOST: ReadonlySet<number> = new Set([502, 504]);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Share by which a wait may be longer, so that many clients do not come back at once. */
const JITTER = 0.1;

/**
 * Sends a request, and sends the same again after 429, 503 and a dropped connection: after Retry-After where
 * the service names it, else after 0.5, 1, 2, … 8 s. Returns or throws the last outcome at once when no
 * repeat is left, or the wait would exceed the limit; also when the operator has paused the trade, since only
 * the reason helps then. Rejects with the signal's reason when it aborts.
 */
export async function repeated(call: () => Promise<Received>, limits: RepeatLimits): Promise<Received> {
  const { operation, retries, maxWaitMs, repeatsLost, signal, onWait } = limits;
  let waitedMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await call().catch((error: unknown) => {
      if (error instanceof ConnectionLost) return error;
      throw error;
    });
    const isLost = outcome instanceof ConnectionLost || LOST.has(outcome.status);
    const isPaused = !isLost && outcome.headers.get('x-error-code') === 'paused';
    const mayRepeat = isLost ? repeatsLost : REFUSED.has(outcome.status) && !isPaused;
    const pauseMs = pauseAfter(outcome, attempt);
    if (!mayRepeat || attempt >= retries || waitedMs + pauseMs > maxWaitMs) {
      if (outcome instanceof ConnectionLost) throw outcome;
      return outcome;
    }
    const status = outcome instanceof ConnectionLost ? null : outcome.status;
    onWait?.({ operation, seconds: pauseMs / 1_000, status });
    await pause(pauseMs, signal);
    waitedMs += pauseMs;
  }
}

function pauseAfter(outcome: Received | ConnectionLost, attempt: number): number {
  const named = outcome instanceof ConnectionLost ? null : retryAfter(outcome.headers.get('retry-after'));
  if (named !== null) return named * 1_000;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return longest * (1 - JITTER);
}

/** Resolves after `ms` and up to a tenth more. Rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      ms * (1 + JITTER * Math.random()),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}
