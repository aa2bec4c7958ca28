import type { PolicyName } from '../chain/policy-name.ts';
import type { SatsPerKvb } from './fee-rate.ts';

/** Relay policy of a node. Sizes in vB, rates in sats per kvB. */
export type PolicySettings = {
  readonly follows: PolicyName;
  /** Lowest rate relayed (`-minrelaytxfee`). */
  readonly minRelayFee: SatsPerKvb;
  /** What a replacement pays on top for its own size (`-incrementalrelayfee`). */
  readonly incrementalRelayFee: SatsPerKvb;
  /** Rate below which spending an output costs more than it holds (`-dustrelayfee`). */
  readonly dustRelayFee: SatsPerKvb;
  /** Lowest package rate put into blocks (`-blockmintxfee`). */
  readonly blockMinFee: SatsPerKvb;
  /**
   * Largest OP_RETURN script in bytes, opcode included (`-datacarriersize`); 0 relays none. Core counts all
   * such outputs of a transaction together.
   */
  readonly dataCarrierBytes: number;
  readonly permitBareMultisig: boolean;
  /**
   * Largest sum of all sizes; above it the lowest rates are evicted and the minimum rises (as `-maxmempool`).
   */
  readonly maxMempoolVsize: number;
};

/** The defaults of Bitcoin Core 31. */
export const CORE_POLICY: PolicySettings = {
  follows: 'core',
  minRelayFee: 100,
  incrementalRelayFee: 100,
  dustRelayFee: 3000,
  blockMinFee: 1,
  dataCarrierBytes: 100_000,
  permitBareMultisig: true,
  maxMempoolVsize: 100_000_000,
};

/** The defaults of Bitcoin Core 29.1 and later 29s, which relay from 0.1 sat/vB. */
export const KNOTS_POLICY: PolicySettings = { ...CORE_POLICY, follows: 'knots', dataCarrierBytes: 83 };

/** A policy by name, or one whose settings differ from those of the node that it follows (default `core`). */
export type PolicyOption = PolicyName | Partial<PolicySettings>;

/** The settings of a policy option. Throws a RangeError on a name that is none. */
export function policyFrom(option: PolicyOption = 'core'): PolicySettings {
  const { follows = 'core', ...changed } = typeof option === 'string' ? { follows: option } : option;
  if (follows !== 'core' && follows !== 'knots')
    throw new RangeError(`policy ${String(follows)} is unknown; use core or knots`);
  return { ...(follows === 'core' ? CORE_POLICY : KNOTS_POLICY), ...changed };
}

/**
 * Limits of the knots policy on families of unconfirmed transactions, each counting the transaction itself.
 */
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
