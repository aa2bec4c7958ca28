/**
 * Keeps the members of collections current: new children of a parent as blocks bring them, and the items of a
 * gallery, which never change. Reads only what is new: the last page of a parent's children, and a gallery
 * once.
 */
import { Refusal } from '@ordbook/protocol/refusals';
import type { BlockRef } from '../chain/port.ts';
import type { GalleryItem, Inscription } from '../ordinals/port.ts';
import {
  addMembers,
  type Collection,
  listCollections,
  membersAmong,
} from '../store/catalogue/collections.ts';
import { upsertInscriptions } from '../store/chain/inscriptions.ts';
import { type SourceReading, setReading, sourceReadings } from '../store/chain/source-readings.ts';
import { storeAt } from '../store/database/sync-lock.ts';
import type { TradingContext } from '../trading/context.ts';
import { blessedBefore } from './blessed-before.ts';
import { isAt, readAt } from './read-at-tip.ts';

/** The index's page size for children. */
const CHILDREN_PAGE = 100;
/** Pages, or as many gallery items, that are read and stored in one step. */
const STEP_PAGES = 4;
const STEP_ITEMS = STEP_PAGES * CHILDREN_PAGE;
/**
 * Steps of one parent or gallery in a poll: what else a poll does never waits for all members of a vast one.
 */
const STEPS_PER_POLL = 10;

/** What a sync needs of a context. */
export type SyncContext = Pick<TradingContext, 'db' | 'ordinals' | 'log'>;

/**
 * Reads new members as of `tip`, the stored tip. Resolves to false when the index or the store left that
 * block meanwhile. Then, after a crash, and where a source has more than `STEPS_PER_POLL` steps, the next
 * call continues where this one stopped: each step is stored with its progress, in one transaction.
 */
export async function syncMembers(ctx: SyncContext, tip: BlockRef): Promise<boolean> {
  const collections = await listCollections(ctx.db);
  const readings = new Map(
    (await sourceReadings(ctx.db)).map((reading) => [`${reading.slug} ${reading.sourceId}`, reading]),
  );
  const due = collections
    .filter(({ removedAt }) => removedAt === null)
    .flatMap((collection) =>
      collection.sources.map((sourceId) => ({
        collection,
        reading: readings.get(`${collection.slug} ${sourceId}`) ?? unread(collection, sourceId),
      })),
    )
    .filter(({ reading }) => !reading.finished && reading.readHeight !== tip.height);
  if (due.length === 0) return true;
  if (!(await isAt(ctx, tip))) return false;
  const blessed = new Map<string, number>();
  for (const { collection, reading } of due) {
    const read = collection.kind === 'gallery' ? readGallery : readChildren;
    try {
      if (!(await read({ ...ctx, collection, tip, blessed }, reading))) return false;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'indexes_differ')) throw error;
      ctx.log.warn({ slug: collection.slug, reason: error.message }, 'members of a collection wait');
    }
  }
  return true;
}

interface Sync extends SyncContext {
  readonly collection: Collection;
  readonly tip: BlockRef;
  /** For cursed inscriptions read so far: how many blessed ones come before each. */
  readonly blessed: Map<string, number>;
}

function unread({ slug }: Collection, sourceId: string): SourceReading {
  return { slug, sourceId, itemsRead: 0, finished: false, readHeight: -1 };
}

/** Children are only ever added, oldest first, so nothing is read twice. */
async function readChildren(sync: Sync, first: SourceReading): Promise<boolean> {
  let reading = first;
  for (let steps = 0; steps < STEPS_PER_POLL; steps += 1) {
    const ids: string[] = [];
    let more = true;
    for (let pages = 0; more && pages < STEP_PAGES; pages += 1) {
      const from = reading.itemsRead + ids.length;
      const page = await sync.ordinals.children(reading.sourceId, Math.floor(from / CHILDREN_PAGE));
      ids.push(...page.ids.slice(from % CHILDREN_PAGE));
      more = page.more;
    }
    const next: SourceReading = {
      ...reading,
      itemsRead: reading.itemsRead + ids.length,
      readHeight: more ? reading.readHeight : sync.tip.height,
    };
    const items = ids.map((id) => ({ id, title: null, traits: [] }));
    if (!(await store(sync, items, next))) return false;
    if (!more) break;
    reading = next;
  }
  return true;
}

/**
 * An item that is not inscribed yet is looked for at every block. The gallery is finished once all items
 * exist.
 */
async function readGallery(sync: Sync, reading: SourceReading): Promise<boolean> {
  const { collection, tip } = sync;
  const found = await sync.ordinals.gallery(reading.sourceId);
  const items = found ?? [];
  const end = reading.itemsRead + STEPS_PER_POLL * STEP_ITEMS;
  const looked = items.slice(reading.itemsRead, end);
  const known = await membersAmong(
    sync.db,
    collection.slug,
    looked.map(({ id }) => id),
  );
  const missing = looked.filter(({ id }) => !known.has(id));
  for (let start = 0; start < missing.length; start += STEP_ITEMS) {
    const step = missing.slice(start, start + STEP_ITEMS);
    if (!(await store(sync, step, { ...reading, readHeight: -1 }))) return false;
  }
  if (end < items.length) return store(sync, [], { ...reading, itemsRead: end, readHeight: -1 });
  const stored = await membersAmong(
    sync.db,
    collection.slug,
    items.map(({ id }) => id),
  );
  const finished = found !== null && items.every(({ id }) => stored.has(id));
  return store(sync, [], { ...reading, itemsRead: 0, finished, readHeight: tip.height });
}

/**
 * Stores items and the progress they make, unless the index or the store has left the block. Leaves out items
 * that the index does not know.
 */
async function store(sync: Sync, items: readonly GalleryItem[], reading: SourceReading): Promise<boolean> {
  const { db, collection, tip } = sync;
  const read = await readAt(sync, tip, async () => {
    const inscriptions = await sync.ordinals.inscriptions(
      items.map(({ id }) => id),
      // items of a gallery are looked for until all are there; a child that is left out would stay out
      { undisputed: collection.kind === 'gallery' },
    );
    await blessedBefore(
      sync.ordinals,
      inscriptions.flatMap((one) => one ?? []),
      sync.blessed,
    );
    return inscriptions;
  });
  if (!read) return false;
  const members = items.flatMap((item, i) => {
    const inscription = read[i];
    return inscription ? [withGalleryFacts(inscription, item)] : [];
  });
  // A block applied since the reading may have moved these inscriptions.
  const isStored = await storeAt(db, tip.hash, async (transaction) => {
    if (members.length > 0) {
      await upsertInscriptions(transaction, members, tip.height);
      await addMembers(
        transaction,
        collection.slug,
        members.map(({ id }) => id),
        sync.blessed,
      );
    }
    await setReading(transaction, reading);
    return true;
  });
  if (!isStored) return false;
  if (members.length > 0)
    sync.log.info({ slug: collection.slug, added: members.length }, 'members of a collection read');
  return true;
}

/**
 * What a gallery says of an item comes from the collection. The inscription's own title and traits fill the
 * gaps.
 */
function withGalleryFacts(inscription: Inscription, item: GalleryItem): Inscription {
  return {
    ...inscription,
    title: item.title ?? inscription.title,
    traits: item.traits.length > 0 ? item.traits : inscription.traits,
  };
}
