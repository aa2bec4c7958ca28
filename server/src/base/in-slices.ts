import { setImmediate } from 'node:timers/promises';

/**
 * Runs long work to its end, letting the rest of the process run at each pause. Throws what the work throws.
 */
export async function inSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
