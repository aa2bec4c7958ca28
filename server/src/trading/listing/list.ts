/**
 * Listing: a seller signs, in advance, everything a later sale needs, and keeps the inscription until then.
 *
 *   seller                          ordbook                                    node, index
 *     │  POST listings/preflight      │                                            │
 *     ├──────────────────────────────►│ owned? confirmed? alone in its output?  ──►│
 *     │  transfer + sale + recovery   │ one anchor reserved per item               │
 *     │◄──────────────────────────────┤                                            │
 *     │  POST listings/submit         │ signatures verified, then stored           │
 *     ├──────────────────────────────►│   pending_public                           │
 *     │  listingIds                   │ coin and anchor confirmed?              ──►│
 *     │◄──────────────────────────────┤   buyable                                  │
 *
 * Nothing is broadcast: the transfer (TX1) is sent with the sale. Guarantees: the seller's own signature
 * fixes the seller's output of the sale; without a sale the inscription stays where it is; closing a listing
 * deletes its signatures and spends the anchor that its transfer needs.
 */
import { randomUUID } from 'node:crypto';
import { type FeeBreakdown, feeBreakdown } from '@ordbook/protocol/layout/fees';
import type { ListingTerms, SignedPsbt, SignedStep } from '@ordbook/protocol/layout/terms';
import { listingSteps, transferFee, transferTxid } from '@ordbook/protocol/listing/listing';
import { recoveryStep } from '@ordbook/protocol/listing/recovery';
import { outpointText, sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { inSlices } from '../../base/in-slices.ts';
import { nameTrades } from '../../base/trade-scope.ts';
import { requireInSync } from '../../ordinals/in-sync.ts';
import type { OrdinalsOutput } from '../../ordinals/port.ts';
import { slugsOf } from '../../store/catalogue/collections.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { insertListings, type Listing, listedAmong } from '../../store/listing/listings.ts';
import { topOffers } from '../../store/offer/offers.ts';
import { type Anchor, anchorsByIds, assignAnchors } from '../../store/operator-coins/anchors.ts';
import { type Binding, callersBinding, sellerKeyOf } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { isReservedFor, requireAnchors } from '../operator-coins/anchors.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import {
  bundleOn,
  feesOf,
  requireTradableTogether,
  sellableOutput,
  tradableCollection,
} from '../settlement/tradable-output.ts';
import { requireWithinDailyCost } from './daily-cost.ts';
import { publishSoon } from './publish.ts';
import { readingListingSignatures } from './read-signatures.ts';

export interface ListingBody {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly ordinalsPublicKey: string;
  readonly items: readonly { readonly inscriptionId: string; readonly priceSats: Sats }[];
}

export interface SignedListingBody extends ListingBody {
  readonly durationDays?: number;
  readonly anchors: readonly { readonly inscriptionId: string; readonly anchorUtxoId: string }[];
  readonly signed: readonly { readonly inscriptionId: string; readonly psbts: readonly SignedStep[] }[];
  readonly signedRecoveryPsbt: SignedPsbt;
}

/** What one item offers: the terms without the anchor, and the fees that follow from the price. */
interface Offered {
  readonly inscriptionId: string;
  readonly priceSats: Sats;
  readonly terms: Omit<ListingTerms, 'anchor'>;
  readonly fees: FeeBreakdown;
  readonly partnerId: string | null;
}

/**
 * Builds the PSBTs of 1..20 listings and reserves an anchor for each. Retry-safe: reservations for the same
 * outputs are used again, and expire by themselves. Refuses 429 when the caller's listings could cost too
 * much.
 */
