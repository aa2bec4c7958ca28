/**
 * Caches the last `limit` results by key. Concurrent requests for a key share one computation. Failures are
 * not cached.
 */
export function sharedResults<Result>(limit: number) {
  const kept = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const result = kept.get(key) ?? work();
    kept.delete(key);
    kept.set(key, result);
    if (kept.size > limit) kept.delete(kept.keys().next().value!);
    result.catch(() => {
      if (kept.get(key) === result) kept.delete(key);
    });
    return result;
  };
}
