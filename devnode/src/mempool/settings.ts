import type { SatsPerKvb } from './fee-rate.ts';

/** Relay policy of a node. Sizes in vB, rates in sats per kvB. */
export type PolicySettings = {
  /** Lowest rate relayed (`-minrelaytxfee`). */
  readonly minRelayFee: SatsPerKvb;
  /** What a replacement pays on top for its own size (`-incrementalrelayfee`). */
  readonly incrementalRelayFee: SatsPerKvb;
  /** Rate below which spending an output costs more than it holds (`-dustrelayfee`). */
  readonly dustRelayFee: SatsPerKvb;
  /** Lowest package rate put into blocks (`-blockmintxfee`). */
  readonly blockMinFee: SatsPerKvb;
  /** Largest OP_RETURN script in bytes, opcode included (`-datacarriersize`); 0 relays none. */
  readonly dataCarrierBytes: number;
  readonly permitBareMultisig: boolean;
  /**
   * Largest sum of all sizes; above it the lowest rates are evicted and the minimum rises (as `-maxmempool`).
   */
  readonly maxMempoolVsize: number;
};

/** The defaults of Bitcoin Core 29.1 and later 29s, which relay from 0.1 sat/vB. */
export const DEFAULT_POLICY: PolicySettings = {
  minRelayFee: 100,
  incrementalRelayFee: 100,
  dustRelayFee: 3000,
  blockMinFee: 1,
  dataCarrierBytes: 83,
  permitBareMultisig: true,
  maxMempoolVsize: 100_000_000,
};

/** Limits on families of unconfirmed transactions, each counting the transaction itself. */
export const CHAIN_LIMITS: ChainLimits = {
  ancestorCount: 25,
  ancestorVsize: 101_000,
  descendantCount: 25,
  descendantVsize: 101_000,
};

export type ChainLimits = {
  readonly ancestorCount: number;
  readonly ancestorVsize: number;
  readonly descendantCount: number;
  readonly descendantVsize: number;
};
