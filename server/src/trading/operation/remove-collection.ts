import { refuse } from '@ordbook/protocol/refusals';
import { collectionBySlug, setRemoved } from '../../store/catalogue/collections.ts';
import type { Database } from '../../store/port.ts';
import { actAndEnd, type By, type OperationContext } from './act.ts';
import { type Ended, endTradesIn } from './end-trades.ts';

/**
 * Removes a collection: nothing is listed, bought or offered in it, and pages leave it out. What is open in
 * it ends, with the reason; what is in flight settles, and its owners can still take back what is theirs. Its
 * sales stay. Adding it brings it back. Retry-safe. Refuses 404 for an unknown collection.
 */
export async function removeCollection(ctx: OperationContext, by: By, slug: string): Promise<Ended> {
  const work = async (db: Database) => {
    const collection = await collectionBySlug(db, slug);
    if (!collection) refuse('not_found', `no collection ${slug}`);
    const removedAt = ctx.clock.now();
    const { name, featuredRank } = collection;
    await setRemoved(db, slug, collection.removedAt ?? removedAt);
    const log = { act: 'remove collection', subject: slug, before: { name, featuredRank } };
    return { result: undefined, log: collection.removedAt ? null : { ...log, after: { removedAt } } };
  };
  const why = `the operator removed the collection ${slug}: ${by.reason}`;
  return (await actAndEnd(ctx, by, work, (then) => endTradesIn(then, slug, why))).ended;
}
