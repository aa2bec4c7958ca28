/**
 * Shares calls of `work` between concurrent callers. A caller gets the result of a call that started after it
 * asked, so the result includes everything that happened before. One call runs at a time; all callers that
 * come meanwhile share the next one.
 */
export function sharedStart<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | null = null;
  let next: Promise<Result> | null = null;

  function start(): Promise<Result> {
    next = null;
    const call = work();
    const ended = () => {
      if (running === call) running = null;
    };
    running = call;
    call.then(ended, ended);
    return call;
  }

  return () => {
    if (next) return next;
    if (!running) return start();
    next = running.then(start, start);
    return next;
  };
}
