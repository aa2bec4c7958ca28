import { readFile } from 'node:fs/promises';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import { Type } from 'typebox';
import { atMost } from '../base/concurrency.ts';
import { exchange, parseResponse, responseReader } from '../base/remote.ts';

/** One JSON-RPC call of the node. */
export interface RpcRequest {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** The node's reply to one call: its result, or its own error (Bitcoin Core, src/rpc/protocol.h). */
export type RpcReply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

/**
 * Sends calls in one round trip and returns the replies in their order. Throws `Refusal('unavailable')` when
 * the node is unreachable, slow, warming up or returns an invalid response. Errors that the node reports for
 * a call are replies.
 */
export type RpcTransport = (
  calls: readonly RpcRequest[],
  timeoutMs: number,
  longPoll?: LongPoll,
) => Promise<RpcReply[]>;

/**
 * A call that the node holds until something happens. It is not one of the `CONCURRENT_REQUESTS`, which would
 * leave one less for everything else, and throws `Refusal('unavailable')` once `signal` aborts.
 */
export interface LongPoll {
  readonly signal: AbortSignal;
}

/**
 * A call to a node in this process. Resolves to the result; rejects with an error that has the node's numeric
 * `code`.
 */
export type RpcCall = (method: string, params?: readonly unknown[]) => Promise<unknown>;

const RPC_IN_WARMUP = -28;

/**
 * Most requests in flight, besides one long poll. Core serves them with `rpcthreads` (16) workers and refuses
 * more than `rpcworkqueue` (64).
 */
const CONCURRENT_REQUESTS = 8;

export interface HttpRpcOptions {
  /** `http://user:password@host:port`, or without the credentials when `cookieFile` is given. */
  readonly url: string;
  /** Path of the node's `.cookie`, which is read again after the node restarts. */
  readonly cookieFile?: string;
}

/** JSON-RPC over HTTP with basic authentication, several calls as one batch. */
export function httpTransport({ url, cookieFile }: HttpRpcOptions): RpcTransport {
  const parsed = new URL(url);
  const fromUrl = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  const target = `${parsed.origin}${parsed.pathname}`;
  const limited = atMost(CONCURRENT_REQUESTS);
  const credentials = async () => (cookieFile === undefined ? fromUrl : readCookie(cookieFile));

  const send = async (calls: readonly RpcRequest[], timeoutMs: number, longPoll?: LongPoll) => {
    const what = named(calls);
    const envelopes = calls.map(({ method, params }, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: params ?? [],
    }));
    const { status, text } = await exchange({
      url: target,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(await credentials()).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(envelopes.length === 1 ? envelopes[0] : envelopes),
      timeoutMs,
      ...longPoll,
      what,
    });
    if (status === 401 || status === 403) refuse('unavailable', `${what} rejected our credentials`);
    if (status === 503) refuse('unavailable', `${what} is overloaded`);
    return inOrder(parseResponse(text, what), calls, what);
  };

  return (calls, timeoutMs, longPoll) =>
    longPoll ? send(calls, timeoutMs, longPoll) : limited(() => send(calls, timeoutMs));
}

async function readCookie(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    refuse(
      'unavailable',
      'the cookie file of the node cannot be read; the node is not running, or the path is wrong',
    );
  }
}

const readEnvelopes = responseReader(
  Type.Array(
    Type.Object({
      id: Type.Union([Type.Integer(), Type.Null()]),
      result: Type.Optional(Type.Unknown()),
      error: Type.Optional(
        Type.Union([Type.Null(), Type.Object({ code: Type.Integer(), message: Type.String() })]),
      ),
    }),
  ),
);

function inOrder(answer: unknown, calls: readonly RpcRequest[], what: string): RpcReply[] {
  const envelopes = readEnvelopes(Array.isArray(answer) ? answer : [answer], what);
  const byId = new Map(envelopes.map((envelope) => [envelope.id, envelope]));
  return calls.map((_, id) => {
    const envelope = byId.get(id);
    if (!envelope) refuse('unavailable', `${what} did not reply to every call`);
    if (!envelope.error) return { ok: true, result: envelope.result };
    return failure(envelope.error.code, envelope.error.message, what);
  });
}

/**
 * Calls to a node over HTTP, for tools that drive a regtest node. Rejects like `RpcCall`, or with a Refusal.
 */
export function httpCall({
  timeoutMs,
  ...options
}: HttpRpcOptions & { readonly timeoutMs: number }): RpcCall {
  const transport = httpTransport(options);
  return async (method, params = []) => {
    const [reply] = await transport([{ method, params }], timeoutMs);
    if (reply!.ok) return reply!.result;
    throw Object.assign(new Error(reply!.message), { code: reply!.code });
  };
}

/** A transport to a node in this process. */
export function inProcessTransport(call: RpcCall): RpcTransport {
  const one = async ({ method, params }: RpcRequest): Promise<RpcReply> => {
    try {
      return { ok: true, result: await call(method, params ?? []) };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      if (typeof code !== 'number' || typeof message !== 'string') throw error;
      return failure(code, message, named([{ method }]));
    }
  };
  return (calls, timeoutMs, longPoll) =>
    within(Promise.all(calls.map(one)), timeoutMs, named(calls), longPoll?.signal);
}

async function within<T>(
  work: Promise<T>,
  timeoutMs: number,
  what: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  let end: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    const refused = () =>
      reject(new Refusal('unavailable', `${what} did not respond within ${timeoutMs} ms`));
    const timer = setTimeout(refused, timeoutMs);
    signal?.addEventListener('abort', refused);
    if (signal?.aborted) refused();
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', refused);
    };
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    end?.();
  }
}

function failure(code: number, message: string, what: string): RpcReply {
  if (code === RPC_IN_WARMUP) refuse('unavailable', `${what} is starting: ${message}`);
  return { ok: false, code, message };
}

function named(calls: readonly RpcRequest[]): string {
  return `the node (${[...new Set(calls.map(({ method }) => method))].join(', ')})`;
}
