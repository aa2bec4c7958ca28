/**
 * Fill: a seller takes a collection offer with an eligible inscription.
 *
 *   seller                            ordbook                                    signers, node
 *     │  POST {offerId}/fill/preflight  │                                              │
 *     ├────────────────────────────────►│ owned? eligible? coins there? coin reserved  │
 *     │  the settlement, every figure   │                                              │
 *     │◄────────────────────────────────┤                                              │
 *     │  POST {offerId}/fill/submit     │ rebuilt, compared, signature verified        │
 *     ├────────────────────────────────►│   seller_signed; the offer is taken          │
 *     │                                 │ market, policy and gate sign              ──►│
 *     │                                 │   pending: the package is stored             │
 *     │                                 │   sending: a cancel comes too late now       │
 *     │                                 │ funding parent and settlement             ──►│
 *     │  settlementTxid                 │   broadcast                                  │
 *     │◄────────────────────────────────┤                                              │
 *                                       │ a block has it: accepted (settle.ts)      ◄──│
 *
 * A refusal after submit ends the attempt with its reason: the admission coin is released, and the offer
 * becomes active, expired or invalidated. `confirmFills` finishes whatever a crash interrupted; no other code
 * repairs fills.
 */
import { randomUUID } from 'node:crypto';
import { tierOf } from '@ordbook/protocol/collection-offer/admission';
import { fillLayout, fillStep } from '@ordbook/protocol/fill/fill';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { SignedPsbt } from '@ordbook/protocol/layout/terms';
import { readStep } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { nameTrades } from '../../base/trade-scope.ts';
import { storedTip } from '../../store/chain/blocks.ts';
import { type CollectionOffer, topOfferFor } from '../../store/collection-offer/collection-offers.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type FillAttempt, fillAttemptById, insertFillAttempt } from '../../store/fill/fill-attempts.ts';
import {
  type Admission,
  admissionById,
  assignAdmission,
  recordAdmissionQuote,
  releaseAdmission,
  reserveAdmission,
} from '../../store/operator-coins/admissions.ts';
import { forgetSubmissions } from '../../store/submission/submissions.ts';
import { type Binding, callersBinding, sellerKeyOf } from '../account/wallet-binding.ts';
import { offerParts } from '../collection-offer/eligible-set.ts';
import { collectionOfferOf } from '../collection-offer/open-offer.ts';
import type { Caller, TradingContext } from '../context.ts';
import { fillProofs } from '../custody/fill-proofs.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { recogniseAdmissionCoins } from '../operator-coins/pools.ts';
import { packageFeeRate, quotedFeeRate, requireAboveMinimum } from '../settlement/package-fee-rate.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { tradableCollection } from '../settlement/tradable-output.ts';
import { type FillPlan, planFill, readBrought } from './plan.ts';
import { completeFill } from './settle.ts';

export interface FillBody {
  readonly slug: string;
  readonly offerId: string;
  readonly walletBindingId: string;
  readonly ordinalsPublicKey: string;
  readonly inscriptionId: string;
}

export interface TopOfferWarning {
  readonly selectedOffer: { readonly offerId: string; readonly priceSats: Sats };
  readonly topOffer: { readonly offerId: string; readonly priceSats: Sats };
}

export interface SignedFillBody extends FillBody, SignedPsbt {
  readonly expectedSettlementTxid: string;
  readonly admissionAnchorUtxoId: string;
  readonly belowTopOfferConfirmation?: TopOfferWarning | null;
}

/**
 * Builds the settlement and reserves an admission coin for a while. Changes no offer. Retry-safe: the
 * seller's earlier reservation is used again.
 */
export async function preflightFill(ctx: TradingContext, caller: Caller, body: FillBody) {
  const { tiers } = offerParts(ctx);
  await requireOpen(ctx, caller, wantedBy(body));
  const { binding, sellerKey, offer } = await readFill(ctx, caller, body);
  const brought = await readBrought(ctx, binding, sellerKey, offer, body.inscriptionId);
  // what the policy signer will ask for: a seller shall not sign what it cannot judge
  await fillProofs(ctx, offer, body.inscriptionId);
  const { rate } = await quotedFeeRate(ctx);
  const tier = tierOf(tiers, offer.priceSats);
  const tip = await storedTip(ctx.db);
  if (!tip) refuse('unavailable', 'the service has not read any block yet; try again later');
  if (!tier) refuse('no_admission', `no tier of this service fills offers of ${offer.priceSats} sats`);
  await recogniseAdmissionCoins(ctx);
  const now = ctx.clock.now();
  const admission = await reserveAdmission(ctx.db, {
    tier: tier.number,
    // BIP68: a lock of k blocks ends in the block k above the coin's own; the next block is that one
    notAbove: tip.height + 1 - tier.lockBlocks,
    now,
    until: new Date(now.getTime() + ctx.settings.reservationMs),
    profileId: caller.profileId,
    inscriptionId: body.inscriptionId,
  });
  if (!admission)
    refuse(
      'no_admission',
      `every admission coin of tier ${tier.number} is reserved by other sellers or was used in the last ${tier.lockBlocks} blocks; try again after the next block`,
    );
  try {
    const plan = await planFill(ctx, offer, brought, admission, rate);
    requireGain(plan);
    return await quote(ctx, caller, { offer, plan, admission, rate });
  } catch (error) {
    // What an earlier preflight quoted with the same coin stays valid.
    if (!admission.reservation?.settlementTxid) await releaseAdmission(ctx.db, admission);
    throw error;
  }
}

