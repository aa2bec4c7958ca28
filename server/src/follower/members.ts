import type { BlockRef } from '../chain/port.ts';
import { level } from '../ordinals/level.ts';
import type { GalleryItem, Inscription } from '../ordinals/port.ts';
import {
  addMembers,
  type Collection,
  countSourceRead,
  listCollections,
  memberIds,
} from '../store/collections.ts';
import { upsertInscriptions } from '../store/inscriptions.ts';
import { inTransaction } from '../store/transaction.ts';
import type { TradingContext } from '../trading/context.ts';

/** The index's page size for children. */
const CHILDREN_PAGE = 100;

/**
 * Reads collections' new members from the index, as of the stored tip: new children of a parent, and a gallery once. The index must
 * be level with the node and the store with both; else the next block tries again. Progress is kept by page: safe to kill.
 */
export async function syncMembers(ctx: TradingContext, tip: BlockRef): Promise<void> {
  const { height } = await level(ctx.ordinals, ctx.chain);
  if (height !== tip.height) return;
  for (const collection of await listCollections(ctx.db)) {
    if (collection.kind === 'gallery') await syncGallery(ctx, collection, tip);
    else await syncChildren(ctx, collection, tip);
  }
}

async function syncGallery(ctx: TradingContext, collection: Collection, tip: BlockRef): Promise<void> {
  for (const source of collection.sources.slice(collection.sourcesRead)) {
    const items = await ctx.ordinals.gallery(source);
    if (!items) return;
    await store(ctx, collection, items, tip);
    await countSourceRead(ctx.db, collection.slug);
  }
}

async function syncChildren(ctx: TradingContext, collection: Collection, tip: BlockRef): Promise<void> {
  const known = await memberIds(ctx.db, collection.slug);
  for (const source of collection.sources) {
    // Children only ever get more, oldest first: with one parent, full pages that we have need no second look.
    let page = collection.sources.length === 1 ? Math.floor(known.size / CHILDREN_PAGE) : 0;
    for (let more = true; more; page += 1) {
      const children = await ctx.ordinals.children(source, page);
      const fresh = children.ids.filter((id) => !known.has(id));
      await store(
        ctx,
        collection,
        fresh.map((id) => ({ id, title: null, traits: [] })),
        tip,
      );
      for (const id of fresh) known.add(id);
      more = children.more;
    }
  }
}

async function store(
  ctx: TradingContext,
  collection: Collection,
  items: readonly GalleryItem[],
  tip: BlockRef,
): Promise<void> {
  if (items.length === 0) return;
  const read = await ctx.ordinals.inscriptions(items.map((item) => item.id));
  const members = items.flatMap((item, i) => {
    const inscription = read[i];
    return inscription ? [withGalleryFacts(inscription, item)] : [];
  });
  await inTransaction(ctx.db, async (db) => {
    await upsertInscriptions(db, members, tip.height);
    await addMembers(
      db,
      collection.slug,
      members.map((member) => member.id),
    );
  });
  ctx.log.info({ slug: collection.slug, added: members.length }, 'members of a collection read');
}

/** What a gallery says of an item is the collection's word; an inscription's own title and traits fill what it leaves open. */
function withGalleryFacts(inscription: Inscription, item: GalleryItem): Inscription {
  return {
    ...inscription,
    title: item.title ?? inscription.title,
    traits: item.traits.length > 0 ? item.traits : inscription.traits,
  };
}
