import { systemClock } from '../base/clock.ts';
import { type Collection, collectionBySlug, listCollections } from '../store/catalogue/collections.ts';
import { sourceReadings } from '../store/chain/source-readings.ts';
import type { Database } from '../store/port.ts';
import type { By } from '../trading/operation/act.ts';
import {
  addCollections as act,
  type CollectionContext,
  type DescribedCollection,
} from '../trading/operation/add-collections.ts';
import { type CollectionFlags, flagCollection as flag } from '../trading/operation/flag-collection.ts';

/** Adds collections, or updates stored ones. Returns a line per collection. All or none. */
export async function addCollections(
  ctx: CollectionContext,
  by: By,
  described: readonly DescribedCollection[],
): Promise<string[]> {
  const added = await act(ctx, by, described);
  return added.map(({ slug, isNew }) => `${slug} ${isNew ? 'added' : 'changed'}`);
}

/**
 * Sets flags of a collection. Returns its updated line. Throws an Error when the collection does not exist.
 */
export async function flagCollection(
  db: Database,
  by: By,
  slug: string,
  flags: CollectionFlags,
): Promise<string> {
  await knownCollection(db, slug);
  return lineOf(await flag({ db, clock: systemClock }, by, slug, flags));
}

/** A line per collection, or with `json` a line of JSON each. */
export async function describeCollections(
  db: Database,
  { json }: { readonly json?: boolean } = {},
): Promise<string[]> {
  const collections = await listCollections(db);
  if (json) return collections.map((collection) => JSON.stringify(collection));
  return collections.length === 0
    ? ['no collections; `ordbook collections add --help` shows how to add one']
    : collections.map(lineOf);
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
