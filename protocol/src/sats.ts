/** An amount of bitcoin in whole sats (1 BTC = 100,000,000 sats). Always a safe integer; never a fraction. */
export type Sats = number;

/** 21 million BTC, the largest possible amount. Source: `PositiveSats` of the API, Bitcoin's MAX_MONEY. */
export const MAX_SATS: Sats = 2_100_000_000_000_000;

export const SATS_PER_BTC = 100_000_000;

export function isSats(value: unknown): value is Sats {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_SATS;
}

/**
 * Returns `value`, or throws a RangeError naming `what` when it is not an amount: a bug, never rounded away.
 */
export function sats(value: number, what: string): Sats {
  if (!isSats(value)) throw new RangeError(`${what} is not an amount in sats: ${value}`);
  return value;
}

/** Adds amounts. Throws a RangeError when the sum exceeds the money supply. */
export function sumSats(amounts: Iterable<Sats>): Sats {
  let total = 0;
  for (const amount of amounts) total += amount;
  return sats(total, 'sum');
}

/**
 * `bps` basis points (1/100 of a percent) of `amount`, sats, rounded up so that no share is lost to rounding.
 */
export function shareOf(amount: Sats, bps: number): Sats {
  return Number((BigInt(amount) * BigInt(bps) + 9_999n) / 10_000n);
}

/** An amount in BTC, for the two fields of the API that are in BTC. */
export function toBtc(amount: Sats): number {
  return amount / SATS_PER_BTC;
}
