import type { Coin, PsbtInput } from './psbt.ts';
import { demand } from './unsafe-psbt.ts';

/**
 * Where an inscription is, from your own source. Without `valueSats`, the value of the output is not
 * compared.
 */
export interface Location extends Pick<Coin, 'txid' | 'vout'> {
  /** Sats before the inscription in the output. Default 0. */
  readonly offset?: number;
  readonly valueSats?: number;
}

/** Throws `UnsafePsbt` unless the input spends `location`; without one nothing is compared. */
export function checkLocation(
  what: string,
  { txid, vout, valueSats }: PsbtInput,
  location: Location | undefined,
): void {
  if (!location) return;
  demand(location.txid === txid && location.vout === vout, () => {
    return `${what} spends ${txid}:${vout}, but the inscription is on ${location.txid}:${location.vout}`;
  });
  demand((location.valueSats ?? valueSats) === valueSats, () => {
    return `${what} says that ${txid}:${vout} holds ${valueSats} sats, but it holds ${location.valueSats}`;
  });
}
