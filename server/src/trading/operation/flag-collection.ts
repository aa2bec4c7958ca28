import { refuse } from '@ordbook/protocol/refusals';
import { type Collection, collectionBySlug, setCollectionFlags } from '../../store/catalogue/collections.ts';
import { act, type By, type OperationContext } from './act.ts';

export interface CollectionFlags {
  readonly verified?: boolean;
  /** False: nothing is listed, bought or offered in it. */
  readonly tradingEnabled?: boolean;
}

/** Sets flags of a collection, and returns it. Retry-safe. Refuses 404 for an unknown one. */
export async function flagCollection(
  ctx: OperationContext,
  by: By,
  slug: string,
  flags: CollectionFlags,
): Promise<Collection> {
  return act(ctx, by, async (db) => {
    const collection = await collectionBySlug(db, slug);
    if (!collection) refuse('not_found', `no collection ${slug}`);
    const { verified, tradingEnabled } = collection;
    const before = { verified, tradingEnabled };
    await setCollectionFlags(db, slug, flags);
    const log = { act: 'flag collection', subject: slug, before, after: { ...before, ...flags } };
    return { result: { ...collection, ...flags }, log };
  });
}
