import { setImmediate } from 'node:timers/promises';

/** Does long work to its end and lets everything else of the process run at each of its pauses. Throws what the work throws. */
export async function inSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
