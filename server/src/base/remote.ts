import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { inSpan } from './tracing.ts';

/**
 * Most bytes of a response, so that a peer cannot fill our memory. The largest are blocks with spent outputs,
 * about 40 MB.
 */
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;

/** Errors of a kept-alive connection that the peer closed in the meantime, before any response. */
const STALE_CONNECTION = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export interface RemoteRequest {
  /** Without user and password, which go into `headers`. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Timeout of the whole exchange including the body, ms. */
  readonly timeoutMs: number;
  /** Ends the exchange at once when it aborts, as if the peer were unreachable. */
  readonly signal?: AbortSignal;
  /** Most bytes of the response, after decompression. Default: the largest that any peer sends. */
  readonly maxBytes?: number;
  /** Names the peer and the call in refusals, e.g. `the node (getblock)`. */
  readonly what: string;
}

/**
 * One HTTP exchange over kept-alive connections. Retries once, within the timeout, when the connection
 * breaks, so callers must send only retry-safe requests. Throws `Refusal('unavailable')` when the peer is
 * unreachable, too slow, or sends too large a response.
 */
export async function exchange(request: RemoteRequest): Promise<{ status: number; text: string }> {
  const { status, body } = await exchangeBytes(request);
  return { status, text: body.toString('utf8') };
}

/** A response with its decompressed body. */
export interface RemoteResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** `exchange` for bodies that are no text. Throws what `exchange` throws. */
export function exchangeBytes(request: RemoteRequest): Promise<RemoteResponse> {
  return inSpan(request.what, {}, () => exchanged(request));
}

async function exchanged(request: RemoteRequest): Promise<RemoteResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  try {
    return await once(request, signal);
  } catch (error) {
    if (!isStaleConnection(error)) throw asUnavailable(error, request);
  }
  try {
    return await once(request, signal);
  } catch (error) {
    throw asUnavailable(error, request);
  }
}

async function once(request: RemoteRequest, signal: AbortSignal): Promise<RemoteResponse> {
  const { maxBytes = MAX_RESPONSE_BYTES } = request;
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: { ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'error',
    signal,
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  // A listener of our own: on Node 20.19 a body that never ended was seen to outlive the signal of `fetch`.
  const end = () => void reader?.cancel().catch(() => undefined);
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > maxBytes) refuse('unavailable', `${request.what} sent more than ${maxBytes} bytes`);
      chunks.push(part.value);
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
}

function isStaleConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && STALE_CONNECTION.has(code);
}

function asUnavailable(error: unknown, { what, timeoutMs }: RemoteRequest): Refusal {
  if (error instanceof Refusal) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new Refusal('unavailable', `${what} did not respond within ${timeoutMs} ms`);
  }
  return new Refusal('unavailable', `${what} is unreachable`);
}

/** Parses JSON, or throws `Refusal('unavailable')` naming `what`. */
export function parseResponse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    refuse('unavailable', `${what} returned something other than JSON`);
  }
}

/**
 * Returns a reader of one schema: it returns the response typed, or throws `Refusal('unavailable')` naming
 * `what`.
 */
export function responseReader<Schema extends TSchema>(
  schema: Schema,
): (value: unknown, what: string) => Static<Schema> {
  const validator = Compile(schema);
  return (value, what) => {
    if (validator.Check(value)) return value as Static<Schema>;
    const where = validator.Errors(value)[0]?.instancePath;
    refuse('unavailable', `${what} returned an unexpected response${where ? ` (at ${where})` : ''}`);
  };
}
