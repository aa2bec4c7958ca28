import { collectionOfferById } from '../../store/collection-offer/collection-offers.ts';
import { listingsByIds } from '../../store/listing/listings.ts';
import { offerById } from '../../store/offer/offers.ts';
import {
  type OpenTrades,
  openTradesIn,
  openTradesOfBanned,
  removedWithOpenTrades,
} from '../../store/operation/open-trades.ts';
import { endCollectionOffer } from '../collection-offer/close.ts';
import { endListing } from '../listing/delist.ts';
import { endOffer } from '../offer/close.ts';
import type { OperationContext } from './act.ts';

/** How many ended. */
export interface Ended {
  readonly listings: number;
  /** Inscription offers and counters. */
  readonly offers: number;
  readonly collectionOffers: number;
}

/** Ends what banned profiles and addresses have open. Retry-safe; runs on every poll of the follower too. */
export async function endTradesOfBanned(ctx: OperationContext): Promise<Ended> {
  let ended = NONE;
  for (const { reason, open } of await openTradesOfBanned(ctx.db))
    ended = sum(ended, await endTrades(ctx, open, `its maker was banned by the operator: ${reason}`));
  return ended;
}

/** Ends what is open in a collection. Retry-safe. */
export async function endTradesIn(ctx: OperationContext, slug: string, reason: string): Promise<Ended> {
  return endTrades(ctx, await openTradesIn(ctx.db, slug), reason);
}

/** Ends what came back in a collection that was removed, when a trade of it failed. Retry-safe. */
export async function endTradesInRemoved(ctx: OperationContext): Promise<void> {
  for (const slug of await removedWithOpenTrades(ctx.db))
    await endTradesIn(ctx, slug, `the operator removed the collection ${slug}`);
}

const NONE: Ended = { listings: 0, offers: 0, collectionOffers: 0 };

function sum(a: Ended, b: Ended): Ended {
  return {
    listings: a.listings + b.listings,
    offers: a.offers + b.offers,
    collectionOffers: a.collectionOffers + b.collectionOffers,
  };
}

/** One trade after the other: each ends in a transaction of its own. */
async function endTrades(ctx: OperationContext, open: OpenTrades, reason: string): Promise<Ended> {
  const ended = { ...NONE };
  for (const id of open.listings) {
    const [listing] = await listingsByIds(ctx.db, [id]);
    if (listing && (await endListing(ctx, listing, reason))) ended.listings++;
  }
  for (const id of open.offers) {
    const offer = await offerById(ctx.db, id);
    if (offer && (await endOffer(ctx, offer, reason))) ended.offers++;
  }
  for (const id of open.collectionOffers) {
    const offer = await collectionOfferById(ctx.db, id);
    if (offer && (await endCollectionOffer(ctx, offer, reason))) ended.collectionOffers++;
  }
  return ended;
}
