/** The most that a marketplace may take of a price: a share, but not less than `atLeastSats`, the usual smallest fee. */
export interface FeeLimit {
  readonly bps: number;
  readonly atLeastSats: number;
}

const DEFAULT_LIMIT: FeeLimit = { bps: 1_000, atLeastSats: 2_000 };

/** The largest fee on `priceSats` that is accepted, in sats. */
export function largestFee(priceSats: number, { bps, atLeastSats }: FeeLimit = DEFAULT_LIMIT): number {
  return Math.max(atLeastSats, Math.ceil((priceSats * bps) / 10_000));
}
