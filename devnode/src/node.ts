import type { Block } from './chain/block.ts';
import { createChain, type TipChange, tipOf } from './chain/chain.ts';
import type { MempoolView } from './mempool/candidate.ts';
import { followTip } from './mempool/follow-chain.ts';
import { createMempool } from './mempool/mempool.ts';
import { type PolicyOption, policyFrom } from './mempool/settings.ts';
import type { RpcCall } from './rpc/call.ts';
import type { NodeState } from './rpc/method.ts';
import { answer } from './rpc/methods.ts';

/** A new tip: its height and hash, and the blocks that came and went on the way to it. */
export type NewTip = {
  readonly height: number;
  readonly hash: string;
  readonly connected: readonly Block[];
  readonly disconnected: readonly Block[];
};

export type NodeOptions = {
  /** Milliseconds since 1970; `Date.now` by default. Block times, lock times and expiry follow it. */
  readonly clock?: () => number;
  /**
   * The node whose mempool rules are followed, `core` (default) or `knots`; or settings that differ from its
   * defaults (sats per kvB, bytes).
   */
  readonly policy?: PolicyOption;
  /** What estimatesmartfee returns, in sats per kvB. By default it has no data, as a fresh regtest node. */
  readonly estimatedRate?: number;
};

export type DevNode = {
  /** Bitcoin Core's JSON-RPC, in process. Also takes an object of named arguments in place of the array. */
  readonly call: RpcCall;
  /** Sets what estimatesmartfee returns, in sats per kvB; null: not enough data. */
  readonly setEstimatedRate: (rate: number | null) => void;
  /** Calls the listener after every change of the tip, mempool included. Returns a function that stops it. */
  readonly onBlock: (listener: (tip: NewTip) => void) => () => void;
};

/**
 * An in-memory Bitcoin node on regtest, holding the genesis block. Throws a RangeError on an unknown
 * policy.
 */
export function createNode(options: NodeOptions = {}): DevNode {
  const clock = options.clock ?? Date.now;
  const now = () => Math.floor(clock() / 1000);
  const listeners = new Set<(tip: NewTip) => void>();
  const policy = policyFrom(options.policy);
  const chain = createChain(policy.follows);
  const pool = createMempool();
  let estimatedRate = options.estimatedRate ?? null;
  const view = (): MempoolView => ({ chain, pool, policy, now: now() });
  const follow = (change: TipChange) => {
    if (change.connected.length === 0 && change.disconnected.length === 0) return;
    followTip(view(), change);
    const { height, block } = tipOf(chain);
    const { connected, disconnected } = change;
    for (const listener of listeners) listener({ height, hash: block.hash, connected, disconnected });
  };
  const state: NodeState = {
    chain,
    pool,
    policy,
    now,
    startedAt: now(),
    estimatedRate: () => estimatedRate,
    view,
    follow,
  };
  return {
    call: async (method, params) => answer(state, method, params),
    setEstimatedRate: (rate) => {
      estimatedRate = rate;
    },
    onBlock: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
