/** The coins of a wallet that can pay, each with the transaction that made it, for pages without a node. */
import type { Utxo } from '@ordbook/protocol/outpoint';
import type { Binding } from '../account/wallet-binding.ts';
import type { TradingContext } from '../context.ts';
import { coinsHeldBy, spendableAmong } from './payment-coins.ts';

/** Most coins that are looked at, and most that are returned, the largest first. */
const MOST_READ = 200;
const MOST_LENT = 40;

/** Hex digits of their transactions in one answer, beyond that of its first coin. */
const MOST_DIGITS = 2_000_000;

export interface LentCoin extends Utxo {
  /** The transaction that made it, hex: its hash proves value and owner. */
  readonly rawTransaction: string;
}

/**
 * Up to 40 coins of the payment address that can pay by the rules of a preflight, the largest first. Refuses
 * 503 while the chain or the index cannot tell. Retry-safe.
 */
export async function lentCoins(ctx: TradingContext, binding: Binding): Promise<LentCoin[]> {
  const { paymentAddress, profileId } = binding;
  const sentence = `the coins of ${paymentAddress} cannot be looked up now; try again, or name an Esplora server of your own`;
  const { coins } = await coinsHeldBy(ctx, paymentAddress, profileId, sentence);
  const largest = coins.sort((a, b) => b.valueSats - a.valueSats).slice(0, MOST_READ);
  const plain = await spendableAmong(ctx, paymentAddress, largest);
  const lent: LentCoin[] = [];
  let digits = 0;
  for (const coin of plain.slice(0, MOST_LENT)) {
    const made = await ctx.chain.transaction(coin.txid);
    if (!made) continue;
    digits += made.hex.length;
    if (lent.length > 0 && digits > MOST_DIGITS) break;
    lent.push({ ...coin, rawTransaction: made.hex });
  }
  return lent;
}
