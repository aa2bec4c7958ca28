import type { Sats } from '@ordbook/protocol/sats';
import type { KnownMarket } from './market-fees.ts';
import type { Landing, SeenMoney } from './seen.ts';

/**
 * How much of a price the chain proves. `stated`: a script that was executed has it, or the coin that it
 * locked is the price. `bound`: the seller's signature ties the payment to the inscription's coin.
 * `inferred`: seller and buyer signed everything, and amounts and scripts tell what it was for.
 */
export const TIERS = ['stated', 'bound', 'inferred'] as const;
export type Tier = (typeof TIERS)[number];

/** A shape that sales have on the chain. */
export interface Form {
  readonly name: string;
  readonly tier: Tier;
  /** Reads the sale of what landed so. null: it is none of this form. */
  readonly read: (money: SeenMoney, landing: Landing) => Leg | null;
}

/** What one coin was sold for. */
export interface Leg {
  /** What the seller got above the value of the coin; of a `stated` form, the price. */
  readonly receivedSats: Sats;
  /** The output with it; null: the form does not need to know. */
  readonly payout: number | null;
  /** Of the address that sold it, as far as the form shows another than the coin's. */
  readonly sellerScript: string;
  readonly market: KnownMarket | null;
  /** The input with the money of a collection offer, and the market that signs for it. */
  readonly offer?: { readonly inputIndex: number; readonly marketKey: string };
}
