/** What waits at a pause, oldest first. */
const waiting: (() => void)[] = [];
let isDue = false;

/**
 * Lets the rest of the process run, between two parts of long work. Of several works one goes on in each turn
 * of the event loop, so together they delay others no longer than one alone.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    goOnNextTurn();
  });
}

function goOnNextTurn(): void {
  if (isDue || waiting.length === 0) return;
  isDue = true;
  setImmediate(() => {
    isDue = false;
    waiting.shift()?.();
    goOnNextTurn();
  });
}

/**
 * Runs long work to its end, letting the rest of the process run at each pause. Throws what the work throws.
 */
export async function inSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pause();
  }
}
