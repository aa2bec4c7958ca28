import type { Coin } from '../signing/psbt.ts';
import { type InscriptionSource, outpointText, SourceError } from './source.ts';

/** What counts as a coin that may pay. */
export interface PlainCoinsOptions {
  /**
   * True: a coin of which the source cannot tell what it holds counts as plain. For payment addresses that
   * never hold inscriptions or runes. Default false.
   */
  readonly assumePlain?: boolean;
}

/** Requests at a time. */
const CONCURRENCY = 4;

/**
 * Returns those of `coins` that are unspent and hold neither inscriptions nor runes, in their order. Use it
 * for a wallet with one address, which could otherwise pay with its own inscription. Throws `SourceError`
 * when the source gives a coin another value, and when it cannot tell what a coin holds (an Esplora server
 * never can) unless `assumePlain`. Retry-safe.
 */
export async function spendableCoins(
  source: Pick<InscriptionSource, 'name' | 'output'>,
  coins: readonly Coin[],
  { assumePlain = false }: PlainCoinsOptions = {},
): Promise<Coin[]> {
  const isPlain = async (coin: Coin): Promise<boolean> => {
    const name = outpointText(coin);
    const { valueSats, spent, inscriptions, hasRunes } = await source.output(coin);
    if (valueSats !== coin.valueSats)
      throw new SourceError(`${source.name}: ${name} holds ${valueSats} sats, not ${coin.valueSats}`);
    if (spent === true || hasRunes === true || (inscriptions?.length ?? 0) > 0) return false;
    if (!assumePlain && (inscriptions === null || hasRunes === null))
      throw new SourceError(
        `${source.name} cannot tell whether ${name} holds inscriptions or runes; use an ord server with --index-runes, or set assumePlain if this address never holds any`,
      );
    return true;
  };
  const plain: boolean[] = [];
  for (let start = 0; start < coins.length; start += CONCURRENCY)
    plain.push(...(await Promise.all(coins.slice(start, start + CONCURRENCY).map(isPlain))));
  return coins.filter((_, index) => plain[index]);
}
