import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The trades that a request, or a turn of the follower, is about. Every log line written meanwhile carries
 * their ids, and so does the answer to the request. A trade's id is that of its purchase, its offer or
 * counter, its fill, or its listing.
 */
const scope = new AsyncLocalStorage<Set<string>>();

/** Runs `work` in a scope of its own; `ids` are known already. */
export function inTradeScope<T>(work: () => T, ids: readonly string[] = []): T {
  return scope.run(new Set(ids), work);
}

/** Adds trades to the current scope, if there is one. */
export function nameTrades(...ids: string[]): void {
  for (const id of ids) scope.getStore()?.add(id);
}

/**
 * Runs `work`, which stores trades, in a scope that begins as the current one. The current one then has
 * what `work` named, unless it throws: nothing of it was stored.
 */
export async function namingTrades<T>(work: () => Promise<T>): Promise<T> {
  const outer = scope.getStore();
  if (!outer) return work();
  const inner = new Set(outer);
  const result = await scope.run(inner, work);
  for (const id of inner) outer.add(id);
  return result;
}

/** Of the current scope, in the order in which they were named. */
export function tradeIds(): string[] {
  return [...(scope.getStore() ?? [])];
}
