import { ConnectionLost } from './api-error.ts';
import { UnexpectedResponse, WHOLE } from './unexpected-response.ts';

/**
 * A call whose response did not arrive completely within `timeoutMs`. Whether the service carried it out is
 * unknown. A retry is safe. `UnexpectedResponse` is another error on purpose: there the service has
 * responded, and a retry is likely to get the same.
 */
export class ResponseTimeout extends Error {
  override readonly name = 'ResponseTimeout';
  readonly operation: string;

  constructor(operation: string, timeoutMs: number) {
    const unknown = operation.startsWith('GET ')
      ? 'retry it'
      : 'whether it took effect is unknown. A retry is safe: it returns the result of the first call if there is one';
    super(
      `${operation} did not respond completely within ${timeoutMs.toLocaleString('en-US')} ms; ${unknown}`,
    );
    this.operation = operation;
  }
}

/** A response of which every byte has arrived. */
export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface ReceiveLimits {
  /** Of the body, after decompression. */
  readonly maxResponseBytes: number;
  /** From the request to the last byte. */
  readonly timeoutMs: number;
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request and reads the whole response, of any status. Follows no redirect, so that the session
 * token goes nowhere else. Throws `ResponseTimeout`, `UnexpectedResponse` for a body with too many bytes,
 * `ConnectionLost` for what `fetch` throws, and the reason of the signal.
 */
export async function receive(
  fetch: typeof globalThis.fetch,
  { operation, url, ...init }: { operation: string; url: string } & Omit<RequestInit, 'signal' | 'redirect'>,
  { maxResponseBytes, timeoutMs, signal }: ReceiveLimits,
): Promise<Received> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const over = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const timer = setTimeout(() => stop.abort(new ResponseTimeout(operation, timeoutMs)), timeoutMs);
  const received = async (): Promise<Received> => {
    const response = await fetch(new Request(url, { ...init, redirect: 'error', signal: over }));
    // a `fetch` of the user's may follow redirects all the same
    if (response.redirected) throw new UnexpectedResponse(operation, WHOLE, 'comes from a redirect');
    const bytes = await bytesOf(response, maxResponseBytes, over);
    if (bytes === null) {
      const limit = maxResponseBytes.toLocaleString('en-US');
      throw new UnexpectedResponse(operation, WHOLE, `is too large; it must have at most ${limit} bytes`);
    }
    const { status, statusText, headers } = response;
    return { status, statusText, headers, bytes };
  };
  try {
    return await untilAborted(over, received);
  } catch (error) {
    over.throwIfAborted();
    throw error instanceof UnexpectedResponse ? error : new ConnectionLost(operation, error);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` resolves to; rejects with the signal's reason when it aborts first. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The bytes of a body, or null for one of more than `limit`. Stops to read when `stop` says so. */
export async function bytesOf(
  { body }: Response,
  limit: number,
  stop: AbortSignal,
): Promise<Uint8Array | null> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  stop.addEventListener('abort', cancel);
  if (stop.aborted) cancel();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      cancel();
      return null;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
