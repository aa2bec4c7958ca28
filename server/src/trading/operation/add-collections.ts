import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import type { NetworkName } from '@ordbook/protocol/network';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { TradingSettings } from '../../base/settings.ts';
import type { Ordinals } from '../../ordinals/port.ts';
import {
  type Collection,
  type CollectionInput,
  collectionBySlug,
  upsertCollection,
} from '../../store/catalogue/collections.ts';
import { act, type By, type OperationContext } from './act.ts';
import { type FeeBounds, requireFees } from './fees.ts';

/** A collection as the operator describes it. What is left out has the operator's defaults. */
export interface DescribedCollection extends Omit<CollectionInput, 'fees' | 'partnerId'> {
  readonly fees?: Partial<FeeSettings>;
}

export interface CollectionContext extends OperationContext, FeeBounds {
  readonly ordinals: Pick<Ordinals, 'inscriptions' | 'gallery'>;
  readonly settings: Pick<TradingSettings, 'fees' | 'network'>;
}

/** What was done with a collection. */
export interface AddedCollection {
  readonly slug: string;
  readonly isNew: boolean;
}

/** A fault of fields that are each of the right form. */
export interface DescriptionFault {
  readonly field: 'slug' | 'payoutAddress' | 'fees';
  readonly fault: string;
}

/**
 * Adds collections, or updates stored ones to their description; members, partner and creation date stay, and
 * a removed one is back. All or none. Every source must be in the index, and a gallery must have items.
 * Retry-safe. Refuses 400 with what is wrong.
 */
export async function addCollections(
  ctx: CollectionContext,
  by: By,
  described: readonly DescribedCollection[],
): Promise<AddedCollection[]> {
  for (const [i, one] of described.entries()) {
    const [found] = descriptionFaults(one, described.slice(0, i), ctx.settings.network);
    if (found) refuse('malformed', `${one.slug}: ${found.field} ${found.fault}`);
    if (one.fees) requireFees(ctx, { ...ctx.settings.fees, ...one.fees });
    await requireSources(ctx, one);
  }
  return act(ctx, by, async (db) => {
    const added: AddedCollection[] = [];
    const logs = [];
    for (const one of described) {
      const { slug, kind } = one;
      const known = await collectionBySlug(db, slug);
      if (known && known.kind !== kind)
        refuse(
          'malformed',
          `${slug} is a ${known.kind} collection and cannot become ${kind}; use another slug`,
        );
      const collection = {
        ...one,
        verified: one.verified ?? known?.verified ?? false,
        tradingEnabled: one.tradingEnabled ?? known?.tradingEnabled ?? true,
        fees: one.fees ? { ...ctx.settings.fees, ...one.fees } : null,
        partnerId: known?.partnerId ?? null,
      };
      await upsertCollection(db, { ...collection, createdAt: ctx.clock.now() });
      added.push({ slug, isNew: !known });
      logs.push({
        act: known ? 'change collection' : 'add collection',
        subject: slug,
        before: known && descriptionOf(known),
        after: collection,
      });
    }
    return { result: added, log: logs };
  });
}

/** What is wrong with a description besides the form of its fields. `earlier`: those before it. */
export function descriptionFaults(
  { slug, fees, payoutAddress }: DescribedCollection,
  earlier: readonly DescribedCollection[],
  network: NetworkName,
): DescriptionFault[] {
  const faults: DescriptionFault[] = [];
  if (earlier.some((one) => one.slug === slug))
    faults.push({ field: 'slug', fault: `${slug} appears twice; use each slug once` });
  if (payoutAddress !== undefined && payoutAddress !== null && !isAddress(payoutAddress, network))
    faults.push({ field: 'payoutAddress', fault: `must be an address of ${network}` });
  const hasRoyalties = (fees?.sellerRoyaltyBps ?? 0) + (fees?.buyerRoyaltyBps ?? 0) > 0;
  if (hasRoyalties && !payoutAddress)
    faults.push({
      field: 'fees',
      fault: `of ${slug} has royalties but no payoutAddress; set payoutAddress`,
    });
  return faults;
}

async function requireSources(
  { ordinals }: CollectionContext,
  { slug, kind, sources }: DescribedCollection,
): Promise<void> {
  const found = await ordinals.inscriptions([...sources]);
  for (const [i, source] of sources.entries()) {
    if (!found[i]) refuse('malformed', `${slug}: the index does not know the inscription ${source}`);
    if (kind === 'gallery' && !(await ordinals.gallery(source)))
      refuse('malformed', `${slug}: the inscription ${source} is not a gallery`);
  }
}

/** The fields that a description has. */
function descriptionOf(collection: Collection): CollectionInput {
  const { memberCount, ownerCount, createdAt, removedAt, featuredRank, ...described } = collection;
  return described;
}

function isAddress(address: string, network: NetworkName): boolean {
  try {
    scriptOf(address, network);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