export async function preflightListing(ctx: TradingContext, caller: Caller, body: ListingBody) {
  await requireOpen(ctx, caller, wantedBy(body));
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const offered = await readOffered(ctx, binding, body);
  await requireUnlisted(ctx, offered);
  await requireWithinDailyCost(ctx, caller, offered.map(inscriptionOf));
  const anchors = await requireAnchors(ctx, caller, offered.map(purposeOf));

  const terms = offered.map((item, i): ListingTerms => ({ ...item.terms, anchor: anchors[i]! }));
  return {
    listings: terms.map((item, i) => ({
      inscriptionId: offered[i]!.inscriptionId,
      anchorUtxoId: anchors[i]!.id,
      psbts: listingSteps(item, ctx.keys, ctx.settings.network).map((step) => ({
        inscriptionId: offered[i]!.inscriptionId,
        ...step,
      })),
    })),
    recoveryPsbt: recoveryStep(terms, ctx.keys, ctx.settings.network),
  };
}

/**
 * Verifies and stores 1..20 signed listings, all or none. Retry-safe: the same body gets the same answer, and
 * a refusal stored nothing. Refuses 400 for anything that preflight did not build, 409 when ownership, the
 * anchors or another listing changed since, 429 when the caller's listings could cost too much.
 */
export async function submitListing(ctx: TradingContext, caller: Caller, body: SignedListingBody) {
  const answer = await repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'listing',
    body,
    make: (storeAnswer) => newListings(ctx, caller, body, storeAnswer),
  });
  await publishSoon(
    ctx,
    answer.listings.map(({ listingId }) => listingId),
  );
  return answer;
}

/** What the operator may have stopped. */
function wantedBy({ slug, walletBindingId, items }: ListingBody): WantedTrade {
  const inscriptionIds = items.map(({ inscriptionId }) => inscriptionId);
  return { flow: 'listing', slug, walletBindingId, inscriptionIds };
}

async function newListings(
  ctx: TradingContext,
  caller: Caller,
  body: SignedListingBody,
  storeAnswer: StoreAnswer,
) {
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const offered = await readOffered(ctx, binding, body);
  await requireUnlisted(ctx, offered);
  const anchors = await reservedAnchors(ctx, caller, offered, body);
  const terms = offered.map((item, i): ListingTerms => ({ ...item.terms, anchor: coinOf(anchors[i]!) }));

  const transfers = terms.map((item) => transferTxid(item, ctx.keys));
  const signatures = await inSlices(readingListingSignatures(ctx, terms, body));
  const now = ctx.clock.now();
  const batchId = randomUUID();
  const listings = offered.map((item, i) => ({
    id: randomUUID(),
    state: 'pending_public' as const,
    collectionSlug: body.slug,
    sellerProfileId: caller.profileId,
    sellerBindingId: binding.id,
    sellerOrdinalsAddress: binding.ordinalsAddress,
    sellerPaymentAddress: binding.paymentAddress,
    sellerKey: item.terms.sellerKey,
    inscriptionId: inscriptionOf(item),
    items: item.terms.inscriptions,
    utxoTxid: item.terms.utxo.txid,
    utxoVout: item.terms.utxo.vout,
    utxoValueSats: item.terms.utxo.valueSats,
    priceSats: item.priceSats,
    sellerFeeBps: item.fees.sellerMarketplaceFeeBps,
    sellerFeeSats: item.fees.sellerMarketplaceFeeSats,
    sellerRoyaltyBps: item.fees.sellerCreatorRoyaltyBps,
    sellerRoyaltySats: item.fees.sellerCreatorRoyaltySats,
    sellerReceiveSats: item.fees.sellerReceiveSats,
    partnerId: item.partnerId,
    anchor: anchors[i]!,
    transferTxid: transfers[i]!,
    transferFeeSats: item.terms.transferFeeSats,
    ...signatures[i]!,
    batchId,
    batchPosition: i,
    durationDays: body.durationDays ?? null,
    createdAt: now,
  }));
  const answer = {
    listings: listings.map(({ id }, i) => ({ inscriptionId: offered[i]!.inscriptionId, listingId: id })),
  };
  return inTransaction(ctx.db, async (db) => {
    const unpaid = await requireWithinDailyCost({ ...ctx, db }, caller, offered.map(inscriptionOf));
    if (!(await assignAnchors(db, anchors, unpaid))) {
      const ids = anchors.map(({ id }) => id).join(', ');
      refuse('stale', `one of the anchors ${ids} is no longer reserved; run the preflight again`);
    }
    nameTrades(...listings.map(({ id }) => id));
    const stored = await insertListings(db, listings);
    const twice = listings.findIndex(({ id }) => !stored.has(id));
    if (twice >= 0) refuseListed(offered[twice]!.inscriptionId);
    await storeAnswer(
      db,
      answer,
      listings.map(({ id }) => id),
    );
    return answer;
  });
}

