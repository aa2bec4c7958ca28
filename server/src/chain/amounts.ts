import { refuse } from '@ordbook/protocol/refusals';
import { isSats, SATS_PER_BTC, type Sats } from '@ordbook/protocol/sats';

/**
 * Bitcoin Core tells amounts in BTC as decimal numbers. A double holds 15.9 digits and the money supply has 16 with a
 * leading 2, so that rounding to the next whole sat is exact for every amount up to 21 million BTC (property test).
 * Throws `Refusal('unavailable')` on what is no amount.
 */
export function satsOfBtc(btc: number): Sats {
  const rounded = Math.round(btc * SATS_PER_BTC);
  if (!isSats(rounded)) refuse('unavailable', `the node tells an amount that cannot be: ${btc} BTC`);
  return rounded;
}

/** A fee rate of Bitcoin Core, BTC per 1000 vB, as sat/vB. */
export function feeRateOfBtcPerKvb(btcPerKvb: number): number {
  return satsOfBtc(btcPerKvb) / 1000;
}