/**
 * Refuses (400) a sale in which the seller gives away at least as many sats with the inscription as the offer
 * pays.
 */
function requireGain({ sellerReceiveSats, terms }: FillPlan): void {
  if (sellerReceiveSats > terms.utxo.valueSats) return;
  refuse(
    'bad_price',
    `the inscription's output holds ${terms.utxo.valueSats} sats, which go to the buyer; after fees the offer pays no more than that, so move the inscription to a smaller output first`,
  );
}

/** Stores the terms with the reserved coin and returns the response of the preflight. */
async function quote(
  ctx: TradingContext,
  caller: Caller,
  built: { offer: CollectionOffer; plan: FillPlan; admission: Admission; rate: number },
) {
  const { offer, plan, admission, rate } = built;
  const settlementTxid = layoutTxid(fillLayout(plan.terms, ctx.settings.network));
  const inscriptionId = plan.terms.inscription.id;
  const isQuoted = await recordAdmissionQuote(ctx.db, admission.id, {
    profileId: caller.profileId,
    purpose: inscriptionId,
    offerId: offer.id,
    feeRate: rate,
    settlementTxid,
  });
  // what is quoted may be that of an attempt that failed
  await forgetSubmissions(ctx.db, caller.profileId, [settlementTxid]);
  if (!isQuoted)
    refuse('stale', 'the admission coin is now reserved by another seller; run the preflight again');
  return {
    offerId: offer.id,
    inscriptionId,
    priceSats: offer.priceSats,
    sellerReceiveSats: plan.sellerReceiveSats,
    inscriptionUtxoValueSats: plan.terms.utxo.valueSats,
    marketplaceFeeSats: plan.marketplaceFeeSats,
    creatorRoyaltySats: plan.creatorRoyaltySats,
    estimatedNetworkFeeSats: plan.estimatedNetworkFeeSats,
    targetFeeRateSatVb: rate,
    belowTopOfferWarning: await topOfferWarning(ctx, caller, offer, inscriptionId),
    expectedSettlementTxid: settlementTxid,
    admissionAnchorUtxoId: admission.id,
    sellerStep: fillStep(plan.terms, ctx.settings.network),
  };
}

/**
 * Verifies, stores and settles a signed fill. Retry-safe: a settlement is attempted once, and a retry returns
 * the same ids. Refuses 400 for anything that preflight did not build, 409 when the offer, the coins or the
 * book changed, 503 when a signer or the node is unreachable. After a 503 the attempt is stored, and a retry
 * returns its outcome.
 */
export async function submitFill(ctx: TradingContext, caller: Caller, body: SignedFillBody) {
  offerParts(ctx);
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'fill',
    body,
    make: (storeAnswer) => newFill(ctx, caller, body, storeAnswer),
    resume: async ({ fillAttemptId }) => {
      const attempt = await fillAttemptById(ctx.db, fillAttemptId);
      if (!attempt) throw new Error(`fill attempt ${fillAttemptId} is gone`);
      return fillResponse(await completeFill(ctx, attempt));
    },
  });
}

/** What the operator may have stopped. */
function wantedBy({ slug, walletBindingId, inscriptionId }: FillBody): WantedTrade {
  return { flow: 'fill', slug, walletBindingId, inscriptionIds: [inscriptionId] };
}

