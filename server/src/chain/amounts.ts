import { refuse } from '@ordbook/protocol/refusals';
import { isSats, SATS_PER_BTC, type Sats } from '@ordbook/protocol/sats';

/**
 * Converts an amount of Bitcoin Core, a decimal number of BTC, to sats. A double holds 15.9 digits and the
 * money supply has 16 with a leading 2, so rounding to whole sats is exact up to 21 million BTC (property
 * test). Throws `Refusal('unavailable')` for an invalid amount.
 */
export function satsOfBtc(btc: number): Sats {
  const rounded = Math.round(btc * SATS_PER_BTC);
  if (!isSats(rounded)) refuse('unavailable', `the node returned an invalid amount: ${btc} BTC`);
  return rounded;
}

/** Converts a fee rate of Bitcoin Core, BTC per 1000 vB, to sat/vB. */
export function feeRateOfBtcPerKvb(btcPerKvb: number): number {
  return satsOfBtc(btcPerKvb) / 1000;
}
