/**
 * What a sale of a listing would spend: before its transfer, the seller's own coin and the anchor; once the
 * transfer is sent, the passthrough.
 */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { UnspentOutput } from '../../chain/port.ts';
import type { ListedCoins } from '../../store/listing/listings.ts';
import type { TradingContext } from '../context.ts';
import { conflictingSpend, type Spend, spendsInBlocks } from '../settlement/spent-coins.ts';

/**
 * For each listing, how many confirmations its coins have, in the chain and the mempool. null: it cannot be
 * sold.
 */
export async function confirmationsOf(
  ctx: Pick<TradingContext, 'chain'>,
  listings: readonly ListedCoins[],
): Promise<(number | null)[]> {
  const coins = await ctx.chain.unspents(listings.flatMap(coinsOf));
  return listings.map((_, i) => {
    const [own, anchor, passthrough] = coins.slice(3 * i, 3 * i + 3) as (UnspentOutput | null)[];
    if (own && anchor) return Math.min(own.confirmations, anchor.confirmations);
    return passthrough?.confirmations ?? null;
  });
}

/**
 * For each listing, the spend in an applied block after which it can no longer be sold. null: there is none.
 */
export async function lossesOf(
  ctx: Pick<TradingContext, 'chain' | 'db'>,
  listings: readonly ListedCoins[],
): Promise<(Spend | null)[]> {
  const spends = await spendsInBlocks(ctx, listings.flatMap(coinsOf));
  return listings.map(({ transferTxid }, i) =>
    conflictingSpend(spends.slice(3 * i, 3 * i + 3), [transferTxid]),
  );
}

function coinsOf({ utxoTxid, utxoVout, transferTxid, anchor }: ListedCoins): Outpoint[] {
  return [{ txid: utxoTxid, vout: utxoVout }, anchor, { txid: transferTxid, vout: 0 }];
}
