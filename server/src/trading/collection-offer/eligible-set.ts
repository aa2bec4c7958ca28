import { createHash } from 'node:crypto';
import { canonicalTarget, criteriaJson, type Target } from '@ordbook/protocol/collection-offer/criteria';
import { type EligibleSet, hashEligibleSet } from '@ordbook/protocol/collection-offer/eligible-set';
import { refuse } from '@ordbook/protocol/refusals';
import { inSlices } from '../../base/in-slices.ts';
import { sharedResults } from '../../base/shared-results.ts';
import { storedTip } from '../../store/chain/blocks.ts';
import { eligibleIds, storedEligibleIds } from '../../store/collection-offer/eligible-sets.ts';
import type { CollectionOfferParts, TradingContext } from '../context.ts';

/** A target in a collection, and its eligible set as of a block. */
export interface Eligible {
  readonly target: Target;
  readonly criteriaJson: string;
  readonly set: EligibleSet;
  /** The oldest of the set. */
  readonly sampleInscriptionId: string;
}

/** What collection offers need. Refuses (503) when this service is not configured for them. */
export function offerParts(ctx: TradingContext): CollectionOfferParts {
  return ctx.collectionOffers ?? refuse('unavailable', 'this service does not offer collection offers');
}

/** By a digest of their ids, which costs far less than the tree, and by their root. */
const sets = sharedResults<EligibleSet>(64);

/**
 * Reads the set of a target as of the newest block that has `depth` confirmations. Refuses 400 for a
 * malformed target, and for one that no member meets.
 */
export async function readEligible(
  ctx: TradingContext,
  slug: string,
  wanted: Target,
  depth: number,
): Promise<Eligible> {
  const { target, height, ids } = await membersAt(ctx, slug, wanted, depth);
  const [sampleInscriptionId] = ids;
  if (sampleInscriptionId === undefined)
    refuse(
      'nothing_eligible',
      `no member of ${slug} meets the target ${JSON.stringify(target)}${depth > 1 ? ` as of block ${height}` : ''}`,
    );
  const digest = createHash('sha256').update(ids.join()).digest('hex');
  const set = await sets(digest, () => inSlices(hashEligibleSet(ids)));
  await sets(set.root, async () => set);
  return {
    target,
    criteriaJson: criteriaJson({ collection: slug, height, target }),
    set,
    sampleInscriptionId,
  };
}

/**
 * The current size of a target's set, without the hashes that an offer needs; the sample is null when no
 * member meets the target. Refuses (400) a malformed target.
 */
export async function countEligible(
  ctx: TradingContext,
  slug: string,
  wanted: Target,
): Promise<
  Pick<Eligible, 'target'> & { readonly count: number; readonly sampleInscriptionId: string | null }
> {
  const { target, ids } = await membersAt(ctx, slug, wanted, 1);
  return { target, count: ids.length, sampleInscriptionId: ids[0] ?? null };
}

async function membersAt(ctx: TradingContext, slug: string, wanted: Target, depth: number) {
  const target = canonicalTarget(wanted);
  const tip = await storedTip(ctx.db);
  if (!tip) refuse('unavailable', 'the service has not read any block yet; try again later');
  const height = Math.max(tip.height - depth + 1, 0);
  const ids = await eligibleIds(ctx.db, { slug, target, height });
  return { target, height, ids };
}

/** The set that an offer commits to. Throws an Error, a bug, when it is no longer stored. */
export function committedSet(ctx: TradingContext, root: string): Promise<EligibleSet> {
  return sets(root, async () => {
    const ids = await storedEligibleIds(ctx.db, root);
    if (!ids) throw new Error(`the eligible set ${root} is not stored`);
    return inSlices(hashEligibleSet(ids));
  });
}
