/**
 * Counter: the owner's price for one bidder. As for a listing (`list.ts`), the owner signs in advance
 * everything that the acceptance needs, but for this buyer only.
 *
 *   owner                           ordbook                                          node, index
 *     │  POST …/counter/preflight     │                                                  │
 *     ├──────────────────────────────►│ the bid active? the inscription in place?    ──►│
 *     │  transfer, settlement,        │ an anchor reserved                               │
 *     │  recovery                     │                                                  │
 *     │◄──────────────────────────────┤                                                  │
 *     │  POST …/counter/submit        │ signatures verified, then stored                 │
 *     ├──────────────────────────────►│   active, shown to the bidder only               │
 *     │  offerId                      │                                                  │
 *     │◄──────────────────────────────┤ accepted in `accept.ts`                  │
 *
 * A counter locks nothing: the inscription stays in the owner's output and may be listed, and the bid stays
 * active.
 */
import { randomUUID } from 'node:crypto';
import { counterSteps, counterTables } from '@ordbook/protocol/counter/counter';
import { typicalNetworkFee } from '@ordbook/protocol/counter/plan-counter';
import type { CounterTerms } from '@ordbook/protocol/counter/terms';
import { type FeeBreakdown, feeBreakdown } from '@ordbook/protocol/layout/fees';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { SignedStep } from '@ordbook/protocol/layout/terms';
import { transferFee } from '@ordbook/protocol/listing/listing';
import { sameOutpoint } from '@ordbook/protocol/outpoint';
import { readSteps } from '@ordbook/protocol/psbt/signed-step';
import { itemPayouts } from '@ordbook/protocol/purchase/item-payouts';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { HOUR_MS } from '../../base/clock.ts';
import { nameTrades } from '../../base/trade-scope.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { floorOf } from '../../store/offer/offer-floors.ts';
import { type BuyerOffer, insertOffer, topOffers } from '../../store/offer/offers.ts';
import { type Anchor, anchorsByIds, assignAnchors } from '../../store/operator-coins/anchors.ts';
import { type Binding, callersBinding, sellerKeyOf } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireWithinDailyCost } from '../listing/daily-cost.ts';
import { requireActive } from '../offer/close.ts';
import { DEFAULT_VALIDITY_HOURS } from '../offer/make.ts';
import { readOfferable } from '../offer/offerable-inscription.ts';
import { type OfferAction, offerOf, requireSeller } from '../offer/open-offer.ts';
import { OFFER_STEP_SATS, requireStep } from '../offer/price.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { isReservedFor, requireAnchors } from '../operator-coins/anchors.ts';
import { packageFeeRate } from '../settlement/package-fee-rate.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { feesOf } from '../settlement/tradable-output.ts';

export interface CounterBody extends OfferAction {
  readonly ordinalsPublicKey: string;
  readonly priceSats: Sats;
  readonly validityHours?: number;
}

export interface SignedCounterBody extends CounterBody {
  readonly anchorUtxoId: string;
  readonly expectedTransferTxid: string;
  readonly expectedSettlementTxid: string;
  readonly signedSteps: readonly SignedStep[];
}

/** A requested counter: all of its terms except the anchor. */
interface Draft {
  readonly parent: BuyerOffer;
  readonly binding: Binding;
  readonly fees: FeeBreakdown;
  readonly terms: (anchor: Anchor) => CounterTerms;
}

/**
 * Builds the three PSBTs of a counter and reserves its anchor. Retry-safe: the reservation is used again, and
 * expires by itself. Refuses 429 when the caller's listings and counters could cost too much.
 */
export async function preflightCounter(ctx: TradingContext, caller: Caller, body: CounterBody) {
  await requireOpen(ctx, caller, wantedBy(body));
  const { parent, fees, terms: termsWith } = await draftOf(ctx, caller, body);
  const { rate } = await packageFeeRate(ctx);
  await requireWithinDailyCost(ctx, caller, [parent.inscriptionId]);
  const [anchor] = (await requireAnchors(ctx, caller, [purposeOf(parent)])) as [Anchor];
  const terms = termsWith(anchor);
  const [transferTxid, settlementTxid] = counterTables(terms, ctx.keys, ctx.settings.network).map(layoutTxid);
  return {
    ...fees,
    anchorUtxoId: anchor.id,
    targetFeeRateSatVb: rate,
    estimatedNetworkFeeSats: typicalNetworkFee(terms, rate, ctx.keys, ctx.settings.network),
    expectedTransferTxid: transferTxid!,
    expectedSettlementTxid: settlementTxid!,
    steps: counterSteps(terms, ctx.keys, ctx.settings.network),
  };
}

/**
 * Verifies and stores a signed counter. Retry-safe: the same body gets the same answer.
 * Refuses 400 for PSBTs that preflight did not build, 409 when the bid, the inscription or the anchor
 * changed, or another counter to the bid is active.
 */
export async function submitCounter(ctx: TradingContext, caller: Caller, body: SignedCounterBody) {
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'counter',
    body,
    make: (storeAnswer) => newCounter(ctx, caller, body, storeAnswer),
  });
}

