import { live } from '../data/live.ts';
import { type Resource, useResource } from '../data/resource.ts';
import { createStore, useStore } from '../data/store.ts';
import { turns } from './act.ts';

/** Events come in bursts; one read follows each. */
const SETTLE_MS = 300;
/** Reads of a profile are limited to 30 in a minute: in a busy market the pages read again no sooner, ms. */
const LEAST_MS = 5_000;

const turn = createStore(0);

/**
 * A number that changes after each event of the market or of the profile's trades. All components share one listener.
 */
export function useMarketTurn(): number {
  begin();
  return useStore(turn);
}

/** A resource that is loaded again after each act of the trader, and as `useMarketTurn` says. */
export function useLive<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Resource<Value> {
  return useResource(key, load, `${useStore(turns)} ${useMarketTurn()}`);
}

let hasBegun = false;

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  live.follow({ onEvent: changed, onReset: changed });
}

let timer: ReturnType<typeof setTimeout> | undefined;
let last = Number.NEGATIVE_INFINITY;

function changed(): void {
  clearTimeout(timer);
  const wait = Math.max(SETTLE_MS, last + LEAST_MS - performance.now());
  timer = setTimeout(() => {
    last = performance.now();
    turn.set(turn.get() + 1);
  }, wait);
}