/** Refuses (409) items of which one has a live listing. */
async function requireUnlisted(ctx: TradingContext, offered: readonly Offered[]): Promise<void> {
  const listed = await listedAmong(
    ctx.db,
    offered.map(({ terms }) => terms.utxo),
  );
  const twice = offered.find(({ terms }) => listed.some((coin) => sameOutpoint(coin, terms.utxo)));
  if (twice) refuseListed(twice.inscriptionId);
}

function refuseListed(inscriptionId: string): never {
  refuse('already_listed', `inscription ${inscriptionId} is already listed; delist it first`);
}

/** The terms that the seller signed. */
export function termsOf(listing: Listing): ListingTerms {
  return {
    utxo: { txid: listing.utxoTxid, vout: listing.utxoVout, valueSats: listing.utxoValueSats },
    inscriptions: listing.items.map(({ id, offset }) => ({ id, offset })),
    sellerKey: listing.sellerKey,
    sellerPaymentAddress: listing.sellerPaymentAddress,
    sellerProceedsSats: listing.sellerReceiveSats + listing.utxoValueSats,
    anchor: { txid: listing.anchor.txid, vout: listing.anchor.vout, valueSats: listing.anchor.valueSats },
    transferFeeSats: listing.transferFeeSats,
  };
}

/**
 * Where the operator wants it, refuses (409, at preflight 400) a call of which an item asks less than a
 * standing offer pays for anything on its output.
 */
async function requireNoBetterOffer(
  ctx: TradingContext,
  { items }: ListingBody,
  outputs: readonly (OrdinalsOutput | null | undefined)[],
): Promise<void> {
  if (!ctx.settings.refuseListingsBelowOffers) return;
  const sold = items.map(({ inscriptionId }, i) => outputs[i]?.inscriptionIds ?? [inscriptionId]);
  const tops = await topOffers(ctx.db, sold.flat(), ctx.clock.now());
  for (const [i, { inscriptionId, priceSats }] of items.entries()) {
    const best = Math.max(0, ...sold[i]!.map((id) => tops.get(id) ?? 0));
    if (best > priceSats)
      refuse(
        'below_standing_offer',
        `inscription ${inscriptionId} has an offer of ${best} sats, more than its priceSats ${priceSats}; accept that, or ask for at least as much`,
      );
  }
}

