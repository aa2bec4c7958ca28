import { outpointText } from '@ordbook/protocol/outpoint';
import { type RefusalCode, refuse } from '@ordbook/protocol/refusals';
import type { Inscription, OrdinalsOutput } from '../../ordinals/port.ts';
import { type Collection, collectionBySlug, slugsOf } from '../../store/catalogue/collections.ts';
import { operatingFees } from '../../store/operation/fees.ts';
import type { TradingContext } from '../context.ts';

/**
 * A collection that may be traded in. Refuses 404 when it is unknown, 403 when its trading is switched off.
 */
export async function tradableCollection(ctx: TradingContext, slug: string): Promise<Collection> {
  const collection = await collectionBySlug(ctx.db, slug);
  if (!collection || collection.removedAt) refuse('not_found', `no collection ${slug}`);
  if (!collection.tradingEnabled) refuse('trading_disabled', `trading in ${slug} is switched off`);
  return collection;
}

/**
 * The fee rules of a collection: its own, else those that the operator has set, else the settings'.
 */
export async function feesOf(
  { db, settings }: Pick<TradingContext, 'db' | 'settings'>,
  { fees, payoutAddress }: Pick<Collection, 'fees' | 'payoutAddress'>,
) {
  return { fees: fees ?? (await operatingFees(db)) ?? settings.fees, payoutAddress };
}

/**
 * Refuses a sale through `collection` that another collection of the same inscriptions forbids: 403 when its
 * trading is switched off, and for a new sale 400, with `code`, when it has royalties that `collection` would
 * not pay. All inscriptions of an output sell together. `known`: the collections of all of them, asked for
 * already.
 */
export async function requireTradableTogether(
  ctx: TradingContext,
  collection: Collection,
  ids: readonly string[],
  code: Extract<RefusalCode, 'not_listable' | 'not_offerable'> | null,
  known?: Awaited<ReturnType<typeof slugsOf>>,
): Promise<void> {
  const slugs = known ?? (await slugsOf(ctx.db, ids));
  for (const id of ids)
    for (const slug of slugs.get(id) ?? []) {
      const other = slug === collection.slug ? null : await collectionBySlug(ctx.db, slug);
      if (!other) continue;
      if (!other.tradingEnabled)
        refuse('trading_disabled', `${id} is also in ${slug}, where trading is switched off`);
      if (code !== null && (await royaltyOf(ctx, other)) > 0 && (await royaltyOf(ctx, collection)) === 0)
        refuse(
          code,
          `${id} is also in ${slug}, which has royalties; sell it through ${slug}, or move it to an output of its own`,
        );
    }
}

/** The royalties of a collection, 1/100 of a percent of the price. */
export async function royaltyOf(ctx: TradingContext, collection: Collection): Promise<number> {
  const { fees, payoutAddress } = await feesOf(ctx, collection);
  return payoutAddress === null ? 0 : fees.sellerRoyaltyBps + fees.buyerRoyaltyBps;
}

/**
 * Where an inscription is, and what index and node say of that output. null: the index does not have it, or
 * it is spent according to the node.
 */
export interface Found {
  readonly inscription: Inscription;
  readonly output: OrdinalsOutput | null | undefined;
  readonly unspent: object | null | undefined;
}

/**
 * Inscriptions of an output that is sold. The index is asked about each, and anybody can put 10,000 on one
 * output for the price of a transaction.
 */
const MOST_TOGETHER = 100;

/** Charms of inscriptions that nobody can ever move again, and what happened to them. */
const GONE: readonly (readonly [charm: string, what: string])[] = [
  ['burned', 'was burnt'],
  ['lost', 'was lost with the fees of a block'],
  ['unbound', 'is on no sat'],
];

/**
 * The output, when everything on it may be sold. Refuses 409 while it is being moved or not indexed. Refuses
 * 400, with `code`, an inscription that nobody can move, and an output that holds runes, too many
 * inscriptions, or more sats than may go with one.
 */
export function sellableOutput(
  { settings }: Pick<TradingContext, 'settings'>,
  { inscription, output, unspent }: Found,
  code: Extract<RefusalCode, 'not_listable' | 'not_offerable'>,
): OrdinalsOutput {
  const at = outpointText(inscription.location);
  const gone = GONE.find(([charm]) => inscription.charms.includes(charm));
  if (gone) refuse(code, `inscription ${inscription.id} ${gone[1]}; nobody can move it any more`);
  if (!unspent)
    refuse('stale', `inscription ${inscription.id} is being moved: ${at} is spent in the mempool`);
  if (!output) refuse('stale', `${at} is not indexed yet; try again shortly`);
  // a block may have come between the two readings of the index
  if (!output.inscriptionIds.includes(inscription.id))
    refuse('stale', `inscription ${inscription.id} has left ${at}; try again shortly`);
  const held = output.inscriptionIds.length;
  if (held > MOST_TOGETHER)
    refuse(code, `${at} holds ${held} inscriptions; at most ${MOST_TOGETHER} can be sold together`);
  if (output.hasRunes) refuse(code, `${at} also holds runes`);
  if (output.valueSats > settings.maxPostageSats)
    refuse(code, `${at} holds ${output.valueSats} sats; at most ${settings.maxPostageSats} can be sold`);
  return output;
}

/**
 * Everything on the output, the canonical (lowest) number first. `located`: what the index said of some
 * inscriptions; when it has all of them, the index is not asked again.
 */
export async function bundleOn(ctx: TradingContext, ids: readonly string[], located: readonly Inscription[]) {
  const known = ids.map((id) => located.find((inscription) => inscription.id === id) ?? null);
  const found = known.includes(null) ? await ctx.ordinals.inscriptions(ids) : known;
  const members = found.filter((member): member is Inscription => member !== null);
  members.sort((a, b) => a.number - b.number);
  return members.map(({ id, offset }) => ({ id, offset }));
}
