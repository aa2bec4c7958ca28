/**
 * Acceptance of a counter by its bidder.
 *
 *   buyer                               ordbook                                         node, index, signer
 *     │  POST …/counter/accept/preflight  │                                                 │
 *     ├──────────────────────────────────►│ active? in place? coins safe? fee rate      ──►│
 *     │  funding, settlement              │ the rate noted with the counter                 │
 *     │◄──────────────────────────────────┤                                                 │
 *     │  POST …/counter/accept/submit     │ rebuilt, compared, verified; the signer         │
 *     ├──────────────────────────────────►│ completes transfer and settlement           ──►│
 *     │                                   │ would the node take it?                     ──►│
 *     │                                   │ stored: accepted, broadcasting                  │
 *     │  settlementTxid                   │ submitpackage: transfer, funding, settlement──►│
 *     │◄──────────────────────────────────┤   pending; conflicting listing and offers close      │
 *
 * The transfer has to pass the mempool alone, because the settlement has two parents. Above the transfers'
 * rate the response is a 503. `offer/settle.ts` finishes whatever a crash interrupted. `recover.ts` returns
 * the inscription when a settlement failed after its transfer.
 */

import { complete } from '@ordbook/protocol/bitcoin/witness';
import {
  counterAcceptSteps,
  counterLayout,
  fundingLayout,
  fundingOf,
} from '@ordbook/protocol/counter/counter';
import { planFunding } from '@ordbook/protocol/counter/plan-counter';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { SignedStep } from '@ordbook/protocol/layout/terms';
import { unsignedTransfer } from '@ordbook/protocol/listing/listing';
import type { Payer } from '@ordbook/protocol/locks/payer';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { readSteps } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import { type CounterOffer, recordFeeRate } from '../../store/offer/offers.ts';
import { type Binding, callersBinding, payerFor } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireActive } from '../offer/close.ts';
import { invalidateOffer } from '../offer/lost-coins.ts';
import { requireInPlace } from '../offer/offerable-inscription.ts';
import { type OfferAction, offerOf, requireBuyer } from '../offer/open-offer.ts';
import { completeAcceptance } from '../offer/settle.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { requireNotTheSeller } from '../settlement/not-the-seller.ts';
import { requireAcceptable } from '../settlement/package.ts';
import { quotedFeeRate } from '../settlement/package-fee-rate.ts';
import {
  readCoins,
  requireDistinct,
  requireSelected,
  requireSpendable,
  spendableCoins,
} from '../settlement/payment-coins.ts';
import { promisedRate, promisedUntil } from '../settlement/promised-rate.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { tradableCollection } from '../settlement/tradable-output.ts';

export interface AcceptCounterBody extends OfferAction {
  readonly paymentPublicKey: string;
  readonly spendableUtxos?: readonly Utxo[];
}

export interface SignedAcceptCounterBody extends AcceptCounterBody {
  readonly spendableUtxos: readonly Utxo[];
  readonly selectedPaymentUtxos: readonly Utxo[];
  readonly expectedFundingTxid: string;
  readonly expectedSettlementTxid: string;
  readonly signedSteps: readonly SignedStep[];
}

/** Builds what the buyer signs and stores the fee rate with the counter. Retry-safe: the last rate counts. */
export async function preflightAcceptCounter(ctx: TradingContext, caller: Caller, body: AcceptCounterBody) {
  requireDistinct(body.spendableUtxos ?? [], 'spendableUtxos');
  await requireOpen(ctx, caller, wantedBy(body));
  const { counter, binding, payer } = await acceptable(ctx, caller, body);
  await requireActive(ctx, counter);
  await requireAlive(ctx, counter);
  const candidates = await spendableCoins(ctx, binding, payer, body.spendableUtxos);
  const feeRate = await rateFor(ctx);
  const { keys, settings } = ctx;
  const plan = planFunding({
    counter: counter.terms,
    payer,
    coins: { from: candidates },
    feeRate,
    keys,
    network: settings.network,
  });
  await recordFeeRate(ctx.db, counter.id, feeRate, promisedUntil(ctx));
  const funding = fundingOf(plan);
  return {
    offerId: counter.id,
    selectedPaymentUtxos: [...plan.payments],
    targetFeeRateSatVb: feeRate,
    estimatedNetworkFeeSats: plan.networkFeeSats,
    listingTransfer: unsignedTransfer(counter.terms.transfer, keys),
    expectedFundingTxid: funding.coin.txid,
    expectedSettlementTxid: layoutTxid(counterLayout(counter.terms, keys, settings.network, funding)),
    steps: counterAcceptSteps(counter.terms, plan, keys, settings.network),
  };
}

/**
 * Verifies, stores and sends the acceptance of a counter. Retry-safe: the same body gets the same answer, and
 * a refusal stored nothing. Refuses 400 for PSBTs that preflight did not build, 409 when the counter, a coin
 * or the inscription changed, 503 when the mempool minimum is too high.
 */
