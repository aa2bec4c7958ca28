/**
 * A collection offer commits to the set of its criteria as of a block. When a reorg replaces that block, an
 * inscription may get another height. Then the set is not that of the criteria any more, and the policy
 * signer refuses what is too young. Such an offer is closed; the others stay.
 */

import { parseCriteria } from '@ordbook/protocol/collection-offer/criteria';
import { hashEligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { inSlices } from '../../base/in-slices.ts';
import { pageByPage } from '../../base/page-by-page.ts';
import type { BlockRef } from '../../chain/port.ts';
import { sourceReadings } from '../../store/chain/source-readings.ts';
import {
  type CollectionOffer,
  deleteOfferSecrets,
  doubtfulOffersAfter,
  trustSet,
} from '../../store/collection-offer/collection-offers.ts';
import { eligibleIds } from '../../store/collection-offer/eligible-sets.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import type { TradingContext } from '../context.ts';

/** States in which the set matters. An offer in another state has ended, with or without a fill. */
const OPEN: readonly CollectionOffer['state'][] = ['active', 'filling', 'invalidated'];

/**
 * Returns a function that computes the sets of the next `slice` doubtful offers again on each call, once
 * their block is applied and its members are read.
 */
export function createSetCheck(ctx: TradingContext, slice: number): (tip: BlockRef) => Promise<void> {
  return pageByPage(
    slice,
    (last: CollectionOffer | null, limit) => doubtfulOffersAfter(ctx.db, last, limit),
    (offers, tip: BlockRef) => recheckSets(ctx, offers, tip),
  );
}

async function recheckSets(
  ctx: TradingContext,
  offers: readonly CollectionOffer[],
  tip: BlockRef,
): Promise<void> {
  for (const offer of offers) {
    const { collection, height, target } = parseCriteria(offer.criteriaJson);
    const readings = await sourceReadings(ctx.db, collection);
    const areRead = readings.every(({ finished, readHeight }) => finished || readHeight >= tip.height);
    if (height > tip.height || !areRead) continue;
    const ids = await eligibleIds(ctx.db, { slug: collection, target, height });
    const isSame = ids.length > 0 && (await inSlices(hashEligibleSet(ids))).root === offer.terms.eligibleRoot;
    if (isSame) await trustSet(ctx.db, offer.id);
    else await closeForGood(ctx, offer);
  }
}

/** An offer that is being filled or has just changed waits: a signer refuses the fill, or a block has it. */
async function closeForGood(ctx: TradingContext, offer: CollectionOffer): Promise<void> {
  const closed = {
    closedAt: ctx.clock.now(),
    closeReason: 'a reorg changed the set that it is for',
    isFinal: true,
  };
  await inTransaction(ctx.db, async (db) => {
    const isClosed =
      (await collectionOfferMachine.transition(db, offer.id, 'active', 'invalidated', closed)) ||
      (await collectionOfferMachine.transition(db, offer.id, 'invalidated', 'invalidated', closed));
    const wasOpen = OPEN.includes(offer.state);
    if (wasOpen && !isClosed) return;
    await trustSet(db, offer.id);
    await deleteOfferSecrets(db, offer.id);
  });
}
