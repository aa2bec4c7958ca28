import { pause } from '../responses/repeat.ts';

/**
 * Says when a watched trade may have changed. It only wakes the watch, which reads the state itself: a wake
 * too many is harmless, and one too few is late until the next.
 */
export interface Changes {
  /** Resolves at the next possible change. Rejects with the reason of the signal. */
  next(signal?: AbortSignal): Promise<void>;
}

/** Wakes every `everyMs`, and up to a tenth later. */
export function polling(everyMs = 5_000): Changes {
  return { next: (signal) => pause(everyMs, signal) };
}
