import { refuse } from '@ordbook/protocol/refusals';
import type { LongPoll, RpcReply, RpcRequest, RpcTransport } from './transport.ts';

/** Error codes of Bitcoin Core (src/rpc/protocol.h) that we handle. */
export const RPC_CODE = {
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  deserialization: -22,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInUtxoSet: -27,
  methodNotFound: -32601,
} as const;

/**
 * Calls to the node with a common timeout. All throw `Refusal('unavailable')` when the node is unreachable.
 */
export interface Rpc {
  /** The result. Throws `Refusal('unavailable')` also for any error that the node reports. */
  call(method: string, params?: readonly unknown[], timeoutMs?: number): Promise<unknown>;
  /** The result, or null when the node reports error `code`. */
  callUnless(code: number, method: string, params?: readonly unknown[], timeoutMs?: number): Promise<unknown>;
  /** As `call`, for a call that the node holds until something happens. */
  wait(method: string, params: readonly unknown[], timeoutMs: number, longPoll: LongPoll): Promise<unknown>;
  /** The raw reply, errors included. */
  ask(method: string, params?: readonly unknown[], timeoutMs?: number): Promise<RpcReply>;
  /**
   * Results of several calls in one round trip. Throws `Refusal('unavailable')` for any error that the node
   * reports.
   */
  batch(calls: readonly RpcRequest[]): Promise<unknown[]>;
}

export function rpcOver(transport: RpcTransport, defaultTimeoutMs: number): Rpc {
  const ask: Rpc['ask'] = async (method, params = [], timeoutMs = defaultTimeoutMs) =>
    (await transport([{ method, params }], timeoutMs))[0]!;
  return {
    ask,
    async call(method, params, timeoutMs) {
      return resultOf(await ask(method, params, timeoutMs), method);
    },
    async wait(method, params, timeoutMs, longPoll) {
      return resultOf((await transport([{ method, params }], timeoutMs, longPoll))[0]!, method);
    },
    async callUnless(code, method, params, timeoutMs) {
      const reply = await ask(method, params, timeoutMs);
      return !reply.ok && reply.code === code ? null : resultOf(reply, method);
    },
    async batch(calls) {
      if (calls.length === 0) return [];
      const replies = await transport(calls, defaultTimeoutMs);
      return replies.map((reply, index) => resultOf(reply, calls[index]!.method));
    },
  };
}

function resultOf(reply: RpcReply, method: string): unknown {
  if (reply.ok) return reply.result;
  return refuseReply(reply, method);
}

/** Throws `Refusal('unavailable')` for an unexpected error of the node. */
export function refuseReply(reply: { code: number; message: string }, method: string): never {
  refuse('unavailable', `the node returned error ${reply.code} to ${method}: ${reply.message.slice(0, 200)}`);
}
