/** Views of collection offers: the book, the caller's own offers, and what a target means. */

import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { canonicalTarget, scopeKey, type Target } from '@ordbook/protocol/collection-offer/criteria';
import { selectFunding } from '@ordbook/protocol/collection-offer/funding';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import { inscriptionsByIds } from '../../store/chain/inscriptions.ts';
import { bookCounts, bookRows, offersToReplace } from '../../store/collection-offer/collection-offers.ts';
import { floorsOfTarget } from '../../store/collection-offer/eligible-sets.ts';
import { callersBinding } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireDistinct, spendableAmong } from '../settlement/payment-coins.ts';
import { countEligible } from './eligible-set.ts';
import { ladder, type OfferPricing } from './price.ts';

/** Rows of one response: the best of the book. The counts beside them cover the whole book. */
const MAX_ROWS = 1000;

/** The book of a collection, or the caller's part of it. Refuses 404 for an unknown collection. */
export async function collectionBook(
  ctx: TradingContext,
  caller: Caller,
  slug: string,
  which: 'all' | 'own',
) {
  const collection = await collectionBySlug(ctx.db, slug);
  if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
  const wanted = {
    slug,
    now: ctx.clock.now(),
    ...(which === 'own' ? { makerProfileId: caller.profileId } : {}),
  };
  const [rows, counts] = await Promise.all([
    bookRows(ctx.db, { ...wanted, limit: MAX_ROWS }),
    bookCounts(ctx.db, wanted),
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      actionBindingId: row.makerProfileId === caller.profileId ? row.makerBindingId : null,
    })),
    totalCount: counts.total,
    collectionOfferCount: counts.total - counts.traits,
    traitOfferCount: counts.traits,
  };
}

/**
 * What a target means now; a target that no member meets has an `eligibleCount` of 0 and no sample. Refuses
 * 404 for an unknown collection, 400 for a malformed target.
 */
export async function previewTarget(ctx: TradingContext, slug: string, target: Target) {
  const collection = await collectionBySlug(ctx.db, slug);
  if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
  const eligible = await countEligible(ctx, slug, target);
  const floors = await floorsOfTarget(ctx.db, slug, eligible.target, ctx.clock.now());
  const { sampleInscriptionId } = eligible;
  const [sample] = sampleInscriptionId ? await inscriptionsByIds(ctx.db, [sampleInscriptionId]) : [];
  return {
    target: eligible.target,
    eligibleCount: eligible.count,
    ...floors,
    sample: sampleInscriptionId
      ? {
          inscriptionId: sampleInscriptionId,
          contentType: sample?.contentType ?? null,
          isPixelArt: collection.pixelArt,
        }
      : null,
  };
}

export interface ReplacementBody extends OfferPricing {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly target: Target;
  readonly spendableUtxos: readonly Utxo[];
}

/**
 * Whether the coins of these offers would replace active offers of the caller on the same target. The coins
 * are selected as preflight selects them; null also when preflight would find too few. Changes nothing.
 * Refuses 403 for another profile's wallet, 404 for an unknown collection, 503 while node or index cannot
 * judge the coins.
 */
export async function replacementWarning(ctx: TradingContext, caller: Caller, body: ReplacementBody) {
  requireDistinct(body.spendableUtxos, 'spendableUtxos');
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  if (!(await collectionBySlug(ctx.db, body.slug))) refuse('not_found', `no collection ${body.slug}`);
  const changeScript = scriptOf(binding.paymentAddress, ctx.settings.network);
  const prices = ladder(body);
  const spendable = await spendableAmong(ctx, binding.paymentAddress, body.spendableUtxos);
  const selected = selectLadder(spendable, prices, (candidates, priceSats) =>
    selectFunding(candidates, priceSats, changeScript),
  );
  const replaced = await offersToReplace(ctx.db, {
    makerProfileId: caller.profileId,
    scopeKey: scopeKey(body.slug, canonicalTarget(body.target)),
    coins: (selected ?? []).flat(),
    now: ctx.clock.now(),
  });
  return { replacementWarning: replaced.length === 0 ? null : { activeOfferCount: replaced.length } };
}

/**
 * Coins for each price of a call. Each price gets coins of its own while there are enough, then coins that an
 * earlier offer of the call also uses; of those, only the first to be filled is filled. null: a price cannot
 * be covered.
 */
export function selectLadder(
  candidates: readonly Utxo[],
  prices: readonly number[],
  select: (candidates: readonly Utxo[], priceSats: number) => Utxo[] | null,
): Utxo[][] | null {
  let left = candidates;
  const selected: Utxo[][] = [];
  for (const priceSats of prices) {
    const coins = select(left, priceSats) ?? select(candidates, priceSats);
    if (!coins) return null;
    selected.push(coins);
    left = left.filter((coin) => !coins.includes(coin));
  }
  return selected;
}
