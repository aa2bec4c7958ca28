import { useEffect } from 'preact/hooks';
import { type Resource, useResource } from '../../data/resource.ts';
import { createStore, useStore } from '../../data/store.ts';

/** Changes after each act: what was read before may be old. */
export const turns = createStore(0);

/** Loads by key, again after each act, and every so many ms while the page is seen (0: not). */
export function useAnswer<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  everyMs = 0,
): Resource<Value> {
  const resource = useResource(key, load, String(useStore(turns)));
  const { reload } = resource;
  useEffect(() => {
    if (everyMs === 0) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  return resource;
}

/** How often a page that shows what is going on asks again, ms. */
export const LIVE_MS = 10_000;
