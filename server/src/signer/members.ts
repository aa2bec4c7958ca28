/**
 * Members of collections, read from an index alone: children of parents, items of galleries. Both only ever grow, so a block height
 * fixes the set.
 */
import { inSlices } from '../base/in-slices.ts';
import { keptResults } from '../base/kept-results.ts';
import type { Ordinals, Trait } from '../ordinals/port.ts';
import { type Criteria, meets } from '../protocol/collection-offer/criteria.ts';
import { type EligibleSet, hashEligibleSet } from '../protocol/collection-offer/eligible-set.ts';

/** A collection as the operator describes it to the policy signer. */
export interface PolicyCollection {
  readonly slug: string;
  readonly kind: 'parent_child' | 'gallery';
  /** Ids of the parent or gallery inscriptions. */
  readonly sources: readonly string[];
}

/** The set of criteria; null when it is empty or the collection is not described. */
export type EligibleReader = (criteria: Criteria) => Promise<EligibleSet | null>;

interface Member {
  readonly id: string;
  readonly traits: readonly Trait[];
  /** Block from which on it is a member. */
  readonly since: number;
}

/** The index's page size for children, and how many inscriptions are asked for at once. */
const PAGE = 100;
/** Sets kept: two programs asking about the same few offers are answered from memory. */
const MAX_SETS = 64;

/** Reads sets and keeps the members that it has seen in memory, until a reorg. */
export function eligibleReader(
  ordinals: Pick<Ordinals, 'children' | 'gallery' | 'inscriptions' | 'inscription' | 'status' | 'blockHash'>,
  collections: () => Promise<readonly PolicyCollection[]>,
): EligibleReader {
  const known = new Map<string, Member[]>();
  /** The index's tip when the members were read. */
  let readAt: { height: number; hash: string | null } | null = null;
  const sets = keptResults<EligibleSet>(MAX_SETS);

  const membersOf = async (source: string, kind: PolicyCollection['kind']): Promise<readonly Member[]> => {
    const members = known.get(source) ?? [];
    known.set(source, members);
    if (kind === 'gallery') {
      if (members.length === 0) members.push(...(await galleryMembers(ordinals, source)));
    } else await readChildren(ordinals, source, members);
    return members;
  };

  return async ({ collection, height, target }) => {
    if (readAt && (await ordinals.blockHash(readAt.height)) !== readAt.hash) known.clear();
    const tip = (await ordinals.status()).height;
    readAt = { height: tip, hash: await ordinals.blockHash(tip) };
    const described = (await collections()).find(({ slug }) => slug === collection);
    if (!described) return null;
    const ids: string[] = [];
    for (const source of described.sources) {
      for (const { id, traits, since } of await membersOf(source, described.kind))
        if (since <= height && meets(target, traits)) ids.push(id);
    }
    if (ids.length === 0) return null;
    // Members never leave: the same count of the same target is the same set.
    const name = JSON.stringify([described, target, ids.length, ids.at(-1)]);
    return sets(name, () => inSlices(hashEligibleSet(ids)));
  };
}

async function readChildren(
  ordinals: Pick<Ordinals, 'children' | 'inscriptions'>,
  parent: string,
  members: Member[],
): Promise<void> {
  for (let more = true, page = Math.floor(members.length / PAGE); more; page += 1) {
    const children = await ordinals.children(parent, page);
    const fresh = children.ids.slice(Math.max(0, members.length - page * PAGE));
    const read = await ordinals.inscriptions(fresh);
    for (const inscription of read)
      if (inscription)
        members.push({ id: inscription.id, traits: inscription.traits, since: inscription.genesisHeight });
    more = children.more;
  }
}

/** A gallery is fixed when it is inscribed. */
async function galleryMembers(
  ordinals: Pick<Ordinals, 'gallery' | 'inscriptions' | 'inscription'>,
  gallery: string,
): Promise<Member[]> {
  const [items, own] = await Promise.all([ordinals.gallery(gallery), ordinals.inscription(gallery)]);
  if (!items || !own) return [];
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
  return members;
}