async function newCounter(
  ctx: TradingContext,
  caller: Caller,
  body: SignedCounterBody,
  storeAnswer: StoreAnswer,
) {
  const { parent, binding, fees, terms: termsWith } = await draftOf(ctx, caller, body);
  const [anchor] = await anchorsByIds(ctx.db, [body.anchorUtxoId]);
  if (!anchor || !isReservedFor(ctx, anchor, caller, purposeOf(parent)))
    refuse('stale', `anchor ${body.anchorUtxoId} is not reserved for you; run the preflight again`);
  const terms = termsWith(anchor);
  const tables = counterTables(terms, ctx.keys, ctx.settings.network);
  const txids = tables.map(layoutTxid);
  for (const [what, expected, built] of [
    ['transfer', body.expectedTransferTxid, txids[0]],
    ['settlement', body.expectedSettlementTxid, txids[1]],
  ]) {
    if (expected !== built)
      refuse('stale', `the ${what} is ${built}, not ${expected}; run the preflight again`);
  }
  const [transfer, settlement, recovery] = readSteps(
    tables,
    { party: 'seller', address: binding.ordinalsAddress },
    body.signedSteps,
  );

  const now = ctx.clock.now();
  const validityHours = body.validityHours ?? DEFAULT_VALIDITY_HOURS;
  const floorSats = await floorOf(ctx.db, parent.collectionSlug, ctx.clock.now());
  const tops = await topOffers(ctx.db, [parent.inscriptionId], now);
  const id = randomUUID();
  const answer = { offerId: id, parentOfferId: parent.id, status: 'active' as const };
  await inTransaction(ctx.db, async (db) => {
    nameTrades(id);
    const unpaid = await requireWithinDailyCost({ ...ctx, db }, caller, [parent.inscriptionId]);
    if (!(await assignAnchors(db, [anchor], unpaid)))
      refuse('stale', `anchor ${anchor.id} is no longer reserved; run the preflight again`);
    const stored = await insertOffer(db, {
      id,
      kind: 'seller_counter',
      parentOfferId: parent.id,
      collectionSlug: parent.collectionSlug,
      inscriptionId: parent.inscriptionId,
      buyerProfileId: parent.buyerProfileId,
      buyerBindingId: parent.buyerBindingId,
      buyerAddress: parent.buyerAddress,
      sellerAddress: binding.ordinalsAddress,
      sellerBindingId: binding.id,
      priceSats: body.priceSats,
      fees,
      terms,
      signatures: {
        settlement: settlement!,
        transfer: transfer![0]!.signature,
        recovery: recovery![0]!.signature,
      },
      firstTxid: txids[0]!,
      anchorId: anchor.id,
      floorSats,
      topOfferSats: tops.get(parent.inscriptionId) ?? null,
      validityHours,
      createdAt: now,
      expiresAt: new Date(now.getTime() + validityHours * HOUR_MS),
      coins: [terms.transfer.utxo],
    });
    if (!stored) refuse('offer_exists', `another counter to offer ${parent.id} is active; cancel it first`);
    await storeAnswer(db, answer, [id]);
  });
  return answer;
}

/** What the operator may have stopped. */
function wantedBy({ walletBindingId, inscriptionId }: CounterBody): WantedTrade {
  return { flow: 'counter', walletBindingId, inscriptionIds: [inscriptionId] };
}

/** What the anchor of a counter to this bid is reserved for. */
const purposeOf = (parent: BuyerOffer): string => `counter to ${parent.id}`;

/** Checks that the caller may counter this bid at this price, and builds the counter. */
async function draftOf(ctx: TradingContext, caller: Caller, body: CounterBody): Promise<Draft> {
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const parent = await offerOf(ctx, body);
  await requireSeller(ctx, parent, binding);
  if (parent.kind !== 'buyer_offer') refuse('not_found', `${parent.id} is a counter, not a buyer's offer`);
  if (parent.buyerProfileId === null)
    refuse(
      'unknown_offer',
      `offer ${parent.id} came as a PSBT, and its buyer has no account to counter to; accept or reject it`,
    );
  const sellerKey = sellerKeyOf(ctx, binding, body.ordinalsPublicKey);
  await requireActive(ctx, parent);
  requireStep(body.priceSats);
  const least = parent.priceSats + OFFER_STEP_SATS;
  if (body.priceSats < least)
    refuse(
      'bad_price',
      `priceSats ${body.priceSats} is below ${least}, which is the offer plus ${OFFER_STEP_SATS} sats`,
    );

  const { collection, items } = await readOfferable(ctx, parent.collectionSlug, [parent.inscriptionId]);
  const { utxo, inscriptions, ownerAddress } = items[0]!;
  if (ownerAddress !== binding.ordinalsAddress || !sameOutpoint(utxo, parent.terms.utxo))
    refuse('stale', `inscription ${parent.inscriptionId} has moved since offer ${parent.id} was made`);
  const { fees: rates, payoutAddress } = await feesOf(ctx, collection);
  const { network, feeAddress, transferFeeRate } = ctx.settings;
  const fees = feeBreakdown({
    priceSats: body.priceSats,
    utxoValueSats: utxo.valueSats,
    fees: rates,
    payoutAddress,
    network,
  });
  return {
    parent,
    binding,
    fees,
    terms: ({ txid, vout, valueSats }) => ({
      transfer: {
        utxo,
        inscriptions,
        sellerKey,
        sellerPaymentAddress: binding.paymentAddress,
        sellerProceedsSats: fees.sellerReceiveSats + utxo.valueSats,
        anchor: { txid, vout, valueSats },
        transferFeeSats: transferFee(transferFeeRate),
      },
      buyerOrdinalsAddress: parent.buyerAddress,
      payouts: itemPayouts(fees, payoutAddress, feeAddress, network),
    }),
  };
}
