/**
 * Members of collections, read from the index alone: children of parents, items of galleries. Both only grow,
 * so a block height fixes the set.
 */

import { type Criteria, meets } from '@ordbook/protocol/collection-offer/criteria';
import { type EligibleSet, hashEligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { refuse } from '@ordbook/protocol/refusals';
import { atMost } from '../../base/concurrency.ts';
import { inSlices } from '../../base/in-slices.ts';
import { sharedResults } from '../../base/shared-results.ts';
import type { Ordinals, Trait } from '../../ordinals/port.ts';

/** A collection as the operator describes it to the policy signer. */
export interface PolicyCollection {
  readonly slug: string;
  readonly kind: 'parent_child' | 'gallery';
  /** Ids of the parent or gallery inscriptions. */
  readonly sources: readonly string[];
}

/** Returns the eligible set of criteria; null when it is empty or the collection is unknown. */
export type EligibleReader = (criteria: Criteria) => Promise<EligibleSet | null>;

interface Member {
  readonly id: string;
  readonly traits: readonly Trait[];
  /** Height of the block that made it a member. */
  readonly since: number;
}

/** The index's page size for children, and how many inscriptions are asked for at once. */
const PAGE = 100;
/** Most cached sets: requests for the same few collection offers are served from memory. */
const MAX_SETS = 64;

/** How often a read starts again because a block arrived meanwhile. */
const MAX_ATTEMPTS = 10;

interface IndexTip {
  readonly height: number;
  readonly hash: string | null;
}

/** How far a source has been read. */
interface Reading {
  readonly members: Member[];
  /** Number of children that the index has returned: where the next page begins. */
  told: number;
}

/** Reads eligible sets, and caches the members in memory until a reorg. */
export function eligibleReader(
  ordinals: Pick<Ordinals, 'children' | 'gallery' | 'inscriptions' | 'inscription' | 'status' | 'blockHash'>,
  collections: () => Promise<readonly PolicyCollection[]>,
): EligibleReader {
  /** One at a time: each continues where the previous one stopped. */
  const inTurn = atMost(1);
  let readings = new Map<string, Reading>();
  let sets = sharedResults<EligibleSet>(MAX_SETS);
  /** The index's tip when the members were read. */
  let readAt: IndexTip | null = null;

  const tip = async (): Promise<IndexTip> => {
    const { height } = await ordinals.status();
    return { height, hash: await ordinals.blockHash(height) };
  };
  const forgetReorganised = async (): Promise<void> => {
    if (readAt && (await ordinals.blockHash(readAt.height)) !== readAt.hash) {
      readings = new Map();
      sets = sharedResults(MAX_SETS);
    }
  };
  /**
   * The members of all sources of a collection, read at one tip. What was read while the tip changed is
   * discarded: the block that came may have been orphaned again, and its members with it.
   */
  const membersOf = async ({ sources, kind }: PolicyCollection): Promise<readonly Member[]> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await forgetReorganised();
      const before = await tip();
      const drafts = new Map<string, Reading>();
      for (const source of sources) {
        const known = readings.get(source);
        const draft = { members: [...(known?.members ?? [])], told: known?.told ?? 0 };
        await (kind === 'gallery' ? readGallery : readChildren)(ordinals, source, draft);
        drafts.set(source, draft);
      }
      const after = await tip();
      if (before.hash === null || before.hash !== after.hash) continue;
      for (const [source, draft] of drafts) readings.set(source, draft);
      readAt = after;
      return [...drafts.values()].flatMap(({ members }) => members);
    }
    return refuse('unavailable', 'the index gets new blocks faster than it can be read; try again');
  };

  return async ({ collection, height, target }) => {
    const described = (await collections()).find(({ slug }) => slug === collection);
    if (!described) return null;
    const members = await inTurn(() => membersOf(described));
    const ids = members.flatMap(({ id, traits, since }) =>
      since <= height && meets(target, traits) ? [id] : [],
    );
    if (ids.length === 0) return null;
    // between two reorgs members never leave, so the same target with the same count is the same set
    const name = JSON.stringify([described, target, ids.length, ids.at(-1)]);
    return sets(name, () => inSlices(hashEligibleSet(ids)));
  };
}

async function readChildren(
  ordinals: Pick<Ordinals, 'children' | 'inscriptions'>,
  parent: string,
  reading: Reading,
): Promise<void> {
  for (let more = true; more; ) {
    const page = Math.floor(reading.told / PAGE);
    const children = await ordinals.children(parent, page);
    const fresh = children.ids.slice(reading.told - page * PAGE);
    const read = await ordinals.inscriptions(fresh);
    for (const inscription of read)
      if (inscription)
        reading.members.push({
          id: inscription.id,
          traits: inscription.traits,
          since: inscription.genesisHeight,
        });
    reading.told += fresh.length;
    more = children.more;
  }
}

/**
 * A gallery is fixed when inscribed, but may name later inscriptions: it is read again until all of them
 * exist.
 */
async function readGallery(
  ordinals: Pick<Ordinals, 'gallery' | 'inscriptions' | 'inscription'>,
  gallery: string,
  reading: Reading,
): Promise<void> {
  if (reading.told > 0 && reading.told === reading.members.length) return;
  const [items, own] = await Promise.all([ordinals.gallery(gallery), ordinals.inscription(gallery)]);
  if (!items || !own) return;
  const members: Member[] = [];
  for (let at = 0; at < items.length; at += PAGE) {
    const batch = items.slice(at, at + PAGE);
    const read = await ordinals.inscriptions(batch.map(({ id }) => id));
    for (const [i, inscription] of read.entries()) {
      if (!inscription) continue;
      const { traits } = batch[i]!;
      members.push({
        id: inscription.id,
        traits: traits.length > 0 ? traits : inscription.traits,
        since: Math.max(own.genesisHeight, inscription.genesisHeight),
      });
    }
  }
  reading.told = items.length;
  reading.members.splice(0, reading.members.length, ...members);
}
