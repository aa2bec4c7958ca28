import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import type { NetworkName } from '@ordbook/protocol/network';
import type { Sats } from '@ordbook/protocol/sats';

/** PAYOUT_ADDRESSES of an operator who pays nobody else. */
export const NOBODY = 'none';

export interface DonationInitiative {
  readonly name: string;
  readonly url: string;
  readonly address: string;
  /** A donation rounds the buyer's total up to the next multiple of this. */
  readonly roundUpToSats: Sats;
}

/**
 * The operator's settings that the trading flows depend on. `composition/settings.ts` reads them from the
 * environment and lists their names, defaults, units and meanings, as does `docs/settings.md`.
 */
export interface TradingSettings {
  readonly network: NetworkName;
  /** Named in sign-in messages, e.g. `market.example`. */
  readonly domain: string;
  /** Address that receives marketplace fees. */
  readonly feeAddress: string;
  readonly fees: FeeSettings;
  readonly listingMinimumSats: Sats;
  /** True: a listing below a standing offer on the same inscription is refused. */
  readonly refuseListingsBelowOffers: boolean;
  /** Bounds of an inscription offer's price, besides those that follow from the order book. */
  readonly offerMinimumSats: Sats;
  readonly offerMaximumSats: Sats;
  /** Largest value of an inscription UTXO that may be listed. */
  readonly maxPostageSats: Sats;
  readonly anchorSats: Sats;
  /** Number of anchors that the pool keeps ready. */
  readonly anchorPoolTarget: number;
  /**
   * A retired anchor is spent within this time, ms, as long as the fee rate is at most `revokeMaxFeeRate`
   * sat/vB.
   */
  readonly revokeWithinMs: number;
  readonly revokeMaxFeeRate: number;
  /** Most sats that listings and counters of one profile may cost the operator in 24 hours; 0: no ceiling. */
  readonly profileDailyCostSats: Sats;
  /** The same for all profiles together whose sales do not pay for them. */
  readonly unpaidDailyCostSats: Sats;
  /** Most inscription offers, and most collection offers, that one profile may have open. */
  readonly profileMaxOffers: number;
  /** How long a preflight reserves its anchors, ms. */
  readonly reservationMs: number;
  /** Fee rate of transfers (TX1), sat/vB. */
  readonly transferFeeRate: number;
  /** Bounds of a purchase's fee rate, sat/vB, and the confirmation target of the node's estimate, blocks. */
  readonly minFeeRate: number;
  readonly maxFeeRate: number;
  readonly feeTargetBlocks: number;
  /** Confirmed sats that a payment address must hold to sign in. */
  readonly fundingRequirementSats: Sats;
  readonly challengeMs: number;
  readonly tokenMs: number;
  /** The least evidence with which sales elsewhere are stored. */
  readonly salesEvidence: 'stated' | 'bound' | 'inferred';
  /** Blocks on top of a conflicting spend before a trade counts as failed. */
  readonly failureDepth: number;
  /** How long a package that the node rejects is sent again, ms. */
  readonly patienceMs: number;
  /** A package that no block has so many blocks after it was made is given up. */
  readonly patienceBlocks: number;
  /** A purchase that waits in the mempool for longer than this, ms, is bumped. */
  readonly bumpAfterMs: number;
  /** Most that the operator pays to bump or end one purchase, and all of 24 hours, sats. 0: never. */
  readonly bumpMaxSats: Sats;
  readonly bumpDailySats: Sats;
  readonly donation: DonationInitiative | null;
  /** Wallet providers whose coins the service looks up itself. */
  readonly lookupProviders: readonly string[];
  /** Events are kept for so long, for clients that connect again, ms. */
  readonly eventsKeptMs: number;
}
