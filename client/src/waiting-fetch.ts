const MAX_WAIT_SECONDS = 120;

/**
 * `fetch` that retries a request with response 429 up to `retries` times, each time after Retry-After seconds
 * (1 without it). A response with more than 120 is returned at once: the wait would be hours. A rate-limited
 * request changed nothing, so a retry is safe.
 */
export function waitingFetch(
  fetch: typeof globalThis.fetch,
  retries: number,
): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let left = retries; left > 0; left -= 1) {
      const answer = await fetch(request.clone());
      const wait = Number(answer.headers.get('retry-after')) || 1;
      if (answer.status !== 429 || wait > MAX_WAIT_SECONDS) return answer;
      await answer.body?.cancel();
      await seconds(wait);
    }
    return fetch(request);
  };
}

function seconds(wait: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, wait * 1000));
}