export async function submitAcceptCounter(
  ctx: TradingContext,
  caller: Caller,
  body: SignedAcceptCounterBody,
) {
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'counter accept',
    body,
    make: (storeAnswer) => newAcceptance(ctx, caller, body, storeAnswer),
  });
}

/** What the operator may have stopped. */
function wantedBy({ walletBindingId, inscriptionId }: AcceptCounterBody): WantedTrade {
  return { flow: 'counter', walletBindingId, inscriptionIds: [inscriptionId] };
}

async function newAcceptance(
  ctx: TradingContext,
  caller: Caller,
  body: SignedAcceptCounterBody,
  storeAnswer: StoreAnswer,
) {
  requireDistinct(body.spendableUtxos, 'spendableUtxos');
  requireDistinct(body.selectedPaymentUtxos, 'selectedPaymentUtxos');
  const { counter, payer } = await acceptable(ctx, caller, body);
  await requireActive(ctx, counter);
  await requireAlive(ctx, counter);
  requireSelected(body);
  const payments = requireSpendable(
    ctx,
    payer,
    body.selectedPaymentUtxos,
    await readCoins(ctx, body.selectedPaymentUtxos),
  );
  const feeRate = promisedRate(ctx, counter);
  if (feeRate === null)
    refuse('stale', `no preflight promises a fee rate for counter ${counter.id} any more; run the preflight`);
  await rateFor(ctx);

  const { keys } = ctx;
  const { network } = ctx.settings;
  const plan = planFunding({
    counter: counter.terms,
    payer,
    coins: { exactly: payments },
    feeRate,
    keys,
    network,
  });
  const funding = fundingOf(plan);
  const tables = [fundingLayout(plan), counterLayout(counter.terms, keys, network, funding)];
  const [fundingTxid, settlementTxid] = tables.map(layoutTxid) as [string, string];
  if (fundingTxid !== body.expectedFundingTxid || settlementTxid !== body.expectedSettlementTxid)
    refuse(
      'stale',
      `funding and settlement have changed to ${fundingTxid} and ${settlementTxid}; run the preflight again`,
    );
  const [fundingSignatures, buyerSignatures] = readSteps(
    tables,
    { party: 'buyer', address: payer.address },
    body.signedSteps,
  );

  const { settlement, transfer } = counter.signatures ?? {};
  if (!settlement || !transfer) throw new Error(`active counter ${counter.id} has no signatures`);
  const completed = await ctx.signer.signCounter({
    terms: counter.terms,
    funding,
    transferSignature: transfer,
    sellerSignature: settlement[0]!.signature,
    buyerSignatures: buyerSignatures!,
  });
  const rawFunding = complete(tables[0]!, { buyer: fundingSignatures! }).hex;
  const rawPackage = [completed.transfer, rawFunding, completed.settlement];
  await requireAcceptable(ctx, rawPackage, feeRate);
  const answer = acceptResponse(counter, settlementTxid);
  const acceptance = { settlementTxid, payoutTxid: null, fundingTxid, package: rawPackage };
  await completeAcceptance(ctx, counter, acceptance, (db) => storeAnswer(db, answer, [counter.id]));
  return answer;
}

async function acceptable(
  ctx: TradingContext,
  caller: Caller,
  body: AcceptCounterBody,
): Promise<{ counter: CounterOffer; binding: Binding; payer: Payer }> {
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const counter = await offerOf(ctx, body);
  requireBuyer(counter, caller);
  if (counter.kind !== 'seller_counter')
    refuse('not_found', `${counter.id} is a buyer's offer, not a counter`);
  await tradableCollection(ctx, counter.collectionSlug);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  requireNotTheSeller(ctx, [counter.terms.transfer], payer, counter.terms.buyerOrdinalsAddress);
  return { counter, binding, payer };
}

/** Refuses (409) a counter whose inscription or anchor is gone, and invalidates it at once. */
async function requireAlive(ctx: TradingContext, counter: CounterOffer): Promise<void> {
  const { utxo, inscriptions, anchor } = counter.terms.transfer;
  const [coin, paying] = await ctx.chain.unspents([utxo, anchor]);
  if (!coin) {
    await invalidateOffer(ctx, counter);
    refuse('coins_spent', `the inscription of counter ${counter.id} was moved`);
  }
  if (!paying) refuse('coins_spent', `the anchor of counter ${counter.id} was spent`);
  if (paying.confirmations < 1)
    refuse('stale', `the anchor of counter ${counter.id} is not confirmed; try again after the next block`);
  await requireInPlace(ctx, counter, { utxo, inscriptions });
}

async function rateFor(ctx: TradingContext): Promise<number> {
  const { rate, minimum } = await quotedFeeRate(ctx);
  if (minimum > ctx.settings.transferFeeRate)
    refuse(
      'mempool_busy',
      `the mempool minimum is ${minimum} sat/vB, more than a transfer pays; try again when fees are lower`,
    );
  return rate;
}

function acceptResponse(counter: CounterOffer, settlementTxid: string) {
  return { offerId: counter.id, settlementTxid, payoutTxid: null, status: 'accepted' as const };
}
