import { outpointText } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { requireInSync } from '../../ordinals/in-sync.ts';
import { membersAmong } from '../../store/catalogue/collections.ts';
import { type Listing, listingsByIds } from '../../store/listing/listings.ts';
import type { ListingState } from '../../store/listing/schema.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireTradableTogether, tradableCollection } from '../settlement/tradable-output.ts';

export interface ListingRef {
  readonly listingId: string;
  readonly inscriptionId: string;
}

/** Why a listing cannot be bought, and what a buyer does. */
const WHY: Record<Exclude<ListingState, 'buyable'>, string> = {
  pending_public: 'waits for a confirmation; try again after the next block',
  hidden_locked: 'is being sold in another purchase; choose another listing',
  sold: 'is sold; choose another listing',
  cancelled: 'was delisted; choose another listing',
  expired: 'has expired; choose another listing',
  invalidated: 'is off the market, because a coin of it is spent; choose another listing',
};

/**
 * The requested listings, in order. Refuses 409 for an unknown one and for one that is not buyable now, 400
 * for mismatched ids.
 */
export async function buyableListings(
  ctx: TradingContext,
  caller: Caller,
  slug: string,
  refs: readonly ListingRef[],
): Promise<Listing[]> {
  const [collection, found, members] = await Promise.all([
    tradableCollection(ctx, slug),
    listingsByIds(
      ctx.db,
      refs.map((ref) => ref.listingId),
    ),
    membersAmong(
      ctx.db,
      slug,
      refs.map((ref) => ref.inscriptionId),
    ),
  ]);
  const goods = found.flatMap((listing) => listing?.items ?? []).map(({ id }) => id);
  await requireTradableTogether(ctx, collection, goods, null);
  const now = ctx.clock.now();
  return refs.map((ref, i) => {
    const listing = found[i];
    if (!listing) refuse('unknown_listing', `no listing ${ref.listingId}; fetch the listings again`);
    if (!listing.items.some((item) => item.id === ref.inscriptionId))
      refuse('malformed', `listing ${ref.listingId} does not hold inscription ${ref.inscriptionId}`);
    if (!members.has(ref.inscriptionId))
      refuse('malformed', `inscription ${ref.inscriptionId} is not in collection ${slug}`);
    if (listing.sellerProfileId === caller.profileId)
      refuse('malformed', `listing ${ref.listingId} is your own; delist it instead`);
    if (listing.state !== 'buyable') refuse('not_buyable', `listing ${ref.listingId} ${WHY[listing.state]}`);
    if (listing.expiresAt && listing.expiresAt <= now)
      refuse('not_buyable', `listing ${ref.listingId} expired at ${listing.expiresAt.toISOString()}`);
    return listing;
  });
}

/**
 * Asks the node and the index again what is on each listing's coin: it must be the whole bundle and nothing
 * else. Refuses 409 otherwise. The offsets on the coin cannot have changed, because the sat flow of its
 * transfer is fixed. A listing whose transfer was already sent is read at its passthrough.
 */
export async function requireStillThere(ctx: TradingContext, listings: readonly Listing[]): Promise<void> {
  const own = listings.map((listing) => ({ txid: listing.utxoTxid, vout: listing.utxoVout }));
  const passthroughs = listings.map((listing) => ({ txid: listing.transferTxid, vout: 0 }));
  const [unspents] = await Promise.all([
    ctx.chain.unspents([...own, ...passthroughs]),
    requireInSync(ctx.ordinals, ctx.chain),
  ]);
  const atOwn = unspents.slice(0, own.length);
  const atPassthrough = unspents.slice(own.length);
  const isMoved = atPassthrough.map((unspent) => unspent !== null && unspent.confirmations > 0);
  const confirmed = own.map((outpoint, i) => (isMoved[i] ? passthroughs[i]! : outpoint));
  const outputs = await ctx.ordinals.outputs(confirmed);
  for (const [i, listing] of listings.entries()) {
    if (!atOwn[i] && !atPassthrough[i])
      refuse('stale', `inscription ${listing.inscriptionId} has left ${outpointText(own[i]!)}`);
    const lies = new Set(outputs[i]?.inscriptionIds ?? []);
    if (lies.size !== listing.items.length || listing.items.some((item) => !lies.has(item.id)))
      refuse('stale', `${outpointText(confirmed[i]!)} no longer holds what listing ${listing.id} offers`);
  }
}
