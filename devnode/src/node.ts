import type { Block } from './chain/block.ts';
import { createChain, type TipChange, tipOf } from './chain/chain.ts';
import type { ChainState } from './chain/chain-state.ts';
import { copyChain } from './chain/copy-chain.ts';
import type { MempoolView } from './mempool/candidate.ts';
import { copyMempool } from './mempool/copy-mempool.ts';
import { followTip } from './mempool/follow-chain.ts';
import { createMempool, type Mempool, removeWithDescendants } from './mempool/mempool.ts';
import { type PolicyOption, type PolicySettings, policyFrom } from './mempool/settings.ts';
import type { RpcCall } from './rpc/call.ts';
import type { NodeState } from './rpc/method.ts';
import { answer } from './rpc/methods.ts';
import { dumpState, loadState } from './state-file.ts';
import type { Wallets } from './wallet/shelf.ts';

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
  /** Begins with what `dump` returned, in place of the genesis block alone. */
  readonly state?: string;
};

/** Chain, mempool and wallets of a node at one moment. Only `restore` and `fork` can read it. */
export type Snapshot = { readonly chain: ChainState; readonly pool: Mempool; readonly wallets: Wallets };

/** Changes to the mempool that no peer could make. */
export type MempoolTools = {
  /** Removes a transaction and what descends from it. Returns how many went. */
  readonly drop: (txid: string) => number;
  /** Empties the mempool. */
  readonly clear: () => void;
  /**
   * Raises the mempool minimum to so many sats per kvB, as evictions from a full mempool do: nothing below
   * enters. It falls again with the clock once a block came. 0 ends it.
   */
  readonly setMinimum: (rate: number) => void;
};

export type DevNode = {
  /** Bitcoin Core's JSON-RPC, in process. Also takes an object of named arguments in place of the array. */
  readonly call: RpcCall;
  /** Sets what estimatesmartfee returns, in sats per kvB; null: not enough data. */
  readonly setEstimatedRate: (rate: number | null) => void;
  /** Calls the listener after every change of the tip, mempool included. Returns a function that stops it. */
  readonly onBlock: (listener: (tip: NewTip) => void) => () => void;
  readonly mempool: MempoolTools;
  /** Chain, mempool and wallets as they are now, for `restore`. Takes no longer than copying some tables. */
  readonly snapshot: () => Snapshot;
  /** Goes back to a snapshot of this node or of one that it was forked from; it can be used again. */
  readonly restore: (snapshot: Snapshot) => void;
  /**
   * Another node with the same chain, mempool, wallets and policy; the two change apart. `clock`: default
   * this one's.
   */
  readonly fork: (options?: { readonly clock?: () => number }) => DevNode;
  /** Blocks, mempool and wallets as text for a file; `createNode({ state })` reads it. */
  readonly dump: () => string;
};

/**
 * An in-memory Bitcoin node on regtest. Throws a RangeError on an unknown policy, an Error on a broken
 * state.
 */
export function createNode(options: NodeOptions = {}): DevNode {
  const clock = options.clock ?? Date.now;
  const policy = policyFrom(options.policy);
  const fresh = { chain: createChain(policy.follows), pool: createMempool(), wallets: new Map() };
  const now = () => Math.floor(clock() / 1000);
  if (options.state !== undefined) loadState(options.state, { ...fresh, policy, now: now() }, fresh.wallets);
  return nodeOver(fresh, { policy, clock, estimatedRate: options.estimatedRate ?? null, mockTime: 0 });
}

type Settings = {
  readonly policy: PolicySettings;
  readonly clock: () => number;
  readonly estimatedRate: number | null;
  /** Unix seconds that hide the clock; 0: none. */
  readonly mockTime: number;
};

function nodeOver(start: Snapshot, { policy, clock, ...first }: Settings): DevNode {
  let { chain, pool, wallets } = start;
  let { estimatedRate, mockTime } = first;
  const now = () => mockTime || Math.floor(clock() / 1000);
  const listeners = new Set<(tip: NewTip) => void>();
  const onBlock: DevNode['onBlock'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = ({ connected, disconnected }: TipChange) => {
    const { height, block } = tipOf(chain);
    for (const listener of [...listeners]) listener({ height, hash: block.hash, connected, disconnected });
  };
  const view = (): MempoolView => ({ chain, pool, policy, now: now() });
  const snapshot = (): Snapshot => ({
    chain: copyChain(chain),
    pool: copyMempool(pool),
    wallets: structuredClone(wallets),
  });
  const state: NodeState = {
    get chain() {
      return chain;
    },
    get pool() {
      return pool;
    },
    get wallets() {
      return wallets;
    },
    policy,
    now,
    setMockTime: (seconds) => {
      mockTime = seconds;
    },
    startedAt: now(),
    estimatedRate: () => estimatedRate,
    view,
    follow: (change) => {
      if (change.connected.length === 0 && change.disconnected.length === 0) return;
      followTip(view(), change);
      tell(change);
    },
    onTip: (listener) => onBlock(listener),
  };
  return {
    call: async (method, params, wallet) => answer(state, method, params, wallet),
    setEstimatedRate: (rate) => {
      estimatedRate = rate;
    },
    onBlock,
    mempool: toolsOver(() => pool, now),
    snapshot,
    restore: (saved) => {
      const change = between(chain, saved.chain);
      chain = copyChain(saved.chain);
      pool = copyMempool(saved.pool);
      wallets = structuredClone(saved.wallets);
      if (change.connected.length > 0 || change.disconnected.length > 0) tell(change);
    },
    fork: (options = {}) =>
      nodeOver(snapshot(), { policy, clock: options.clock ?? clock, estimatedRate, mockTime }),
    dump: () => dumpState({ chain, pool, wallets }),
  };
}

function toolsOver(pool: () => Mempool, now: () => number): MempoolTools {
  return {
    drop: (txid) => {
      const before = pool().byTxid.size;
      const entry = pool().byTxid.get(txid);
      if (entry) removeWithDescendants(pool(), [entry]);
      return before - pool().byTxid.size;
    },
    clear: () => removeWithDescendants(pool(), [...pool().byTxid.values()]),
    setMinimum: (rate) => {
      pool().rollingMinimum = { rate, updatedAt: now(), blockSinceBump: false };
    },
  };
}

/** The blocks that come and go when a node jumps from one chain to another. */
function between(from: ChainState, to: ChainState): TipChange {
  let shared = 0;
  while (from.active[shared] && from.active[shared]!.block === to.active[shared]?.block) shared++;
  const blocks = (chain: ChainState) => chain.active.slice(shared).map(({ block }) => block);
  return { disconnected: blocks(from).reverse(), connected: blocks(to) };
}