/** Reads every item from the index and the node. Refuses what this wallet cannot sell. */
async function readOffered(ctx: TradingContext, binding: Binding, body: ListingBody): Promise<Offered[]> {
  const sellerKey = sellerKeyOf(ctx, binding, body.ordinalsPublicKey);
  const collection = await tradableCollection(ctx, body.slug);
  await requireInSync(ctx.ordinals, ctx.chain);
  const inscriptions = await ctx.ordinals.inscriptions(body.items.map((item) => item.inscriptionId));
  const located = body.items.map((item, i) => {
    const inscription = inscriptions[i];
    if (!inscription) refuse('not_found', `no inscription ${item.inscriptionId}`);
    if (inscription.address !== binding.ordinalsAddress)
      refuse(
        'not_owner',
        `inscription ${item.inscriptionId} is at ${inscription.address ?? 'no address'}, not at ${binding.ordinalsAddress}; use the wallet binding of that address`,
      );
    if (item.priceSats < ctx.settings.listingMinimumSats)
      refuse(
        'bad_price',
        `priceSats ${item.priceSats} is below the minimum of ${ctx.settings.listingMinimumSats}`,
      );
    return inscription;
  });
  const outpoints = located.map((inscription) => inscription.location);
  const [outputs, unspents] = await Promise.all([
    ctx.ordinals.outputs(outpoints),
    ctx.chain.unspents(outpoints),
  ]);

  await requireNoBetterOffer(ctx, body, outputs);
  const listedIds = body.items.map(({ inscriptionId }) => inscriptionId);
  const bundled = outputs.flatMap((output) => output?.inscriptionIds ?? []);
  const slugs = await slugsOf(ctx.db, [...new Set([...listedIds, ...bundled])]);
  const { fees, payoutAddress } = await feesOf(ctx, collection);
  const offered: Offered[] = [];
  for (const [i, item] of body.items.entries()) {
    const at = outpointText(outpoints[i]!);
    if (!slugs.get(item.inscriptionId)?.includes(collection.slug))
      refuse('not_found', `inscription ${item.inscriptionId} is not in collection ${collection.slug}`);
    const found = { inscription: located[i]!, output: outputs[i], unspent: unspents[i] };
    const output = sellableOutput(ctx, found, 'not_listable');
    if (offered.some((other) => sameOutpoint(other.terms.utxo, outpoints[i]!)))
      refuse('not_listable', `two items are on the same output ${at} and sell together; list one of them`);

    await requireTradableTogether(ctx, collection, output.inscriptionIds, 'not_listable', slugs);
    const breakdown = feeBreakdown({
      priceSats: item.priceSats,
      utxoValueSats: output.valueSats,
      fees,
      payoutAddress,
      network: ctx.settings.network,
    });
    offered.push({
      inscriptionId: item.inscriptionId,
      priceSats: item.priceSats,
      fees: breakdown,
      partnerId: collection.partnerId,
      terms: {
        utxo: { ...outpoints[i]!, valueSats: output.valueSats },
        inscriptions: await bundleOn(ctx, output.inscriptionIds, located),
        sellerKey,
        sellerPaymentAddress: binding.paymentAddress,
        sellerProceedsSats: breakdown.sellerReceiveSats + output.valueSats,
        transferFeeSats: transferFee(ctx.settings.transferFeeRate),
      },
    });
  }
  return offered;
}

/** The inscription that names an output with several, whichever of them the seller named. */
function inscriptionOf({ terms }: Offered): string {
  return terms.inscriptions[0]!.id;
}

/** What the anchor of an item is reserved for. */
function purposeOf({ terms }: Offered): string {
  return `listing of ${outpointText(terms.utxo)}`;
}

const coinOf = ({ txid, vout, valueSats }: Anchor): Utxo => ({ txid, vout, valueSats });

/** The anchors that the preflight reserved for this caller, in the order of the items. */
async function reservedAnchors(
  ctx: TradingContext,
  caller: Caller,
  offered: readonly Offered[],
  body: SignedListingBody,
): Promise<Anchor[]> {
  if (body.anchors.length !== offered.length)
    refuse('malformed', `anchors has ${body.anchors.length} entries for ${offered.length} items`);
  const anchors = await anchorsByIds(
    ctx.db,
    body.anchors.map((entry) => entry.anchorUtxoId),
  );
  return offered.map((item, i) => {
    const entry = body.anchors[i]!;
    const anchor = anchors[i];
    if (entry.inscriptionId !== item.inscriptionId)
      refuse(
        'malformed',
        `anchors[${i}] is for ${entry.inscriptionId}, items[${i}] is ${item.inscriptionId}`,
      );
    if (!anchor || !isReservedFor(ctx, anchor, caller, purposeOf(item)))
      refuse('stale', `anchor ${entry.anchorUtxoId} is not reserved for you; run the preflight again`);
    return anchor;
  });
}
