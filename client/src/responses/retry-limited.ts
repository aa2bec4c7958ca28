import type { Received } from './receive.ts';

const MAX_WAIT_SECONDS = 120;

/**
 * Repeats a call with response 429 up to `retries` times, each time after Retry-After seconds (1 without it).
 * A response with more than 120 is returned at once: the wait would be hours. A rate-limited request changed
 * nothing, so a retry is safe.
 */
export async function retryLimited(call: () => Promise<Received>, retries: number): Promise<Received> {
  for (let left = retries; left > 0; left -= 1) {
    const received = await call();
    const wait = Number(received.headers.get('retry-after')) || 1;
    if (received.status !== 429 || wait > MAX_WAIT_SECONDS) return received;
    await seconds(wait);
  }
  return call();
}

function seconds(wait: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, wait * 1000));
}
