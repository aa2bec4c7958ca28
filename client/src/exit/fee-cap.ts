import { demand } from '../signing/unsafe-psbt.ts';

/** Both hold. A fee above either is refused, because it is more often a slip than a wish. */
export interface FeeCap {
  /** Most of the spent value that the fee may take, 0 to 1. Default 0.25. */
  readonly maxFeeShare?: number;
  /** Most sats of fee. Default 100,000. */
  readonly maxFeeSats?: number;
}

const DEFAULT_SHARE = 0.25;
const DEFAULT_SATS = 100_000;

/** Throws `UnsafePsbt` when the fee is above its cap. `valueSats`: value of all coins that are spent. */
export function requireSaneFee(feeSats: number, valueSats: number, cap: FeeCap): void {
  const { maxFeeShare = DEFAULT_SHARE, maxFeeSats = DEFAULT_SATS } = cap;
  const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`;
  demand(feeSats <= valueSats * maxFeeShare, () => {
    return `the fee of ${feeSats} sats is ${percent(feeSats / valueSats)} of the ${valueSats} sats that are spent; the limit is ${percent(maxFeeShare)}; use a lower fee rate, or a higher --max-fee-share (maxFeeShare)`;
  });
  demand(feeSats <= maxFeeSats, () => {
    return `the fee of ${feeSats} sats is above the limit of ${maxFeeSats} sats; use a lower fee rate, or a higher --max-fee-sats (maxFeeSats)`;
  });
}
