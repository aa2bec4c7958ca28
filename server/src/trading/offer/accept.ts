/**
 * Acceptance of a buyer's offer by the owner of the inscription.
 *
 *   owner                               ordbook                                       node, index
 *     │  POST …/accept/preflight          │                                               │
 *     ├──────────────────────────────────►│ active? in place? coins there? fee rate   ──►│
 *     │  settlement, and payout if needed │                                               │
 *     │◄──────────────────────────────────┤                                               │
 *     │  POST …/accept/submit             │ rebuilt at the rate sent, compared, verified  │
 *     ├──────────────────────────────────►│ would the node take it?                   ──►│
 *     │                                   │ stored: accepted, broadcasting                │
 *     │  settlementTxid, payoutTxid       │ submitpackage                             ──►│
 *     │◄──────────────────────────────────┤   pending; rivals on the same coins close      │
 *
 * Guarantees: an owner never has a member's signatures before acceptance; one coin is never in two accepted
 * offers; the settlement's txid is the one that the buyer signed. `settle.ts` finishes whatever a crash
 * interrupted.
 */

import { complete } from '@ordbook/protocol/bitcoin/witness';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { SignedStep } from '@ordbook/protocol/layout/terms';
import { acceptSteps, payoutLayout, settlementLayout } from '@ordbook/protocol/offer/offer';
import { ACCEPT_FEE_RATES, bearableRate, planPayout } from '@ordbook/protocol/offer/plan-payout';
import type { PayoutTerms } from '@ordbook/protocol/offer/terms';
import { readSteps } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import { type BuyerOffer, type PsbtOffer, recordFeeRate } from '../../store/offer/offers.ts';
import { callersBinding, sellerKeyOf } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { requireAcceptable } from '../settlement/package.ts';
import { packageFeeRate } from '../settlement/package-fee-rate.ts';
import { promisedRate, promisedUntil } from '../settlement/promised-rate.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { tradableCollection } from '../settlement/tradable-output.ts';
import { requireActive } from './close.ts';
import { invalidateOffer } from './lost-coins.ts';
import { requireInPlace } from './offerable-inscription.ts';
import { type OfferAction, offerOf, requireSeller } from './open-offer.ts';
import { completeAcceptance } from './settle.ts';

export interface AcceptBody extends OfferAction {
  readonly ordinalsPublicKey: string;
}

export interface SignedAcceptBody extends AcceptBody {
  /** sat/vB, 1..20. May have decimals. Default: what the last preflight of the offer returned. */
  readonly targetFeeRateSatVb?: number;
  readonly expectedSettlementTxid: string;
  readonly expectedPayoutTxid: string | null;
  readonly signedSteps: readonly SignedStep[];
}

type Acceptable = BuyerOffer | PsbtOffer;
type Seller = Pick<PayoutTerms, 'sellerKey' | 'sellerPaymentAddress'>;

/**
 * Builds what the owner signs, at the current fee rate, which is kept for a submit that names none. Changes
 * nothing else, except that it invalidates an offer whose coins are gone. Retry-safe.
 */
export async function preflightAcceptOffer(ctx: TradingContext, caller: Caller, body: AcceptBody) {
  await requireOpen(ctx, caller, wantedBy(body));
  const { offer, seller } = await acceptable(ctx, caller, body);
  await requireActive(ctx, offer);
  await requireAlive(ctx, offer);
  const { rate, minimum } = await packageFeeRate(ctx);
  const wanted = Math.min(Math.max(rate, ACCEPT_FEE_RATES.minimum), ACCEPT_FEE_RATES.maximum);
  const { network } = ctx.settings;
  const feeRate = bearableRate(offer.terms, seller, wanted, network);
  const { payout, feeSats, packageRate } = planPayout(offer.terms, seller, feeRate, network);
  if (packageRate < minimum)
    refuse(
      'mempool_busy',
      `the mempool minimum is ${minimum} sat/vB, more than the ${feeRate} that this acceptance can pay; try again when fees are lower`,
    );
  await recordFeeRate(ctx.db, offer.id, feeRate, promisedUntil(ctx));
  return {
    offerId: offer.id,
    targetFeeRateSatVb: feeRate,
    estimatedNetworkFeeSats: feeSats,
    expectedSettlementTxid: offer.firstTxid,
    expectedPayoutTxid: payout ? layoutTxid(payoutLayout(offer.terms, payout, network)) : null,
    steps: acceptSteps(offer.terms, seller.sellerKey, payout, network),
  };
}

/**
 * Verifies, stores and sends an acceptance at the submitted fee rate, which is not estimated again.
 * Retry-safe: the same body gets the same answer, and a refusal stored nothing. Refuses 400 for PSBTs that
 * were not built for it, 409 when the offer, its coins or the inscription changed.
 */
