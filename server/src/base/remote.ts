import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** A peer cannot fill our memory: blocks with their spent outputs are the largest answers, about 40 MB. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** Failures of a kept-alive connection that the peer had closed meanwhile: nothing was answered on it. */
const STALE_CONNECTION = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export interface RemoteRequest {
  /** Without user and password: those go into `headers`. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bound on the whole exchange, ms, the body included. */
  readonly timeoutMs: number;
  /** Names the peer and the call in refusals, e.g. `the node (getblock)`. */
  readonly what: string;
}

/**
 * One HTTP exchange over kept-alive connections. Repeats once, within the bound, when the connection breaks: callers send
 * only what is safe to repeat. Throws `Refusal('unavailable')` when the peer is away, too slow, or answers without end.
 */
export async function exchange(request: RemoteRequest): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(request.timeoutMs);
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

async function once(request: RemoteRequest, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: { ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'error',
    signal,
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES)
      refuse('unavailable', `${request.what} answers more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, text: Buffer.concat(chunks).toString('utf8') };
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
    return new Refusal('unavailable', `${what} did not answer within ${timeoutMs} ms`);
  }
  return new Refusal('unavailable', `${what} is away`);
}

/** Parses JSON, or throws `Refusal('unavailable')` naming `what`. */
export function parseAnswer(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    refuse('unavailable', `${what} answers something other than JSON`);
  }
}

/** A reader of answers of one shape: returns the answer typed, or throws `Refusal('unavailable')` naming `what`. */
export function answers<Schema extends TSchema>(
  schema: Schema,
): (value: unknown, what: string) => Static<Schema> {
  const validator = Compile(schema);
  return (value, what) => {
    if (validator.Check(value)) return value as Static<Schema>;
    const where = validator.Errors(value)[0]?.instancePath;
    refuse(
      'unavailable',
      `${what} answers in a shape that is not understood${where ? ` (at ${where})` : ''}`,
    );
  };
}
