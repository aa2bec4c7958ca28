import { refuse } from '@ordbook/protocol/refusals';
import { listingsByIds } from '../../store/listing/listings.ts';
import { endListing } from '../listing/delist.ts';
import { act, type By, type OperationContext } from './act.ts';

/**
 * Delists a listing for the operator. Refuses 404 for an unknown one, 409 for one that is being bought or has
 * ended.
 */
export async function delistByOperator(ctx: OperationContext, by: By, listingId: string): Promise<string> {
  return act(ctx, by, async (db) => {
    const [listing] = await listingsByIds(db, [listingId]);
    if (!listing) refuse('not_found', `no listing ${listingId}`);
    const reason = `delisted by the operator: ${by.reason}`;
    if (!(await endListing({ ...ctx, db }, listing, reason)))
      refuse(
        'not_buyable',
        listing.state === 'hidden_locked'
          ? `listing ${listingId} is being bought; delist it if that fails`
          : `listing ${listingId} is ${listing.state}`,
      );
    const log = { act: 'delist', subject: listingId, before: { state: listing.state } };
    return { result: reason, log };
  });
}
