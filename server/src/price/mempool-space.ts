import { Refusal } from '@ordbook/protocol/refusals';
import { Type } from 'typebox';
import { MINUTE_MS } from '../base/clock.ts';
import { exchange, parseResponse, responseReader } from '../base/remote.ts';
import type { Prices } from './port.ts';

const WHAT = 'the price endpoint';

const readPrices = responseReader(
  Type.Object({ prices: Type.Array(Type.Object({ time: Type.Integer(), USD: Type.Number() })) }),
);

/** Largest distance of a quote from the requested time, s. */
const FARTHEST_QUOTE_S = 2 * 24 * 3_600;
/** Time without requests after a failure, ms. */
const PAUSE_MS = MINUTE_MS;

export interface MempoolSpaceOptions {
  /** URL of the endpoint, e.g. `https://mempool.example/api/v1/historical-price`. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly now?: () => number;
}

/**
 * Prices from an endpoint compatible with mempool.space's `/api/v1/historical-price?currency=USD&timestamp=`,
 * which returns `{prices: [{time, USD}]}` (Unix seconds) with the quote nearest to the timestamp.
 */
export function mempoolSpacePrices({ url, timeoutMs, now = Date.now }: MempoolSpaceOptions): Prices {
  let pausedUntil = 0;
  return {
    async btcUsd(at) {
      if (now() < pausedUntil) return null;
      const seconds = Math.floor(at.getTime() / 1000);
      const asked = new URL(url);
      asked.searchParams.set('currency', 'USD');
      asked.searchParams.set('timestamp', String(seconds));
      try {
        const { status, text } = await exchange({ url: asked.href, timeoutMs, what: WHAT });
        if (status !== 200) throw new Refusal('unavailable', `${WHAT} returned status ${status}`);
        const { prices } = readPrices(parseResponse(text, WHAT), WHAT);
        return nearest(prices, seconds);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        pausedUntil = now() + PAUSE_MS;
        return null;
      }
    },
  };
}

function nearest(quotes: readonly { time: number; USD: number }[], seconds: number): number | null {
  const distance = (quote: { time: number }) => Math.abs(quote.time - seconds);
  const [quote] = [...quotes].sort((a, b) => distance(a) - distance(b));
  // such services return a price of 0 or below when they have none
  return quote && quote.USD > 0 && distance(quote) <= FARTHEST_QUOTE_S ? quote.USD : null;
}
