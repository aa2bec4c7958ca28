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
  memberCount,
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

/** What a sync needs of a context. The command line runs a sync beside a running service. */
export type SyncContext = Pick<TradingContext, 'db' | 'ordinals' | 'log'>;

export interface SyncProgress {
  readonly slug: string;
  /** Members stored so far. */
  readonly members: number;
  /** The final number of members, where it is known: for a gallery, but not for a parent. */
  readonly expected: number | null;
}

export interface SyncOptions {
  /** Only this collection. */
  readonly slug?: string;
  /** Called after each step. */
  readonly progress?: (progress: SyncProgress) => void;
}

/**
 * Reads new members as of `tip`, the stored tip. Resolves to false when the index or the store left that
 * block meanwhile. Then, and after a crash, the next call continues where this one stopped: each step is
 * stored with its progress, in one transaction.
 */
export async function syncMembers(
  ctx: SyncContext,
  tip: BlockRef,
  options: SyncOptions = {},
): Promise<boolean> {
  const collections = await listCollections(ctx.db);
  const readings = new Map(
    (await sourceReadings(ctx.db)).map((reading) => [`${reading.slug} ${reading.sourceId}`, reading]),
  );
  const due = collections
    .filter(({ removedAt }) => removedAt === null)
    .filter(({ slug }) => options.slug === undefined || slug === options.slug)
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
      if (!(await read({ ...ctx, collection, tip, options, blessed }, reading))) return false;
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
  readonly options: SyncOptions;
  /** For cursed inscriptions read so far: how many blessed ones come before each. */
  readonly blessed: Map<string, number>;
}

function unread({ slug }: Collection, sourceId: string): SourceReading {
  return { slug, sourceId, itemsRead: 0, finished: false, readHeight: -1 };
}

/** Children are only ever added, oldest first, so nothing is read twice. */
async function readChildren(sync: Sync, first: SourceReading): Promise<boolean> {
  let reading = first;
  for (;;) {
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
    if (!(await store(sync, items, next, null))) return false;
    if (!more) return true;
    reading = next;
  }
}

/**
 * An item that is not inscribed yet is looked for at every block. The gallery is finished once all items
 * exist.
 */
async function readGallery(sync: Sync, reading: SourceReading): Promise<boolean> {
  const { collection, tip } = sync;
  const items = await sync.ordinals.gallery(reading.sourceId);
  const known = await membersAmong(sync.db, collection.slug, items?.map(({ id }) => id) ?? []);
  const missing = items?.filter(({ id }) => !known.has(id)) ?? [];
  for (let start = 0; start < missing.length; start += STEP_ITEMS) {
    const step = missing.slice(start, start + STEP_ITEMS);
    if (!(await store(sync, step, { ...reading, readHeight: -1 }, items!.length))) return false;
  }
  const stored = await membersAmong(sync.db, collection.slug, items?.map(({ id }) => id) ?? []);
  const finished = items?.every(({ id }) => stored.has(id)) ?? false;
  return store(sync, [], { ...reading, finished, readHeight: tip.height }, items?.length ?? null);
}

/**
 * Stores items and the progress they make, unless the index or the store has left the block. Leaves out items
 * that the index does not know.
 */
async function store(
  sync: Sync,
  items: readonly GalleryItem[],
  reading: SourceReading,
  expected: number | null,
): Promise<boolean> {
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
  if (members.length > 0) {
    sync.log.info({ slug: collection.slug, added: members.length }, 'members of a collection read');
    sync.options.progress?.({
      slug: collection.slug,
      members: await memberCount(db, collection.slug),
      expected,
    });
  }
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
