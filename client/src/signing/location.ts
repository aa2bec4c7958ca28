import { equalBytes } from '@scure/btc-signer/utils.js';
import type { Coin, Psbt, PsbtInput } from './psbt.ts';
import { demand } from './unsafe-psbt.ts';

/** Where an inscription lies, as your own index says. */
export type Location = Pick<Coin, 'txid' | 'vout'>;

/** Throws `UnsafePsbt` unless the input spends what lies at `location`; without one the service is believed. */
export function checkLocation(what: string, { txid, vout }: PsbtInput, location: Location | undefined): void {
  demand(!location || (location.txid === txid && location.vout === vout), () => {
    return `${what} spends ${txid}:${vout}, and the inscription lies on ${location?.txid}:${location?.vout}`;
  });
}

/** Input 0, which spends the inscription's coin, ours by its script `own`; no other input may. Throws `UnsafePsbt`. */
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
