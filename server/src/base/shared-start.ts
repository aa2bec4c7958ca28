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

/** The same for callers that each want the result of a key: a call has the keys of all who share it. */
export function sharedStarts<Result>(
  work: (keys: readonly string[]) => Promise<ReadonlyMap<string, Result>>,
): (key: string) => Promise<Result | undefined> {
  const wanted = new Set<string>();
  const start = sharedStart(() => {
    const keys = [...wanted];
    wanted.clear();
    return work(keys);
  });
  return async (key) => {
    wanted.add(key);
    return (await start()).get(key);
  };
}
