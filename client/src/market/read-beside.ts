import type { Session } from '../account/sign-in.ts';
import { ApiError, ConnectionLost, detailsIn } from '../responses/api-error.ts';

export interface ServiceAddress {
  /** URL of the service, with or without `/api/v1`. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Default 30,000. */
  readonly timeoutMs?: number;
}

interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Session token. */
  readonly token?: string;
}

/**
 * Reads JSON that the service has beside its API. Each read is retry-safe. Throws `ApiError` for a status
 * other than 200, `ConnectionLost` without a complete response, and the reason of the signal.
 */
export function readBeside({ baseUrl, fetch = globalThis.fetch, timeoutMs = 30_000 }: ServiceAddress) {
  const root = baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return async <Answer>(
    path: string,
    query: object,
    { signal, token }: ReadOptions = {},
  ): Promise<Answer> => {
    const operation = `GET ${path}`;
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) asked.set(name, String(value));
    const search = asked.size === 0 ? '' : `?${asked}`;
    const late = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${root}${path}${search}`, {
        headers: {
          accept: 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      body = await response.json();
    } catch (error) {
      signal?.throwIfAborted();
      throw new ConnectionLost(operation, error);
    }
    if (response.status === 200) return body as Answer;
    const said = (body as { error?: unknown } | null)?.error;
    throw new ApiError(
      response.status,
      typeof said === 'string' ? said : response.statusText,
      detailsIn(response.headers, operation),
    );
  };
}

/** The same with the token and the options of a session. */
export function readOwn<Answer>(
  { options: { baseUrl, fetch, timeoutMs, token } }: Pick<Session['client'], 'options'>,
  path: string,
  query: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const address = { baseUrl, ...(fetch ? { fetch } : {}), ...(timeoutMs ? { timeoutMs } : {}) };
  return readBeside(address)(path, query, {
    ...(signal ? { signal } : {}),
    ...(token === undefined ? {} : { token }),
  });
}
