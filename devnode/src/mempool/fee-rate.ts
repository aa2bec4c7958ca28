/** A fee rate in sats per 1000 vB, an integer. */
export type SatsPerKvb = number;

/** The fee for `vsize` vB at a rate, in sats, rounded up (Core's CFeeRate::GetFee). */
export const feeAt = (rate: SatsPerKvb, vsize: number): number => Math.ceil((rate * vsize) / 1000);

/** The rate of a fee in sats over a size in vB, rounded down (Core's CFeeRate constructor). */
export const rateOf = (feeSats: number, vsize: number): SatsPerKvb =>
  vsize > 0 ? Math.floor((feeSats * 1000) / vsize) : 0;

/** Below, equal to or above zero as the rate of the first fee and size is lower, equal or higher; exact. */
export function compareRates(feeA: number, sizeA: number, feeB: number, sizeB: number): number {
  const [a, b] = [feeA * sizeB, feeB * sizeA];
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return a - b;
  const exact = BigInt(feeA) * BigInt(sizeB) - BigInt(feeB) * BigInt(sizeA);
  return exact < 0n ? -1 : exact > 0n ? 1 : 0;
}

/** A rate as Core prints it. */
export const rateText = (rate: SatsPerKvb): string =>
  `${Math.floor(rate / 1e8)}.${String(rate % 1e8).padStart(8, '0')} BTC/kvB`;
