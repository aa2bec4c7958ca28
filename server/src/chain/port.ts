import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';

/**
 * The Bitcoin node. Promises:
 * - a method throws `Refusal('unavailable')` when the node is away, slow beyond the timeout, still syncing or answers
 *   rubbish, and for nothing else that is not said here; reading again is always safe;
 * - `submitPackage` and `broadcast` are idempotent: a transaction already in the mempool or a block counts as accepted.
 *   After an `unavailable` the transactions may or may not have been published: assume that they were.
 */
export interface Chain {
  tip(): Promise<BlockRef>;
  /** The hash at `height` in the best chain, or null above the tip. */
  blockHash(height: number): Promise<string | null>;
  /** A block with every transaction decoded and the spent output of each input; null when the node does not have it. */
  block(hash: string): Promise<Block | null>;
  /** Raw hex of a mempool or block transaction and how deep it is (0: mempool); null when unknown. */
  transaction(txid: string): Promise<ChainTransaction | null>;
  /** The unspent output, counting mempool spends as spends and mempool outputs as there (confirmations 0); null when spent or unknown. */
  unspent(outpoint: Outpoint): Promise<UnspentOutput | null>;
  unspents(outpoints: readonly Outpoint[]): Promise<(UnspentOutput | null)[]>;
  /** For each outpoint, the txid of the mempool transaction that spends it, or null. */
  mempoolSpenders(outpoints: readonly Outpoint[]): Promise<(string | null)[]>;
  mempoolTxids(): Promise<string[]>;
  /** Fee rates in sat/vB: what the node's mempool asks now, and its estimate (null: no estimate) for `targetBlocks`. */
  feeRates(targetBlocks: number): Promise<{ minimum: number; estimate: number | null }>;
  /** Would the node take these, in topological order, as one package? Publishes nothing. */
  testAccept(rawTransactions: readonly string[]): Promise<TransactionVerdict[]>;
  /** Parents before their one child. Not atomic: read every verdict. */
  submitPackage(rawTransactions: readonly string[]): Promise<TransactionVerdict[]>;
  broadcast(rawTransaction: string): Promise<TransactionVerdict>;
  /**
   * What an address holds in blocks, and its confirmed coins without those that a mempool transaction spends
   * (`scantxoutset`, or an Esplora where one is configured). `asker`: whose request
   * causes it, such as an IP address; a source that is slow serves each asker one address at a time, and throws `unavailable` beyond what it
   * can serve.
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
  /** For the coinbase: empty. */
  readonly inputs: readonly BlockInput[];
  readonly outputs: readonly BlockOutput[];
}

/** A DER signature with its sighash byte has 73 bytes at most. */
export const MAX_SIGNATURE_DIGITS = 146;

export interface BlockInput extends Utxo {
  /** Hex of the spent output's script. */
  readonly script: string;
  /** Hex; empty for native segwit. */
  readonly scriptSig: string;
  /**
   * Hex items that may be signatures, up to `MAX_SIGNATURE_DIGITS`: they and the scriptSig tell sighash types of sales settled elsewhere. Longer ones,
   * such as the data that inscriptions reveal, are left out: many blocks are held at once.
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
  /** The node's own words when it is not accepted. */
  readonly reason: string | null;
}
