import type { Clock } from './clock.ts';

/**
 * A read whose result is used again for `ms`, or until the clock is set back. Concurrent calls share one
 * read. A read that fails is not kept.
 */
export function cached<Value>(clock: Clock, ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly at: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (last && now >= last.at && now - last.at < ms) return last.value;
    const current = { value: read(), at: now };
    last = current;
    current.value.catch(() => {
      if (last === current) last = null;
    });
    return current.value;
  };
}
