import { refuse } from '@ordbook/protocol/refusals';
import type { RpcReply, RpcRequest, RpcTransport } from './transport.ts';

/** Error codes of Bitcoin Core (src/rpc/protocol.h) that mean something to us. */
export const RPC_CODE = {
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  deserialization: -22,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInUtxoSet: -27,
} as const;

/** The node's calls with one bound on time. All throw `Refusal('unavailable')` when the node is away. */
export interface Rpc {
  /** The result, or `Refusal('unavailable')` also for any error that the node reports. */
  call(method: string, params?: readonly unknown[], timeoutMs?: number): Promise<unknown>;
  /** The result, or null when the node answers with `code`. */
  callUnless(code: number, method: string, params?: readonly unknown[], timeoutMs?: number): Promise<unknown>;
  /** The reply as it is, errors included. */
  ask(method: string, params?: readonly unknown[], timeoutMs?: number): Promise<RpcReply>;
  /** Results of several calls in one round trip; any error of the node is a refusal. */
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

/** Throws `Refusal('unavailable')` for an error that the node should not have given. */
export function refuseReply(reply: { code: number; message: string }, method: string): never {
  refuse(
    'unavailable',
    `the node answers ${method} with error ${reply.code}: ${reply.message.slice(0, 200)}`,
  );
}
