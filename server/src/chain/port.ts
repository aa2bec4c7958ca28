import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';

/**
 * The Bitcoin node.
 * - Every method throws `Refusal('unavailable')` when the node is unreachable, times out, is still syncing or
 *   returns an invalid response, and throws nothing else unless stated. Reads are retry-safe.
 * - `submitPackage` and `broadcast` are idempotent: a transaction already in the mempool or a block counts as
 *   accepted. After `unavailable` the transactions may or may not have been published; assume that they were.
 */
export interface Chain {
  tip(): Promise<BlockRef>;
  /**
   * Waits until the node has a block above `known`, and resolves to whether it says so. false: not within
   * `forMs`, or `signal` aborted; neither says that there is none. Either is a hint: read the tip. The node
   * keeps a thread for each waiting caller. A branch that only replaces blocks up to that height may go
   * unnoticed.
   */
  waitForNewBlock(known: BlockRef, wait: { forMs: number; signal: AbortSignal }): Promise<boolean>;
  /** The hash at `height` in the best chain, or null above the tip. */
  blockHash(height: number): Promise<string | null>;
  /** Whether the node says that the block at the end of a branch is invalid, e.g. after `invalidateblock`. */
  isInvalidated(hash: string): Promise<boolean>;
  /**
   * A block with decoded transactions and the spent output of each input; null when the node does not have
   * it.
   */
  block(hash: string): Promise<Block | null>;
  /**
   * A block as it is on the wire, hex, with the headers of up to `count` blocks of the best chain from it on;
   * null when the node does not have it.
   */
  rawBlock(hash: string, count: number): Promise<{ readonly hex: string; readonly headers: string[] } | null>;
  /**
   * Raw hex and confirmations (0: mempool) of a transaction; null when neither the mempool nor the
   * transaction index has it. That proves nothing. Throws `Refusal('unavailable')` while the index is behind.
   */
  transaction(txid: string): Promise<ChainTransaction | null>;
  /**
   * An unspent output, the mempool included: null when it is spent there or unknown; confirmations 0 when
   * created there.
   */
  unspent(outpoint: Outpoint): Promise<UnspentOutput | null>;
  unspents(outpoints: readonly Outpoint[]): Promise<(UnspentOutput | null)[]>;
  /** For each outpoint, the txid of the mempool transaction that spends it, or null. */
  mempoolSpenders(outpoints: readonly Outpoint[]): Promise<(string | null)[]>;
  mempoolTxids(): Promise<string[]>;
  /** How far the node's transaction index is; null: it has none. */
  transactionIndex(): Promise<{ readonly isSynced: boolean; readonly height: number } | null>;
  /** Fee rates in sat/vB: the mempool minimum, and the estimate for `targetBlocks` (null: none). */
  feeRates(targetBlocks: number): Promise<{ minimum: number; estimate: number | null }>;
  /**
   * The fees by which the node compares a replacement of this transaction with it and all that descends from
   * it, sats; null: its mempool does not have it.
   */
  replacedFees(txid: string): Promise<Sats | null>;
  /**
   * Makes the node count `sats` less for a transaction of its mempool, in its own choices only. Not
   * retry-safe: each call counts less. Returns false when the node does not permit it.
   */
  discount(txid: string, sats: Sats): Promise<boolean>;
  /** Whether the node would accept these, in topological order, as one package. Publishes nothing. */
  testAccept(rawTransactions: readonly string[]): Promise<TransactionVerdict[]>;
  /** Publishes parents before their one child. Not atomic: read every verdict. */
  submitPackage(rawTransactions: readonly string[]): Promise<TransactionVerdict[]>;
  broadcast(rawTransaction: string): Promise<TransactionVerdict>;
  /**
   * The confirmed balance of an address, and its confirmed coins except those that a mempool transaction
   * spends (`scantxoutset`, or an Esplora server if configured). `asker` identifies the caller, e.g. by IP
   * address: a slow source serves each asker one address at a time, and throws `unavailable` when its queue
   * is full.
   */
  addressCoins(
    address: string,
    asker?: string,
  ): Promise<{ confirmedSats: Sats; coins: (Utxo & { height: number })[] }>;
}

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

export interface Block extends BlockRef {
  readonly previousHash: string | null;
  /** Header time, Unix seconds. */
  readonly time: number;
  readonly transactions: readonly BlockTransaction[];
}

export interface BlockTransaction {
  readonly txid: string;
  readonly version: number;
  readonly lockTime: number;
  /** For the coinbase: empty. */
  readonly inputs: readonly BlockInput[];
  readonly outputs: readonly BlockOutput[];
}

/** Hex digits of the longest witness item that is kept: a multisig script of any size, 520 bytes. */
export const MAX_WITNESS_ITEM_DIGITS = 1_040;

export interface BlockInput extends Utxo {
  /** Hex of the spent output's script. */
  readonly script: string;
  /** Hex; empty for native segwit. */
  readonly scriptSig: string;
  readonly sequence: number;
  /**
   * The items, hex, each in its place. With the scriptSig they prove sales. Items longer than
   * `MAX_WITNESS_ITEM_DIGITS`, such as inscription content, are empty here, to save memory.
   */
  readonly witness: readonly string[];
}

export interface BlockOutput {
  readonly valueSats: Sats;
  readonly script: string;
  /** null for scripts without an address. */
  readonly address: string | null;
}

export interface ChainTransaction {
  readonly txid: string;
  readonly hex: string;
  /** 0: in the mempool. */
  readonly confirmations: number;
  readonly blockHash: string | null;
}

export interface UnspentOutput extends Utxo {
  readonly script: string;
  readonly confirmations: number;
  readonly coinbase: boolean;
}

export interface TransactionVerdict {
  readonly txid: string;
  readonly accepted: boolean;
  /** The node's own reason when it is not accepted. */
  readonly reason: string | null;
}
