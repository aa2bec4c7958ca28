import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
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
const STALE_CONNECTION = new Set(['ECONNRESET', 'EPIPE']);

/** `fetch` takes more than twice the processor time for a small response. */
const WAYS = {
  http: { open: httpRequest, agent: new HttpAgent({ keepAlive: true }) },
  https: { open: httpsRequest, agent: new HttpsAgent({ keepAlive: true }) },
};

/** What a peer may have compressed its response with. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

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
 * One HTTP exchange over kept-alive connections; a redirection is a response. Retries once, on a new
 * connection and within the timeout, when the connection breaks, so callers must send only retry-safe
 * requests. Throws
 * `Refusal('unavailable')` when the peer is unreachable, too slow, or sends too large a response.
 */
export async function exchange(request: RemoteRequest): Promise<{ status: number; text: string }> {
  const { status, body } = await exchangeBytes(request);
  return { status, text: body.toString('utf8') };
}

/** A response with its decompressed body. */
export interface RemoteResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** `exchange` for bodies that are no text. Throws what `exchange` throws. */
export function exchangeBytes(request: RemoteRequest): Promise<RemoteResponse> {
  return inSpan(request.what, {}, () => exchanged(request));
}

async function exchanged(request: RemoteRequest): Promise<RemoteResponse> {
  const until = performance.now() + request.timeoutMs;
  try {
    return await once(request, until, wayOf(request).agent);
  } catch (error) {
    if (!STALE_CONNECTION.has((error as { code?: string }).code ?? '')) throw asUnavailable(error, request);
  }
  try {
    // after a pause the peer has closed all that are kept
    return await once(request, until, false);
  } catch (error) {
    throw asUnavailable(error, request);
  }
}

function wayOf({ url }: RemoteRequest) {
  return url.startsWith('https:') ? WAYS.https : WAYS.http;
}

function once(request: RemoteRequest, until: number, agent: HttpAgent | false): Promise<RemoteResponse> {
  const { url, method = 'GET', headers, body, signal } = request;
  const { open } = wayOf(request);
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { ...headers }, ...(signal ? { signal } : {}) };
    const sent = open(url, options, (response) => void received(response, request).then(resolve, reject));
    const end = (error: unknown) => {
      reject(error);
      sent.destroy();
    };
    const timer = setTimeout(() => end(new Late()), Math.max(0, until - performance.now()));
    sent.on('error', end);
    sent.on('close', () => clearTimeout(timer));
    sent.end(body);
  });
}

/** The body of a response, decompressed. The connection of one that is too large is closed. */
function received(
  response: IncomingMessage,
  { maxBytes = MAX_RESPONSE_BYTES, what }: RemoteRequest,
): Promise<RemoteResponse> {
  const { statusCode: status = 0, headers } = response;
  const decoder = DECODERS[headers['content-encoding'] ?? '']?.();
  const decoded = decoder ? pipeline(response, decoder, () => undefined) : response;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    decoded.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      reject(new Refusal('unavailable', `${what} sent more than ${maxBytes} bytes`));
      response.destroy();
    });
    decoded.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }));
    decoded.on('error', reject);
  });
}

class Late extends Error {
  override readonly name = 'TimeoutError';
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
