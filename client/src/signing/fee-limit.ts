/**
 * Limit of a marketplace's share of a price, in basis points, but not below `atLeastSats`, the usual minimum
 * fee.
 */
export interface FeeLimit {
  readonly bps: number;
  readonly atLeastSats: number;
}

const DEFAULT_LIMIT: FeeLimit = { bps: 1_000, atLeastSats: 2_000 };

/** The highest acceptable fee on `priceSats`, sats. */
export function largestFee(priceSats: number, { bps, atLeastSats }: FeeLimit = DEFAULT_LIMIT): number {
  return Math.max(atLeastSats, Math.ceil((priceSats * bps) / 10_000));
}
