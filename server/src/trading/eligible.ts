import { refuse } from '../base/refusals.ts';
import { canonicalTarget, criteriaJson, type Target } from '../protocol/collection-offer/criteria.ts';
import { type EligibleSet, eligibleSet } from '../protocol/collection-offer/eligible-set.ts';
import { storedTip } from '../store/blocks.ts';
import { eligibleIds, storedEligibleIds } from '../store/eligible-sets.ts';
import type { CollectionOfferParts, TradingContext } from './context.ts';

/** A target in a collection, and the set that it means as of the stored tip. */
export interface Eligible {
  readonly target: Target;
  readonly criteriaJson: string;
  readonly set: EligibleSet;
  /** Lowest number of the set. */
  readonly sampleInscriptionId: string;
}

/** What collection offers need. Refuses (503) on a service that is not set up for them. */
export function offerParts(ctx: TradingContext): CollectionOfferParts {
  return ctx.collectionOffers ?? refuse('unavailable', 'this service is not set up for collection offers');
}

/** Sets are hashed once: a set of 100,000 takes a second or two. Keyed by what they hold; the oldest goes first. */
const MAX_SETS = 32;
const sets = new Map<string, EligibleSet>();

function setOf(key: string, ids: readonly string[]): EligibleSet {
  const set = sets.get(key) ?? eligibleSet(ids);
  sets.delete(key);
  sets.set(key, set);
  if (sets.size > MAX_SETS) sets.delete(sets.keys().next().value!);
  return set;
}

/** Reads the set of a target now. Refuses 400 for a malformed target, and for one that no member meets. */
export async function readEligible(ctx: TradingContext, slug: string, wanted: Target): Promise<Eligible> {
  const target = canonicalTarget(wanted);
  const tip = await storedTip(ctx.db);
  if (!tip) refuse('unavailable', 'no block has been read yet');
  const ids = await eligibleIds(ctx.db, { slug, target, height: tip.height });
  const [first] = ids;
  if (first === undefined)
    refuse('nothing_eligible', `no member of ${slug} meets the target ${JSON.stringify(target)}`);
  // Members only ever get more, so target, count and last member tell one set from another.
  const key = JSON.stringify([slug, target, ids.length, first, ids.at(-1)]);
  return {
    target,
    criteriaJson: criteriaJson({ collection: slug, height: tip.height, target }),
    set: setOf(key, ids),
    sampleInscriptionId: first,
  };
}

/** The set that an offer commits to. Throws a bug error when it is not kept any more. */
export async function committedSet(ctx: TradingContext, root: string): Promise<EligibleSet> {
  const known = [...sets.values()].find((set) => set.root === root);
  if (known) return known;
  const ids = await storedEligibleIds(ctx.db, root);
  if (!ids) throw new Error(`the eligible set ${root} is not stored`);
  return setOf(root, ids);
}
