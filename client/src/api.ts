import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './generated/openapi.ts';
import { waitingFetch } from './waiting-fetch.ts';

/** Paths as in the API reference, without the version prefix. */
type Paths = {
  [Path in keyof paths as Path extends `${typeof PREFIX}${infer Rest}` ? Rest : never]: paths[Path];
};
type PathOf<Method extends 'get' | 'post'> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Method, object> ? Path : never;
}[keyof Paths];
type Operation<Path extends keyof Paths, Method extends 'get' | 'post'> = NonNullable<Paths[Path][Method]>;

/** The response body of an operation with status 200. */
export type Answer<Path extends keyof Paths, Method extends 'get' | 'post' = 'post'> =
  Operation<Path, Method> extends { responses: { 200: { content: { 'application/json': infer Json } } } }
    ? Json
    : never;

/** The JSON body that an operation takes. */
export type Body<Path extends keyof Paths> =
  Operation<Path, 'post'> extends { requestBody: { content: { 'application/json': infer Json } } }
    ? Json
    : never;

type PathParameters<Path extends keyof Paths, Method extends 'get' | 'post'> =
  Operation<Path, Method> extends { parameters: { path: infer Parameters } } ? { path: Parameters } : object;
type QueryOf<Path extends keyof Paths> =
  Operation<Path, 'get'> extends { parameters: { query: infer Query } }
    ? { query: Query }
    : Operation<Path, 'get'> extends { parameters: { query?: infer Query } }
      ? { query?: NonNullable<Query> }
      : object;
type Options<Given> = object extends Given ? [options?: Given] : [options: Given];

export interface ClientOptions {
  /** URL of the service, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** Session token, as `signIn` returns it. */
  readonly token?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** How often a rate-limited call (429) is retried, each time after its Retry-After. Default 0: never. */
  readonly retries?: number;
}

/**
 * The trading API. Every call throws `ApiError` for a response that is not a success, and what `fetch` throws
 * without one.
 */
export interface Client {
  readonly options: ClientOptions;
  get<Path extends PathOf<'get'>>(
    path: Path,
    ...options: Options<PathParameters<Path, 'get'> & QueryOf<Path>>
  ): Promise<Answer<Path, 'get'>>;
  post<Path extends PathOf<'post'>>(
    path: Path,
    options: PathParameters<Path, 'post'> & { body: Body<Path> },
  ): Promise<Answer<Path>>;
  /** The same client with another session token. */
  withToken(token: string): Client;
}

/**
 * A response that is not a success. `message` is the service's text, for people; programs should rely on the
 * status.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const PREFIX = '/api/v1';

/** A typed client of the API at `baseUrl`. Opens no connection by itself. */
export function createClient(options: ClientOptions): Client {
  const origin = options.baseUrl.replace(/\/+$/, '').replace(new RegExp(`${PREFIX}$`), '');
  const fetcher = createFetchClient<paths>({
    baseUrl: origin,
    headers: options.token === undefined ? {} : { authorization: `Bearer ${options.token}` },
    fetch: waitingFetch(options.fetch ?? globalThis.fetch, options.retries ?? 0),
  });
  return {
    options,
    get: (path, ...[given]) => answered(untyped(fetcher.GET)(PREFIX + path, { params: given })),
    post: (path, { body, ...parameters }) =>
      answered(untyped(fetcher.POST)(PREFIX + path, { params: parameters, body })),
    withToken: (token) => createClient({ ...options, token }),
  };
}

type UntypedCall = (
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** Drops openapi-fetch's types, which need each path by name. `Client` types the calls. */
function untyped(call: FetchClient<paths>['GET'] | FetchClient<paths>['POST']): UntypedCall {
  return call as unknown as UntypedCall;
}

async function answered<T>(call: ReturnType<UntypedCall>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const said = typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
  throw new ApiError(response.status, typeof said === 'string' && said ? said : response.statusText);
}
