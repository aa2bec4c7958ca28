/**
 * A collection offer commits to the set of its criteria as of a block. When a reorg takes that block, an inscription may be born at
 * another height: then the policy signer finds another set, and nobody could fill the offer. Such an offer is closed; the others stay.
 */

import { parseCriteria } from '@ordbook/protocol/collection-offer/criteria';
import { hashEligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { inSlices } from '../../base/in-slices.ts';
import type { BlockRef } from '../../chain/port.ts';
import { sourceReadings } from '../../store/chain/source-readings.ts';
import {
  type CollectionOffer,
  doubtfulOffers,
  forgetOfferSecrets,
  trustSet,
} from '../../store/collection-offer/collection-offers.ts';
import { eligibleIds } from '../../store/collection-offer/eligible-sets.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { move } from '../../store/database/transition.ts';
import type { TradingContext } from '../context.ts';
import { COLLECTION_OFFER_MOVES } from './make.ts';

/** Works sets out again once their block is there and its members are read. Runs at every look of the follower; safe to repeat. */
export async function settleDoubtfulSets(ctx: TradingContext, tip: BlockRef): Promise<void> {
  for (const offer of await doubtfulOffers(ctx.db)) {
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

/** One that is being filled waits for the end of its fill: a signer refuses it, or a block has it. */
async function closeForGood(ctx: TradingContext, offer: CollectionOffer): Promise<void> {
  const closed = {
    closedAt: ctx.clock.now(),
    closeReason: 'a reorg changed the set that it is for',
    isFinal: true,
  };
  await inTransaction(ctx.db, async (db) => {
    for (const from of ['active', 'invalidated'] as const)
      await move(db, 'collectionOffers', COLLECTION_OFFER_MOVES, offer.id, from, 'invalidated', closed);
    if (offer.state === 'filling') return;
    await trustSet(db, offer.id);
    await forgetOfferSecrets(db, offer.id);
  });
}
