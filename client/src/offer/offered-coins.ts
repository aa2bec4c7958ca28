import type { Coin } from '../signing/psbt.ts';
import { demand } from '../signing/unsafe-psbt.ts';

/** The selected coins, with our values. Throws `UnsafePsbt` for one that we did not offer. */
export function selectedCoins(
  what: string,
  selected: readonly Pick<Coin, 'txid' | 'vout'>[],
  offered: readonly Coin[],
): Coin[] {
  const known = new Map(offered.map((coin) => [`${coin.txid}:${coin.vout}`, coin]));
  return selected.map(({ txid, vout }) => {
    const coin = known.get(`${txid}:${vout}`);
    demand(coin !== undefined, () => `${what} is to be paid with ${txid}:${vout}, which we did not offer`);
    return coin;
  });
}
