/** What a trade may cost beyond its price. Every limit has a default, and every refusal names the limit. */
import { feeFor } from '@ordbook/protocol/bitcoin/weights';
import { MAX_SATS } from '@ordbook/protocol/sats';
import { demand } from './unsafe-psbt.ts';

/**
 * Limit of a marketplace's share of a price, in basis points, but not below `atLeastSats`, the usual minimum
 * fee.
 */
export interface FeeLimit {
  /** Of the price, in basis points: 500 is 5 %. */
  readonly bps: number;
  /** The limit where that is less. */
  readonly atLeastSats: number;
}

/** What a trade may cost at most. Beyond one, nothing is signed. */
export interface Limits {
  /** Marketplace fee and royalty of our side. Default: 5 % of the price, or 2,000 sats if that is more. */
  readonly feeLimit?: FeeLimit;
  /** Highest fee rate of a package, sat/vB. Default: three times our source's estimate; without one, 200. */
  readonly maxFeeRate?: number;
  /**
   * Highest network fee that we pay, sats. Default: a quarter of the price, or 10,000 sats if that is more.
   */
  readonly maxNetworkFeeSats?: number;
  /** Most sats under an inscription, which go with it. Default 20,000. */
  readonly maxPostageSats?: number;
}

const FEE_LIMIT: FeeLimit = { bps: 500, atLeastSats: 2_000 };
const NETWORK_FEE_LIMIT: FeeLimit = { bps: 2_500, atLeastSats: 10_000 };
const MAX_FEE_RATE = 200;
const MAX_POSTAGE_SATS = 20_000;

function share(priceSats: number, { bps, atLeastSats }: FeeLimit): number {
  return Math.max(atLeastSats, Math.ceil((priceSats * bps) / 10_000));
}

/** The highest acceptable fee on `priceSats`, sats. */
export function largestFee(priceSats: number, limit: FeeLimit = FEE_LIMIT): number {
  return share(priceSats, limit);
}

/** The highest acceptable network fee of a trade at `priceSats`, sats. */
export function largestNetworkFee(priceSats: number, { maxNetworkFeeSats }: Limits): number {
  return maxNetworkFeeSats ?? share(priceSats, NETWORK_FEE_LIMIT);
}

/**
 * Throws `UnsafePsbt` unless `feeSats` is acceptable for a package of `vsize` vB in a trade at `priceSats`.
 * `vsize` is our own figure, never the service's.
 */
export function checkNetworkFee(
  what: string,
  { feeSats, vsize, priceSats }: { feeSats: number; vsize: number; priceSats: number },
  limits: Limits,
): void {
  demand(feeSats >= 0, () => `${what} pays out ${-feeSats} sats more than it spends`);
  const most = largestNetworkFee(priceSats, limits);
  demand(feeSats <= most, () => {
    return `${what} has a network fee of ${feeSats} sats; the limit is ${most}. Set maxNetworkFeeSats to allow it`;
  });
  const rate = limits.maxFeeRate ?? MAX_FEE_RATE;
  demand(feeSats <= feeFor(vsize, rate), () => {
    return `${what} has a network fee of ${feeSats} sats for ${vsize} vB, above ${rate} sat/vB. Set maxFeeRate to allow it`;
  });
}

/** Throws `UnsafePsbt` when too many sats are under an inscription. */
export function checkPostage(what: string, valueSats: number, { maxPostageSats }: Limits): void {
  const most = maxPostageSats ?? MAX_POSTAGE_SATS;
  demand(valueSats <= most, () => {
    return `${what} moves ${valueSats} sats with the inscription; the limit is ${most}. Set maxPostageSats to allow it`;
  });
}

/** Throws `UnsafePsbt` unless `value` is a positive amount in whole sats. */
export function checkAmount(what: string, value: unknown): asserts value is number {
  const isAmount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_SATS;
  demand(isAmount, () => `${what} is ${JSON.stringify(value)}, not an amount in whole sats`);
}
