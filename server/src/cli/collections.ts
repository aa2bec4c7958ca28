import type { TradingSettings } from '../base/settings.ts';
import type { Ordinals } from '../ordinals/port.ts';
import {
  type Collection,
  collectionBySlug,
  listCollections,
  setCollectionFlags,
  upsertCollection,
} from '../store/catalogue/collections.ts';
import { sourceReadings } from '../store/chain/source-readings.ts';
import type { Database } from '../store/port.ts';
import type { DescribedCollection } from './collections-file.ts';

export interface CollectionTools {
  readonly db: Database;
  readonly ordinals: Pick<Ordinals, 'inscriptions' | 'gallery'>;
  readonly fees: TradingSettings['fees'];
}

/**
 * Adds collections, or updates stored ones; members, partner and creation date stay. Every source must be in
 * the index, and a gallery must have items. Returns a line per collection. Throws an Error before anything is
 * stored. Retry-safe.
 */
export async function addCollections(
  { db, ordinals, fees }: CollectionTools,
  described: readonly DescribedCollection[],
): Promise<string[]> {
  for (const { slug, kind, sources } of described) {
    const known = await collectionBySlug(db, slug);
    if (known && known.kind !== kind)
      throw new Error(`${slug} is a ${known.kind} collection and cannot become ${kind}; use another slug`);
    const found = await ordinals.inscriptions(sources);
    for (const [i, source] of sources.entries()) {
      if (!found[i]) throw new Error(`${slug}: the index does not know the inscription ${source}`);
      if (kind === 'gallery' && !(await ordinals.gallery(source)))
        throw new Error(`${slug}: the inscription ${source} is not a gallery`);
    }
  }
  const lines: string[] = [];
  for (const collection of described) {
    const known = await collectionBySlug(db, collection.slug);
    await upsertCollection(db, {
      ...collection,
      verified: collection.verified ?? known?.verified ?? false,
      tradingEnabled: collection.tradingEnabled ?? known?.tradingEnabled ?? true,
      fees: collection.fees ? { ...fees, ...collection.fees } : null,
      partnerId: known?.partnerId ?? null,
      createdAt: new Date(),
    });
    lines.push(`${collection.slug} ${known ? 'changed' : 'added'}`);
  }
  return lines;
}

/**
 * Sets flags of a collection. Returns its updated line. Throws an Error when the collection does not exist.
 */
export async function flagCollection(
  db: Database,
  slug: string,
  flags: { readonly verified?: boolean; readonly tradingEnabled?: boolean },
): Promise<string> {
  await setCollectionFlags(db, slug, flags);
  return lineOf(await knownCollection(db, slug));
}

/** A line per collection. */
export async function describeCollections(db: Database): Promise<string[]> {
  return (await listCollections(db)).map(lineOf);
}

function lineOf({ slug, name, kind, verified, tradingEnabled, memberCount, ownerCount }: Collection): string {
  return [
    slug,
    name,
    kind,
    verified ? 'verified' : 'unverified',
    tradingEnabled ? 'trading' : 'not trading',
    `${memberCount} members`,
    `${ownerCount} owners`,
  ].join('  ');
}

/** The collection of a slug. Throws an Error that says how to list collections when it does not exist. */
export async function knownCollection(db: Database, slug: string): Promise<Collection> {
  const collection = await collectionBySlug(db, slug);
  if (!collection) throw new Error(`there is no collection ${slug}; \`ordbook collections list\` lists them`);
  return collection;
}

/**
 * Everything about one collection, and how far its sources are read. Throws an Error when it does not exist.
 */
export async function describeCollection(db: Database, slug: string): Promise<string[]> {
  const collection = await knownCollection(db, slug);
  const readings = await sourceReadings(db, slug);
  const { fees } = collection;
  return [
    ...Object.entries({
      slug,
      name: collection.name,
      kind: collection.kind,
      verified: collection.verified,
      trading: collection.tradingEnabled,
      members: collection.memberCount,
      owners: collection.ownerCount,
      fees: fees
        ? `seller ${fees.sellerBps}, buyer ${fees.buyerBps}, fills ${fees.fillBps ?? fees.sellerBps + fees.buyerBps} bps, at least ${fees.minimumSats} sats; ` +
          `royalties seller ${fees.sellerRoyaltyBps}, buyer ${fees.buyerRoyaltyBps} bps`
        : "the operator's",
      'payout address': collection.payoutAddress ?? 'none',
      'live floor': collection.liveFloorBps === null ? 'none' : `${collection.liveFloorBps} bps`,
      'pixel art': collection.pixelArt,
      'card colour': collection.cardBackgroundColor ?? 'none',
    }).map(([key, value]) => `${key.padEnd(16)}${value}`),
    ...collection.sources.map((source) => {
      const reading = readings.find(({ sourceId }) => sourceId === source);
      const told = !reading
        ? 'not read yet'
        : collection.kind === 'gallery'
          ? reading.finished
            ? 'fully read'
            : 'partly read'
          : `${reading.itemsRead} children, as of block ${reading.readHeight}`;
      return `${'source'.padEnd(16)}${source}  ${told}`;
    }),
  ];
}
