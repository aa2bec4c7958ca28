import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Coin, Psbt, PsbtInput } from './psbt.ts';
import { demand } from './unsafe-psbt.ts';

/** The outpoint of an inscription, from your own index. */
export type Location = Pick<Coin, 'txid' | 'vout'>;

/** Throws `UnsafePsbt` unless the input spends `location`; without one the service is trusted. */
export function checkLocation(what: string, { txid, vout }: PsbtInput, location: Location | undefined): void {
  demand(!location || (location.txid === txid && location.vout === vout), () => {
    return `${what} spends ${txid}:${vout}, but the inscription is on ${location?.txid}:${location?.vout}`;
  });
}

/**
 * Returns input 0. Throws `UnsafePsbt` unless it, and no other input, spends a coin of ours (with script
 * `own`).
 */
export function checkOwnCoin(
  what: string,
  { inputs }: Psbt,
  own: Uint8Array,
  location: Location | undefined,
): PsbtInput {
  const [input, ...others] = inputs;
  demand(input !== undefined && equalBytes(input.script, own), () => {
    return `${what} does not spend a coin of ours first`;
  });
  demand(
    others.every(({ script }) => !equalBytes(script, own)),
    () => `${what} spends more than one coin of ours`,
  );
  checkLocation(what, input, location);
  return input;
}
