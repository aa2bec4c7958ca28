/** HTTP of the sources: limits on time and size, and errors that say which request failed. */

import { base64, utf8 } from '@scure/base';
import { requireUrl } from '../arguments.ts';
import { bytesOf, untilAborted } from '../responses/receive.ts';
import { SourceError } from './source.ts';

export interface RequestOptions {
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit of one request with its response, ms. Default 15,000. */
  readonly timeoutMs?: number;
  /** Size limit of one response, bytes. Default 20,000,000: a transaction that fills a block, as JSON. */
  readonly maxBytes?: number;
  /** Gives requests up as soon as it aborts; they throw its reason. */
  readonly signal?: AbortSignal;
}

export interface Requester {
  /** Host of the URL. */
  readonly name: string;
  /**
   * GET, or POST with a body. Returns the text of a response with status 200. Throws `SourceError` for
   * anything else: 404 means that the source does not know it.
   */
  text(path: string, accept: string, body?: string): Promise<string>;
  /** As `text`, parsed. */
  json(path: string, body?: string): Promise<unknown>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_BYTES = 20_000_000;
/** Characters of a server's error text that a message repeats. */
const SHOWN_TEXT = 200;

/**
 * Requests to the server at `url`. User and password in the URL are sent as basic authentication and never
 * shown. Throws `WrongArgument` when `url` is not an http(s) URL.
 */
export function requesterTo(url: string, options: RequestOptions = {}): Requester {
  const { fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { base, host, headers } = partsOf(url);

  const text = async (path: string, accept: string, body?: string): Promise<string> => {
    const fail = (what: string, cause?: unknown, status: number | null = null): never => {
      throw new SourceError(`${host}${path}: ${what}`, { cause, status });
    };
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    try {
      const sent = { headers: { accept, ...headers }, signal };
      const post = body === undefined ? {} : { method: 'POST', body };
      const response = await untilAborted(signal, () => fetch(`${base}${path}`, { ...sent, ...post }));
      const bytes = await bytesOf(response, maxBytes, signal);
      signal.throwIfAborted();
      if (bytes === null) return fail(`the response is larger than ${maxBytes} bytes`);
      const received = new TextDecoder().decode(bytes);
      if (response.status === 404) fail('the source does not know it (status 404)', undefined, 404);
      if (response.status !== 200)
        fail(`status ${response.status}: ${printable(received)}`, undefined, response.status);
      return received;
    } catch (error) {
      if (error instanceof SourceError) throw error;
      options.signal?.throwIfAborted();
      if (timeout.aborted) return fail(`no complete response within ${timeoutMs} ms`, error);
      return fail(`no response: ${error instanceof Error ? error.message : String(error)}`, error);
    }
  };
  return {
    name: host,
    text,
    async json(path, body) {
      const received = await text(path, 'application/json', body);
      try {
        return JSON.parse(received);
      } catch {
        throw new SourceError(`${host}${path}: the response is not JSON`);
      }
    },
  };
}

function partsOf(url: string) {
  requireUrl('url', url);
  const { origin, pathname, host, username, password } = new URL(url);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> =
    login === ':' ? {} : { authorization: `Basic ${base64.encode(utf8.decode(login))}` };
  return { base: `${origin}${pathname.replace(/\/+$/, '')}`, host, headers };
}

function printable(text: string): string {
  return text.slice(0, SHOWN_TEXT).replace(/[^\x20-\x7e]+/g, ' ');
}
