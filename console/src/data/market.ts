import { type MarketInfo, marketOf } from '@ordbook/client/market';
import { place } from '../app/place.ts';
import { createStore } from './store.ts';

/** The service that the console shows. */
export const market = marketOf({ baseUrl: place.apiUrl });

/** The market as a whole; null until it is loaded. */
export const info = createStore<MarketInfo | null>(null);

/** Waits before it asks again, ms. */
const AGAIN_MS = 5_000;

/** Loads `info`, until it is there. */
export function loadInfo(): void {
  market.info().then(
    (loaded) => info.set(loaded),
    () => setTimeout(loadInfo, AGAIN_MS),
  );
}
