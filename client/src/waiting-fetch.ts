const MAX_WAIT_SECONDS = 120;

/**
 * `fetch` that repeats a request answered 429 up to `retries` times, each after the seconds that Retry-After names (1 when it names
 * none). One that names more than 120 is returned as it is: the caller has to wait for hours. A refused request changed nothing, so
 * repeating one is safe.
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
