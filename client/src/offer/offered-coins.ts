import type { Coin } from '../signing/psbt.ts';
import { demand } from '../signing/unsafe-psbt.ts';

/** Throws `UnsafePsbt` unless every spent coin is one that we offered, with its known value. */
export function checkOffered(what: string, spent: readonly Coin[], offered: readonly Coin[]): void {
  const known = new Map(offered.map((coin) => [`${coin.txid}:${coin.vout}`, coin.valueSats]));
  for (const { txid, vout, valueSats } of spent) {
    demand(known.get(`${txid}:${vout}`) === valueSats, () => {
      return `${what} spends ${txid}:${vout} with ${valueSats} sats, which we did not offer`;
    });
  }
}
