import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { InscriptionAt } from '@ordbook/protocol/layout/terms';
import { outpointText, sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { requireInSync } from '../../ordinals/in-sync.ts';
import { type Collection, membersAmong } from '../../store/catalogue/collections.ts';
import { passthroughsAmong } from '../../store/chain/passthroughs.ts';
import type { Offer } from '../../store/offer/offers.ts';
import type { TradingContext } from '../context.ts';
import {
  bundleOn,
  requireTradableTogether,
  sellableOutput,
  tradableCollection,
} from '../settlement/tradable-output.ts';

/** An inscription that may be bid for, and where it is. */
export interface Offerable {
  readonly inscriptionId: string;
  readonly utxo: Utxo;
  readonly inscriptions: readonly InscriptionAt[];
  readonly ownerAddress: string;
}

/**
 * Reads where inscriptions of a collection are. Refuses 404 for an unknown one, 400 for one on an output that
 * cannot be sold, 409 for one that is being moved in the mempool.
 */
export async function readOfferable(
  ctx: TradingContext,
  slug: string,
  ids: readonly string[],
): Promise<{ collection: Collection; items: Offerable[] }> {
  const collection = await tradableCollection(ctx, slug);
  const members = await membersAmong(ctx.db, collection.slug, ids);
  const outsider = ids.find((id) => !members.has(id));
  if (outsider) refuse('not_found', `inscription ${outsider} is not in collection ${slug}`);
  await requireInSync(ctx.ordinals, ctx.chain);
  const found = await ctx.ordinals.inscriptions(ids);
  const located = ids.map((id, i) => found[i] ?? refuse('not_found', `no inscription ${id}`));
  const outpoints = located.map(({ location }) => location);
  const [outputs, coins] = await Promise.all([
    ctx.ordinals.outputs(outpoints),
    ctx.chain.unspents(outpoints),
  ]);
  const passthroughs = await passthroughsAmong(ctx.db, outpoints);
  const items: Offerable[] = [];
  for (const [i, inscription] of located.entries()) {
    const { id, address } = inscription;
    const at = outpointText(outpoints[i]!);
    const found = { inscription, output: outputs[i], unspent: coins[i] };
    const output = sellableOutput(ctx, found, 'not_offerable');
    if (passthroughs.some((passthrough) => sameOutpoint(passthrough, outpoints[i]!)))
      refuse(
        'not_offerable',
        `inscription ${id} is in the passthrough ${at} of a listing; buy the listing, or ask its seller to take it back (POST …/take-back/preflight); once delisted, it also returns with everything listed in the same call`,
      );
    if (address === null || !/^(bc|tb|bcrt)1p/.test(address))
      refuse(
        'not_offerable',
        `inscription ${id} is at ${address ?? 'no address'}; only one at a taproot address can be sold`,
      );
    await requireTradableTogether(ctx, collection, output.inscriptionIds, 'not_offerable');
    items.push({
      inscriptionId: id,
      utxo: { ...outpoints[i]!, valueSats: output.valueSats },
      inscriptions: await bundleOn(ctx, output.inscriptionIds, located),
      ownerAddress: address,
    });
  }
  return { collection, items };
}

/**
 * Asks index and node again whether the offer's inscriptions are where the offer expects them. Refuses 409
 * when they are not, or when the coin is unconfirmed.
 */
export async function requireInPlace(
  ctx: TradingContext,
  offer: Offer,
  { utxo, inscriptions }: { readonly utxo: Utxo; readonly inscriptions: readonly InscriptionAt[] },
): Promise<void> {
  await requireInSync(ctx.ordinals, ctx.chain);
  const [coin, [output]] = await Promise.all([ctx.chain.unspent(utxo), ctx.ordinals.outputs([utxo])]);
  const at = outpointText(utxo);
  if (!coin) refuse('coins_spent', `inscription ${offer.inscriptionId} has left ${at}`);
  if (coin.confirmations < 1 || !output) refuse('stale', `${at} is not confirmed yet`);
  const isSame =
    sameOutpoint(coin, utxo) &&
    coin.valueSats === utxo.valueSats &&
    coin.script === scriptOf(offer.sellerAddress, ctx.settings.network) &&
    output.inscriptionIds.length === inscriptions.length &&
    inscriptions.every(({ id }) => output.inscriptionIds.includes(id));
  if (!isSame) refuse('stale', `${at} no longer holds what offer ${offer.id} is for`);
}
