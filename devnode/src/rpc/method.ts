import type { TipChange } from '../chain/chain.ts';
import type { ChainState } from '../chain/chain-state.ts';
import { type Coin, type Outpoint, outpointKey } from '../chain/coins.ts';
import type { MempoolView } from '../mempool/candidate.ts';
import { type Mempool, unconfirmedCoin } from '../mempool/mempool.ts';
import type { PolicySettings } from '../mempool/settings.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Wallets } from '../wallet/shelf.ts';
import { type ParameterList, parameterList } from './parameters.ts';

/** What methods work on. */
export type NodeState = {
  readonly chain: ChainState;
  readonly pool: Mempool;
  readonly policy: PolicySettings;
  /** Unix seconds by the node's clock. */
  readonly now: () => number;
  /** Stops the time of the node there (Unix seconds); 0: its clock goes on. */
  readonly setMockTime: (seconds: number) => void;
  readonly startedAt: number;
  /** What estimatesmartfee returns, in sats per kvB; null: not enough data. */
  readonly estimatedRate: () => number | null;
  readonly view: () => MempoolView;
  /** Updates the mempool to a new tip and calls the listeners. */
  readonly follow: (change: TipChange) => void;
  readonly wallets: Wallets;
  /** The wallet that the call is about, if it names one. */
  readonly walletName?: string;
  /** Calls the listener after every change of the tip. Returns a function that stops it. */
  readonly onTip: (listener: () => void) => () => void;
};

/**
 * A method: its parameters, and its answer to arguments in that order (absent ones undefined), at once or
 * later.
 */
export type RpcMethod = {
  readonly parameters: ParameterList;
  readonly answer: (node: NodeState, ...args: unknown[]) => unknown;
};

export const method = (parameters: string, answer: RpcMethod['answer']): RpcMethod => ({
  parameters: parameterList(parameters),
  answer,
});

/** What an input spends, as far as the mempool and the chain have it. */
export const coinAt = ({ chain, pool }: NodeState, outpoint: Outpoint): Coin | undefined =>
  unconfirmedCoin(pool, outpoint) ?? chain.coins.get(outpointKey(outpoint));

/** A transaction of the mempool or the chain. */
export const transactionOf = ({ chain, pool }: NodeState, txid: string): Transaction | undefined =>
  pool.byTxid.get(txid)?.tx ?? chain.confirmed.get(txid)?.tx;
