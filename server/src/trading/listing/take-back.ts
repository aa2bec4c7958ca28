/**
 * Take-back: a seller takes an inscription out of its passthrough; the operator pays the fee.
 *
 *   seller                             ordbook                                     node
 *     │  POST …/take-back/preflight      │                                           │
 *     ├─────────────────────────────────►│ transferred, and not sold?              ──►│
 *     │  one PSBT: the key path, DEFAULT │                                           │
 *     │◄─────────────────────────────────┤                                           │
 *     │  POST …/take-back/submit         │ rebuilt, compared, signature verified      │
 *     ├─────────────────────────────────►│ the signer adds the anchor change          │
 *     │                                  │ stored; an open listing is cancelled       │
 *     │  txid                            │ sent                                     ──►│
 *     │◄─────────────────────────────────┤                                           │
 *
 * For a listing whose transfer was mined without its sale. The transaction follows from the listing alone, so
 * nothing is reserved and the calls are retry-safe. `recoverListings` sends it again until it is settled.
 */

import { layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import type { SignedStep } from '@ordbook/protocol/layout/terms';
import { takeBackLayout, takeBackStep } from '@ordbook/protocol/listing/take-back';
import { outpointText } from '@ordbook/protocol/outpoint';
import { readSteps } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import { nameTrades } from '../../base/trade-scope.ts';
import { type Listing, listingsByIds, stalledAmong } from '../../store/listing/listings.ts';
import type { ListingState } from '../../store/listing/schema.ts';
import { callersBinding, sellerKeyOf } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { bumpFor, sendReturn, storeReturn } from './bumped-return.ts';
import { closeListing } from './delist.ts';
import { termsOf } from './list.ts';

export interface TakeBackBody {
  readonly slug: string;
  readonly listingId: string;
  readonly walletBindingId: string;
  readonly ordinalsPublicKey: string;
}

export interface SignedTakeBackBody extends TakeBackBody {
  readonly expectedTxid: string;
  readonly signedSteps: readonly SignedStep[];
}

/**
 * Builds the PSBT that takes a stranded listing back. Changes nothing. Retry-safe. Refuses as `ownListing`
 * and `requireStranded` do.
 */
export async function preflightTakeBack(ctx: TradingContext, caller: Caller, body: TakeBackBody) {
  const listing = await ownListing(ctx, caller, body);
  if (listing.recoveryTxid !== null)
    refuse('stale', `listing ${listing.id} is already being returned by transaction ${listing.recoveryTxid}`);
  await requireStranded(ctx, listing);
  const terms = termsOf(listing);
  const table = takeBackLayout(terms, ctx.keys);
  return {
    listingId: listing.id,
    inscriptionId: listing.inscriptionId,
    networkFeeSats: networkFee(table),
    expectedTxid: layoutTxid(table),
    steps: [takeBackStep(terms, ctx.keys, ctx.settings.network)],
  };
}

/**
 * Verifies, stores and sends a signed take-back, and cancels an open listing. Retry-safe: returns the same
 * txid. Refuses 400 for a PSBT that preflight did not build, 409 when the inscription has left the
 * passthrough or is being returned another way.
 */
export async function submitTakeBack(ctx: TradingContext, caller: Caller, body: SignedTakeBackBody) {
  const listing = await ownListing(ctx, caller, body);
  nameTrades(listing.id);
  const terms = termsOf(listing);
  const table = takeBackLayout(terms, ctx.keys);
  const txid = layoutTxid(table);
  if (body.expectedTxid !== txid)
    refuse('stale', `the take-back is ${txid}, not ${body.expectedTxid}; run the preflight again`);
  const [signatures] = readSteps(
    [table],
    { party: 'seller', address: listing.sellerOrdinalsAddress },
    body.signedSteps,
  );
  const taken = { listingId: listing.id, inscriptionId: listing.inscriptionId, txid };
  if (listing.recoveryTxid === txid) return taken;

  await requireStranded(ctx, listing);
  const chosen = await bumpFor(ctx, table);
  const [signed] = signatures!;
  const asked = { terms, sellerSignature: signed!.signature, bump: chosen?.bump ?? null };
  const recovery = await ctx.signer.signTakeBack(asked);
  const changed = `listing ${listing.id} has changed; run the preflight again after the next block`;
  const isStored = await storeReturn(ctx, [listing], { recovery, chosen }, async (db) => {
    const isOpen = OPEN.includes(listing.state);
    if (isOpen && !(await closeListing({ ...ctx, db }, listing, 'cancelled', 'taken back by its seller')))
      refuse('stale', changed);
  });
  if (!isStored) refuse('stale', changed);
  await sendReturn(ctx, recovery.hex, recovery.bump?.hex ?? null);
  ctx.log.info({ listingId: listing.id, txid }, 'take-back of a listing sent');
  return taken;
}

/**
 * The caller's listing. Refuses 409 for an unknown one, 403 for another wallet's, 400 for a key that did not
 * sign it.
 */
async function ownListing(
  ctx: TradingContext,
  caller: Caller,
  { slug, listingId, walletBindingId, ordinalsPublicKey }: TakeBackBody,
): Promise<Listing> {
  const binding = await callersBinding(ctx, caller, walletBindingId);
  const [listing] = await listingsByIds(ctx.db, [listingId]);
  if (listing?.collectionSlug !== slug)
    return refuse('unknown_listing', `no listing ${listingId} in collection ${slug}`);
  if (listing.sellerProfileId !== caller.profileId)
    refuse('not_owner', `listing ${listingId} was not made by a wallet of yours`);
  if (listing.sellerOrdinalsAddress !== binding.ordinalsAddress)
    refuse(
      'not_owner',
      `listing ${listingId} was made by your wallet at ${listing.sellerOrdinalsAddress}; use its binding ${listing.sellerBindingId}`,
    );
  if (sellerKeyOf(ctx, binding, ordinalsPublicKey) !== listing.sellerKey)
    refuse('bad_public_key', `listing ${listingId} was signed with the key ${listing.sellerKey}`);
  return listing;
}

/** Of a listing that a take-back cancels. */
const OPEN: readonly ListingState[] = ['pending_public', 'buyable', 'hidden_locked'];

/**
 * Refuses 409 unless the inscription is on its passthrough, in a block, and no purchase but a stalled one is
 * in progress. While the mempool has that purchase, only the seller's key path spends the passthrough.
 */
async function requireStranded(ctx: TradingContext, listing: Listing): Promise<void> {
  const { id, state, transferTxid } = listing;
  if (state === 'sold') refuse('not_buyable', `listing ${id} is sold and cannot be taken back`);
  const isStalled = (await stalledAmong(ctx.db, [listing])).has(id);
  if (state === 'hidden_locked' && !isStalled)
    refuse('not_buyable', `listing ${id} is being bought; try again later`);
  const passthrough = { txid: transferTxid, vout: 0 };
  const coin = await ctx.chain.unspent(passthrough);
  const [spender] = coin ? [null] : await ctx.chain.mempoolSpenders([passthrough]);
  if (spender)
    refuse(
      'stale',
      `passthrough ${outpointText(passthrough)} of listing ${id} is spent by ${spender}, which is in no block; try again after the next block, or take the inscription back by your own key with ordbook exit, through another node`,
    );
  if (!coin?.confirmations)
    refuse('stale', `listing ${id} has no confirmed passthrough ${transferTxid}:0; delist it instead`);
}