export async function submitAcceptOffer(ctx: TradingContext, caller: Caller, body: SignedAcceptBody) {
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'accept',
    body,
    make: (storeAnswer) => newAcceptance(ctx, caller, body, storeAnswer),
  });
}

/** What the operator may have stopped. */
function wantedBy({ walletBindingId, inscriptionId }: AcceptBody): WantedTrade {
  return { flow: 'offer', walletBindingId, inscriptionIds: [inscriptionId] };
}

async function newAcceptance(
  ctx: TradingContext,
  caller: Caller,
  body: SignedAcceptBody,
  storeAnswer: StoreAnswer,
) {
  const { offer, seller } = await acceptable(ctx, caller, body);
  await requireActive(ctx, offer);
  await requireAlive(ctx, offer);

  const { network } = ctx.settings;
  const feeRate = body.targetFeeRateSatVb ?? promisedRate(ctx, offer);
  if (feeRate === null)
    refuse('stale', `no preflight promises a fee rate for offer ${offer.id} any more; run the preflight`);
  const plan = planPayout(offer.terms, seller, feeRate, network);
  const settlementTable = settlementLayout(offer.terms, network, seller.sellerKey);
  const payoutTable = plan.payout ? payoutLayout(offer.terms, plan.payout, network) : null;
  const settlementTxid = layoutTxid(settlementTable);
  const payoutTxid = payoutTable ? layoutTxid(payoutTable) : null;
  requireSameTxid('settlement', body.expectedSettlementTxid, settlementTxid);
  requireSameTxid('payout', body.expectedPayoutTxid, payoutTxid);
  const tables = payoutTable ? [settlementTable, payoutTable] : [settlementTable];
  if (body.signedSteps.length !== tables.length)
    refuse('bad_psbt', `signedSteps has ${body.signedSteps.length} entries for ${tables.length} steps`);
  const signatures = readSteps(tables, { party: 'seller', address: offer.sellerAddress }, body.signedSteps);

  if (!offer.signatures) throw new Error(`active offer ${offer.id} has no signatures`);
  const settlement = complete(settlementTable, {
    buyer: offer.signatures.settlement,
    seller: signatures[0]!,
  });
  const payout = payoutTable ? [complete(payoutTable, { seller: signatures[1]! }).hex] : [];
  const rawPackage = [settlement.hex, ...payout];
  await requireAcceptable(ctx, rawPackage, plan.packageRate);
  const answer = acceptResponse(offer, settlementTxid, payoutTxid);
  const acceptance = { settlementTxid, payoutTxid, fundingTxid: null, package: rawPackage };
  await completeAcceptance(ctx, offer, acceptance, (db) => storeAnswer(db, answer, [offer.id]));
  return answer;
}

/** The offer, if the caller may accept it, and how the caller is paid. */
async function acceptable(
  ctx: TradingContext,
  caller: Caller,
  body: AcceptBody,
): Promise<{ offer: Acceptable; seller: Seller }> {
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const offer = await offerOf(ctx, body);
  await requireSeller(ctx, offer, binding);
  if (offer.kind !== 'buyer_offer') refuse('not_found', `${offer.id} is a counter, not a buyer's offer`);
  const sellerKey = sellerKeyOf(ctx, binding, body.ordinalsPublicKey);
  await tradableCollection(ctx, offer.collectionSlug);
  return { offer, seller: { sellerKey, sellerPaymentAddress: binding.paymentAddress } };
}

/**
 * Refuses (409) an offer that has a spent or unconfirmed coin. A spent coin invalidates the offer at once.
 */
async function requireAlive(ctx: TradingContext, offer: Acceptable): Promise<void> {
  const { utxo, inscriptions, payments } = offer.terms;
  const coins = await ctx.chain.unspents([utxo, ...payments]);
  if (coins.includes(null)) {
    await invalidateOffer(ctx, offer);
    refuse('coins_spent', `a coin of offer ${offer.id} was spent elsewhere`);
  }
  if (coins.some((coin) => coin!.confirmations < 1))
    refuse('stale', `a coin of offer ${offer.id} is not confirmed; try again after the next block`);
  await requireInPlace(ctx, offer, { utxo, inscriptions });
}

function requireSameTxid(what: string, expected: string | null, built: string | null): void {
  if (expected !== built)
    refuse(
      'stale',
      `the ${what} is ${built ?? 'left out'}, not ${expected ?? 'left out'}; run the preflight again`,
    );
}

function acceptResponse(offer: Acceptable, settlementTxid: string, payoutTxid: string | null) {
  return { offerId: offer.id, settlementTxid, payoutTxid, status: 'accepted' as const };
}
