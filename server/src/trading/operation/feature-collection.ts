import { refuse } from '@ordbook/protocol/refusals';
import { collectionBySlug, setFeaturedRank } from '../../store/catalogue/collections.ts';
import { act, type By, type OperationContext } from './act.ts';

/**
 * Features a collection at a place from 1, or no longer (null). Two may share a place. Retry-safe. Refuses
 * 404 for an unknown collection.
 */
export async function featureCollection(
  ctx: OperationContext,
  by: By,
  slug: string,
  rank: number | null,
): Promise<void> {
  await act(ctx, by, async (db) => {
    const collection = await collectionBySlug(db, slug);
    if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
    const before = { featuredRank: collection.featuredRank };
    await setFeaturedRank(db, slug, rank);
    const log = { act: rank === null ? 'unfeature' : 'feature', subject: slug, before };
    return { result: undefined, log: { ...log, after: { featuredRank: rank } } };
  });
}
