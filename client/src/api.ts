import { requireOptions, requireUrl } from './arguments.ts';
import type { Answer, Body, Parameters, PathOf, Query } from './operation.ts';
import { ApiError, detailsIn } from './responses/api-error.ts';
import { parseResponse } from './responses/parse.ts';
import { type Received, receive } from './responses/receive.ts';
import { repeated, type Wait } from './responses/repeat.ts';
import { isRepeatable } from './responses/repeatable.ts';
import { shown, UnexpectedResponse, WHOLE } from './responses/unexpected-response.ts';
import type { NetworkName } from './wallet/network.ts';

type WithPath<Path extends string, M extends 'get' | 'post'> = [Parameters<Path, M>] extends [never]
  ? object
  : { path: Parameters<Path, M> };
type WithQuery<Path extends PathOf<'get'>> = [Query<Path>] extends [never]
  ? object
  : object extends Query<Path>
    ? { query?: Query<Path> }
    : { query: Query<Path> };
type Options<Given> = object extends Given ? [options?: Given] : [options: Given];

/** Where the service is, and how its requests are made. */
export interface ClientOptions {
  /** URL of the service, with or without `/api/v1`. */
  readonly baseUrl: string;
  /** Session token, as `signIn` returns it. */
  readonly token?: string;
  readonly fetch?: typeof globalThis.fetch;
  /**
   * How often the same request is sent again after 429, 503 (not after `paused`) or a dropped connection,
   * where a repeat is safe. Default 3; 0: never.
   */
  readonly retries?: number;
  /** Longest time that one call waits between its requests, in ms, all together. Default: 60,000. */
  readonly maxWaitMs?: number;
  /** Gives up every call as soon as it aborts. A call can have its own signal too. */
  readonly signal?: AbortSignal;
  /** Called before each wait. */
  readonly onWait?: (wait: Wait) => void;
  /** Every address in a response must be one of this network. Default: one of any network. */
  readonly network?: NetworkName;
  /** Bytes of the largest response that is read, after decompression. Default: 8 MiB. */
  readonly maxResponseBytes?: number;
  /**
   * Longest time from one request to the last byte of its response, in ms. Default: 30,000; 150,000 for
   * `signIn`, `linkWallet` and `lentCoins`, which may wait for a scan of the service's node.
   */
  readonly timeoutMs?: number;
}

/** Limits of one call; else those of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * The trading API. Every call returns what the API promises and nothing else: types, ranges, lengths and
 * forms are checked first, and unknown fields are left out. It throws `UnexpectedResponse` for anything else,
 * `ApiError` for a response that is not a success, `ConnectionLost` and `ResponseTimeout` without a response,
 * and the reason of an aborted signal.
 */
export interface Client {
  /** With which it was made. */
  readonly options: ClientOptions;
  /** Reads `path`, such as `/listings`. Throws `ApiError`, `UnexpectedResponse`. Retry-safe. */
  get<Path extends PathOf<'get'>>(
    path: Path,
    ...options: Options<WithPath<Path, 'get'> & WithQuery<Path> & CallOptions>
  ): Promise<Answer<Path, 'get'>>;
  /** Posts to `path`. Throws as `get` does. A submit may be repeated with the same body. */
  post<Path extends PathOf<'post'>>(
    path: Path,
    options: WithPath<Path, 'post'> & { body: Body<Path> } & CallOptions,
  ): Promise<Answer<Path>>;
  /** The same client with other options, such as another session token. */
  with(options: Partial<ClientOptions>): Client;
}

const PREFIX = '/api/v1';

/** What one call sends besides its method and path. */
interface Given extends CallOptions {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** A typed client of the API at `baseUrl`. Opens no connection by itself. */
export function createClient(options: ClientOptions): Client {
  requireOptions(options, []);
  const { fetch = globalThis.fetch, token, network, retries = 3, maxWaitMs = 60_000, onWait } = options;
  const { maxResponseBytes = 8 * 1024 * 1024 } = options;
  // a page may have a relative one; a session may not
  if (typeof options.baseUrl !== 'string') requireUrl('baseUrl', options.baseUrl);
  const origin = options.baseUrl.replace(/\/+$/, '').replace(new RegExp(`${PREFIX}$`), '');
  const call = async <T>(method: 'GET' | 'POST', path: string, given: Given): Promise<T> => {
    const operation = `${method} ${path}`;
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const init: RequestInit = { method, headers };
    if (given.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(given.body);
    }
    const request = { ...init, operation, url: origin + PREFIX + withParameters(path, given) };
    const timeoutMs = given.timeoutMs ?? options.timeoutMs ?? 30_000;
    const signal = eitherOf(given.signal, options.signal);
    const repeatsLost = isRepeatable(method, path);
    const received = await repeated(() => receive(fetch, request, { maxResponseBytes, timeoutMs, signal }), {
      operation,
      retries,
      maxWaitMs,
      repeatsLost,
      signal,
      onWait,
    });
    return parseResponse(operation, successIn(received, operation), network) as T;
  };
  return {
    options,
    get: (path, ...[given]) => call('GET', path, (given ?? {}) as Given),
    post: (path, given) => call('POST', path, given as Given),
    with: (changed) => createClient({ ...options, ...changed }),
  };
}

/** A signal that aborts with the first of two. */
export function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined) {
  return one && other && one !== other ? AbortSignal.any([one, other]) : (one ?? other);
}

function withParameters(path: string, { path: parameters = {}, query = {} }: Given): string {
  const values = parameters as Readonly<Record<string, string>>;
  requireOptions(
    values,
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  const asked = Object.entries(query as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return asked.length === 0 ? filled : `${filled}?${asked.join('&')}`;
}

/** The JSON of a response with status 200. Throws `ApiError` or `UnexpectedResponse` for another. */
function successIn({ status, statusText, headers, bytes }: Received, operation: string): unknown {
  if (status < 200 || status > 299)
    throw new ApiError(status, textOf(bytes) || statusText, detailsIn(headers, operation));
  if (status !== 200) throw new UnexpectedResponse(operation, 'status', `is ${status}; it must be 200`);
  const type = headers.get('content-type') ?? undefined;
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new UnexpectedResponse(operation, 'content-type', `is ${shown(type)}; it must be application/json`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new UnexpectedResponse(operation, WHOLE, 'is not JSON in UTF-8');
  }
}

/** The text for people in the body of a response that is not a success; empty when there is none. */
export function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return text; // of a program in between
  }
  if (typeof said === 'object' && said !== null && Object.hasOwn(said, 'error'))
    said = (said as { error: unknown }).error;
  return typeof said === 'string' ? said : '';
}
