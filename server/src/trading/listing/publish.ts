import { Refusal } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import { pageByPage } from '../../base/page-by-page.ts';
import { type Listing, listingsByIds, listingsInState } from '../../store/listing/listings.ts';
import { listingMachine } from '../../store/listing/machine.ts';
import type { TradingContext } from '../context.ts';
import { spendText } from '../settlement/spent-coins.ts';
import { confirmationsOf, lossesOf } from './listed-coins.ts';

/** Returns a function that publishes the next `slice` listings that wait on each call. */
export function createPublisher(ctx: TradingContext, slice: number): () => Promise<void> {
  return pageByPage(
    slice,
    (last: Listing | null, limit) => listingsInState(ctx.db, 'pending_public', last, limit),
    (listings) => publishListings(ctx, listings),
  );
}

/**
 * Makes pending listings buyable once their coin and anchor are confirmed. `recheckListings` reverses it.
 * Invalidates those whose coin a block spends. Retry-safe.
 */
async function publishListings(ctx: TradingContext, listings: readonly Listing[]): Promise<void> {
  const confirmations = await confirmationsOf(ctx, listings);
  await invalidateLost(
    ctx,
    listings.filter((_, i) => confirmations[i] === null),
  );
  for (const [i, listing] of listings.entries()) {
    if (!confirmations[i] || listing.anchor.confirmedHeight === null) continue;
    // A listing that a reorg made pending comes back with its original time.
    const listedAt = listing.listedAt ?? ctx.clock.now();
    const expiresAt = listing.durationDays
      ? new Date(listedAt.getTime() + listing.durationDays * DAY_MS)
      : null;
    const listed = { listedAt, expiresAt };
    await listingMachine.transitionIfStill(ctx.db, listing.id, 'pending_public', 'buyable', listed);
  }
}

/** A block that has the move may have been applied just before the listing was stored. */
async function invalidateLost(ctx: TradingContext, listings: readonly Listing[]): Promise<void> {
  const losses = await lossesOf(ctx, listings);
  for (const [i, { id }] of listings.entries()) {
    const loss = losses[i];
    if (!loss) continue;
    const lost = { closeReason: spendText(loss), invalidatedHeight: loss.height };
    await listingMachine.transitionIfStill(ctx.db, id, 'pending_public', 'invalidated', lost);
  }
}

/**
 * Publishes the listings that a submit has stored. The follower publishes them otherwise, whatever the node
 * says now.
 */
export async function publishSoon(ctx: TradingContext, ids: readonly string[]): Promise<void> {
  try {
    const stored = await listingsByIds(ctx.db, ids);
    await publishListings(
      ctx,
      stored.filter((listing) => listing !== null).filter(({ state }) => state === 'pending_public'),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn({ reason: error.message }, 'new listings are published on the next poll');
  }
}