async function newFill(ctx: TradingContext, caller: Caller, body: SignedFillBody, storeAnswer: StoreAnswer) {
  const { binding, sellerKey, offer } = await readFill(ctx, caller, body);
  const admission = await admissionById(ctx.db, body.admissionAnchorUtxoId);
  const reserved = admission?.reservation;
  const isExpired = !admission?.reservedUntil || admission.reservedUntil <= ctx.clock.now();
  const isQuoted = reserved?.profileId === caller.profileId && reserved.offerId === offer.id;
  if (isExpired || !isQuoted || reserved.feeRate === undefined)
    refuse(
      'stale',
      `admission ${body.admissionAnchorUtxoId} is not reserved for you; run the preflight again`,
    );
  requireAboveMinimum(reserved.feeRate, (await packageFeeRate(ctx)).minimum);
  const brought = await readBrought(ctx, binding, sellerKey, offer, body.inscriptionId);
  const plan = await planFill(ctx, offer, brought, admission, reserved.feeRate);
  requireGain(plan);
  const table = fillLayout(plan.terms, ctx.settings.network);
  const settlementTxid = layoutTxid(table);
  if (settlementTxid !== reserved.settlementTxid || settlementTxid !== body.expectedSettlementTxid)
    refuse(
      'stale',
      `the settlement has changed and is no longer ${body.expectedSettlementTxid}; run the preflight again`,
    );
  const { signature } = readStep(
    table,
    { party: 'seller', address: binding.ordinalsAddress },
    body,
    'the settlement',
  )[0]!;
  await requireConfirmedTop(ctx, caller, offer, body);

  const id = randomUUID();
  const attempt = await inTransaction(ctx.db, async (db) => {
    nameTrades(id);
    if (!(await collectionOfferMachine.transition(db, offer.id, 'active', 'filling')))
      refuse('offer_closed', `offer ${offer.id} has been filled or closed`);
    if (!(await assignAdmission(db, admission)))
      refuse('stale', `admission ${admission.id} is no longer reserved; run the preflight again`);
    const stored = await insertFillAttempt(db, {
      id,
      offerId: offer.id,
      inscriptionId: body.inscriptionId,
      sellerProfileId: caller.profileId,
      sellerBindingId: binding.id,
      sellerAddress: binding.ordinalsAddress,
      admissionId: admission.id,
      settlementTxid,
      terms: JSON.stringify(plan.terms),
      sellerSignature: signature,
      createdAt: ctx.clock.now(),
    });
    await storeAnswer(db, fillResponse(stored), [id], [settlementTxid]);
    return stored;
  });
  return fillResponse(await completeFill(ctx, attempt));
}

function fillResponse(attempt: FillAttempt) {
  return {
    offerId: attempt.offerId,
    fillAttemptId: attempt.id,
    status: attempt.state === 'accepted' ? ('accepted' as const) : ('broadcast' as const),
    settlementTxid: attempt.settlementTxid,
  };
}

/**
 * What preflight and submit both read. Refuses 404 for an unknown offer, 403 for another profile's wallet,
 * 400 if the offer is the caller's own, 409 for a closed one.
 */
async function readFill(
  ctx: TradingContext,
  caller: Caller,
  body: FillBody,
): Promise<{ binding: Binding; sellerKey: string; offer: CollectionOffer }> {
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const sellerKey = sellerKeyOf(ctx, binding, body.ordinalsPublicKey);
  await tradableCollection(ctx, body.slug);
  const offer = await collectionOfferOf(ctx, body.slug, body.offerId);
  if (offer.makerProfileId === caller.profileId)
    refuse('malformed', `offer ${offer.id} is your own; cancel it instead`);
  if (offer.state !== 'active') refuse('offer_closed', `offer ${offer.id} is ${offer.state}`);
  if (offer.expiresAt <= ctx.clock.now())
    refuse('offer_closed', `offer ${offer.id} expired at ${offer.expiresAt.toISOString()}`);
  const { market, gate, policy } = offerParts(ctx).keys;
  const named = offer.terms.keys;
  if (named.market !== market || named.gate !== gate || named.policy !== policy)
    refuse('offer_closed', `offer ${offer.id} names signers of earlier keys; fill another offer`);
  return { binding, sellerKey, offer };
}

/** The offer that would pay more for the same inscription. null: there is none. */
async function topOfferWarning(
  ctx: TradingContext,
  caller: Caller,
  offer: CollectionOffer,
  inscriptionId: string,
): Promise<TopOfferWarning | null> {
  const top = await topOfferFor(ctx.db, {
    slug: offer.slug,
    inscriptionId,
    now: ctx.clock.now(),
    exceptProfileId: caller.profileId,
  });
  if (!top || top.priceSats <= offer.priceSats) return null;
  return {
    selectedOffer: { offerId: offer.id, priceSats: offer.priceSats },
    topOffer: { offerId: top.id, priceSats: top.priceSats },
  };
}

/**
 * Refuses (409) a fill below the best offer of the book unless the seller has sent this exact warning back.
 */
async function requireConfirmedTop(
  ctx: TradingContext,
  caller: Caller,
  offer: CollectionOffer,
  body: SignedFillBody,
) {
  const warning = await topOfferWarning(ctx, caller, offer, body.inscriptionId);
  if (!warning) return;
  const sent = body.belowTopOfferConfirmation;
  const isConfirmed =
    sent?.selectedOffer.offerId === warning.selectedOffer.offerId &&
    sent.selectedOffer.priceSats === warning.selectedOffer.priceSats &&
    sent.topOffer.offerId === warning.topOffer.offerId &&
    sent.topOffer.priceSats === warning.topOffer.priceSats;
  if (!isConfirmed)
    refuse(
      'below_top_offer',
      `offer ${warning.topOffer.offerId} pays ${warning.topOffer.priceSats} sats, more than ${offer.priceSats}; fill that one, or send belowTopOfferWarning back as belowTopOfferConfirmation`,
    );
}
