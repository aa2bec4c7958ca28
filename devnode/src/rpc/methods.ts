import { BLOCK_METHODS } from './blocks.ts';
import { RPC, RpcError } from './call.ts';
import { COIN_METHODS } from './coins.ts';
import { MEMPOOL_METHODS } from './mempool.ts';
import type { NodeState, RpcMethod } from './method.ts';
import { MINING_METHODS } from './mining.ts';
import { NETWORK_METHODS } from './network.ts';
import { readArguments } from './parameters.ts';
import { SUBMISSION_METHODS } from './submission.ts';
import { TRANSACTION_METHODS } from './transactions.ts';

/** Every method of this node, by name. */
export const METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  [
    BLOCK_METHODS,
    TRANSACTION_METHODS,
    COIN_METHODS,
    MEMPOOL_METHODS,
    SUBMISSION_METHODS,
    MINING_METHODS,
    NETWORK_METHODS,
  ].flatMap((group) => Object.entries(group)),
);

/**
 * Answers a call, or throws the RpcError Core would answer. `given` is an array, or an object of named
 * arguments.
 */
export function answer(node: NodeState, name: string, given: unknown): unknown {
  const found = METHODS.get(name);
  if (!found) throw new RpcError(RPC.METHOD_NOT_FOUND, 'Method not found');
  return found.answer(node, ...readArguments(name, found.parameters, given));
}
