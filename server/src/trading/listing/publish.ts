import { Refusal } from '@ordbook/protocol/refusals';
import { DAY_MS } from '../../base/clock.ts';
import { type Listing, listingsInState } from '../../store/listing/listings.ts';
import { listingMachine } from '../../store/listing/machine.ts';
import type { TradingContext } from '../context.ts';
import { spendText } from '../settlement/spent-coins.ts';
import { confirmationsOf, lossOf } from './listed-coins.ts';

/**
 * Makes stored listings buyable once their coin and anchor are confirmed. `recheckListings` reverses it.
 * Invalidates those whose coin a block spends. Runs after a submit and on every poll of the follower.
 * Retry-safe.
 */
export async function publishListings(ctx: TradingContext): Promise<void> {
  const listings = await listingsInState(ctx.db, 'pending_public');
  const confirmations = await confirmationsOf(ctx, listings);
  for (const [i, listing] of listings.entries()) {
    if (confirmations[i] === null) await invalidateIfLost(ctx, listing);
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
async function invalidateIfLost(ctx: TradingContext, listing: Listing): Promise<void> {
  const loss = await lossOf(ctx, listing);
  if (!loss) return;
  const lost = { closeReason: spendText(loss), invalidatedHeight: loss.height };
  await listingMachine.transitionIfStill(ctx.db, listing.id, 'pending_public', 'invalidated', lost);
}

/** The follower publishes them otherwise: the listings are stored, whatever the node says now. */
export async function publishSoon(ctx: TradingContext): Promise<void> {
  try {
    await publishListings(ctx);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn({ reason: error.message }, 'new listings are published on the next poll');
  }
}
