import type { Offer } from '../../store/offer/offers.ts';
import type { TradingContext } from '../context.ts';

/** Until when the fee rate of a preflight holds: as long as a reservation. */
export function promisedUntil(ctx: Pick<TradingContext, 'clock' | 'settings'>): Date {
  return new Date(ctx.clock.now().getTime() + ctx.settings.reservationMs);
}

/**
 * The rate that the last preflight of an acceptance promised, sat/vB. null: there was none, or it expired.
 */
export function promisedRate(
  ctx: Pick<TradingContext, 'clock'>,
  { promisedFeeRate, promisedUntil: until }: Pick<Offer, 'promisedFeeRate' | 'promisedUntil'>,
): number | null {
  return until !== null && until > ctx.clock.now() ? promisedFeeRate : null;
}
