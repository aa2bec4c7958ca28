/**
 * Inscription offer: a buyer signs, in advance, the settlement of 1..20 inscriptions; first accepted wins.
 *
 *   buyer                          ordbook                                        node, index          owner
 *     │  POST offers/preflight       │                                                │                  │
 *     ├─────────────────────────────►│ price rules; where are they? coins safe?   ──►│                  │
 *     │  a settlement per inscription│                                                │                  │
 *     │◄─────────────────────────────┤                                                │                  │
 *     │  POST offers/submit          │ rebuilt, compared, signatures verified         │                  │
 *     ├─────────────────────────────►│   active                                       │                  │
 *     │  offerIds                    │ shown to the owner ───────────────────────────────────────────────►│
 *     │◄─────────────────────────────┤                              accept, reject, counter ◄────────────┤
 *
 * Guarantees: nothing is broadcast and no coin is reserved. The buyer's signatures stay here until the owner
 * accepts, so cancelling needs no transaction. All items of a call spend the same coins, so the buyer gets at
 * most one.
 */
import { randomUUID } from 'node:crypto';
import { type FeeBreakdown, feeBreakdown } from '@ordbook/protocol/layout/fees';
import { layoutTxid, networkFee } from '@ordbook/protocol/layout/layout';
import type { SignedPsbt } from '@ordbook/protocol/layout/terms';
import type { Payer } from '@ordbook/protocol/locks/payer';
import { offerStep, settlementLayout } from '@ordbook/protocol/offer/offer';
import { planOffers } from '@ordbook/protocol/offer/plan-offer';
import type { OfferTerms } from '@ordbook/protocol/offer/terms';
import { outpointText, sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { readStep } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { HOUR_MS } from '../../base/clock.ts';
import { nameTrades } from '../../base/trade-scope.ts';
import { bindingsOfProfile } from '../../store/account/profiles.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { insertOffer, topOffers } from '../../store/offer/offers.ts';
import { forgetSubmissions } from '../../store/submission/submissions.ts';
import { type Binding, callersBinding, payerFor } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { readCoins, requireDistinct, requireSpendable, spendableCoins } from '../settlement/payment-coins.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { feesOf } from '../settlement/tradable-output.ts';
import { expireOffers } from './close.ts';
import { readOfferable } from './offerable-inscription.ts';
import { requireOfferPrice } from './price.ts';
import { makeRoom, requireRoomOn } from './room.ts';

export const DEFAULT_VALIDITY_HOURS = 168;

export interface OfferBody {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly paymentPublicKey: string;
  readonly inscriptionIds: readonly string[];
  readonly priceSats: Sats;
  readonly validityHours?: number;
  readonly spendableUtxos?: readonly Utxo[];
}

export interface SignedOfferBody extends Omit<OfferBody, 'spendableUtxos'> {
  readonly selectedPaymentUtxos: readonly Utxo[];
  readonly signedItems: readonly (SignedPsbt & {
    readonly inscriptionId: string;
    readonly expectedSettlementTxid: string;
  })[];
}

/**
 * Builds the settlements of 1..20 offers. Changes no offer. Retry-safe. A submit of the same offers from now
 * on is a new one, and no repeat of one whose offers were closed since.
 */
export async function preflightOffers(ctx: TradingContext, caller: Caller, body: OfferBody) {
  requireDistinct(body.spendableUtxos ?? [], 'spendableUtxos');
  await requireOpen(ctx, caller, wantedBy(body));
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  const priced = await pricedItems(ctx, caller, body);
  await requireOfferPrice(ctx, body, 'bad_price');
  const candidates = await spendableCoins(ctx, binding, payer, body.spendableUtxos);
  const terms = plan(ctx, { binding, payer, priced, coins: { from: candidates } });
  await requireRoomOn(ctx, caller, { ...body, coins: terms[0]!.payments });
  const settlements = terms.map((item) => settlementLayout(item, ctx.settings.network));
  await expireOffers(ctx);
  await forgetSubmissions(ctx.db, caller.profileId, settlements.map(layoutTxid));
  return {
    selectedPaymentUtxos: [...terms[0]!.payments],
    items: terms.map((item, i) => {
      const settlement = settlements[i]!;
      return {
        inscriptionId: body.inscriptionIds[i]!,
        ...priced[i]!.fees,
        targetFeeRateSatVb: ctx.settings.transferFeeRate,
        estimatedNetworkFeeSats: networkFee(settlement),
        expectedSettlementTxid: layoutTxid(settlement),
        steps: [offerStep(item, ctx.settings.network)],
      };
    }),
  };
}

/**
 * Verifies and stores 1..20 signed offers, all or none. Retry-safe as `repeatableSubmit` says, until a
 * preflight quotes an offer of it again after it was closed. Refuses 400 for anything that preflight did
 * not build, 409 when inscriptions, coins or the book changed since.
 */
export async function submitOffers(ctx: TradingContext, caller: Caller, body: SignedOfferBody) {
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'offer',
    body,
    make: (storeAnswer) => newOffers(ctx, caller, body, storeAnswer),
  });
}

async function newOffers(
  ctx: TradingContext,
  caller: Caller,
  body: SignedOfferBody,
  storeAnswer: StoreAnswer,
) {
  requireDistinct(body.selectedPaymentUtxos, 'selectedPaymentUtxos');
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  const signed = signedInOrder(body);
  const priced = await pricedItems(ctx, caller, body);
  const floorSats = await requireOfferPrice(ctx, body, 'price_moved');
  const payments = requireSpendable(
    ctx,
    payer,
    body.selectedPaymentUtxos,
    await readCoins(ctx, body.selectedPaymentUtxos),
  );
  const terms = plan(ctx, { binding, payer, priced, coins: { exactly: payments } });
  const tables = terms.map((item) => settlementLayout(item, ctx.settings.network));
  const txids = tables.map(layoutTxid);
  for (const [i, item] of signed.entries()) {
    if (item.expectedSettlementTxid !== txids[i])
      refuse(
        'stale',
        `the settlement of ${item.inscriptionId} has changed and is no longer ${item.expectedSettlementTxid}; run the preflight again`,
      );
  }
  const signer = { party: 'buyer', address: payer.address } as const;
  const signatures = tables.map((table, i) =>
    readStep(table, signer, signed[i]!, `the PSBT of ${signed[i]!.inscriptionId}`),
  );
  const now = ctx.clock.now();
  const validityHours = body.validityHours ?? DEFAULT_VALIDITY_HOURS;
  const tops = await topOffers(ctx.db, body.inscriptionIds, now);
  return inTransaction(ctx.db, async (db) => {
    await makeRoom({ ...ctx, db }, caller, { ...body, coins: payments });
    const inserted: string[] = [];
    for (const [i, item] of terms.entries()) {
      const inscriptionId = body.inscriptionIds[i]!;
      const id = randomUUID();
      nameTrades(id);
      const stored = await insertOffer(db, {
        id,
        kind: 'buyer_offer',
        parentOfferId: null,
        collectionSlug: body.slug,
        inscriptionId,
        buyerProfileId: caller.profileId,
        buyerBindingId: binding.id,
        buyerAddress: binding.ordinalsAddress,
        sellerAddress: item.ownerAddress,
        sellerBindingId: null,
        priceSats: body.priceSats,
        fees: priced[i]!.fees,
        terms: item,
        signatures: { settlement: signatures[i]! },
        firstTxid: txids[i]!,
        anchorId: null,
        floorSats,
        topOfferSats: tops.get(inscriptionId) ?? null,
        validityHours,
        createdAt: now,
        expiresAt: new Date(now.getTime() + validityHours * HOUR_MS),
        coins: [item.utxo, ...item.payments],
      });
      if (!stored) refuse('offer_exists', `the same offer on ${inscriptionId} is already active`);
      inserted.push(id);
    }
    const answer = submitResponse(body, inserted);
    await storeAnswer(db, answer, inserted, txids);
    return answer;
  });
}

/** What the operator may have stopped. */
function wantedBy({ slug, walletBindingId, inscriptionIds }: Omit<OfferBody, 'spendableUtxos'>): WantedTrade {
  return { flow: 'offer', slug, walletBindingId, inscriptionIds };
}

interface PricedItem {
  readonly utxo: OfferTerms['utxo'];
  readonly inscriptions: OfferTerms['inscriptions'];
  readonly ownerAddress: string;
  readonly fees: FeeBreakdown;
  readonly creatorAddress: string | null;
}

/** Where each inscription is and how its price is distributed. Refuses the caller's own inscriptions. */
async function pricedItems(
  ctx: TradingContext,
  caller: Caller,
  { slug, inscriptionIds, priceSats }: Pick<OfferBody, 'slug' | 'inscriptionIds' | 'priceSats'>,
): Promise<PricedItem[]> {
  const { collection, items } = await readOfferable(ctx, slug, inscriptionIds);
  for (const [i, { utxo }] of items.entries())
    if (items.slice(0, i).some((other) => sameOutpoint(other.utxo, utxo)))
      refuse(
        'not_offerable',
        `two of inscriptionIds are on the same output ${outpointText(utxo)} and sell together; name one of them`,
      );
  const own = new Set(
    (await bindingsOfProfile(ctx.db, caller.profileId)).map(({ ordinalsAddress }) => ordinalsAddress),
  );
  const { fees, payoutAddress } = await feesOf(ctx, collection);
  return items.map(({ inscriptionId, ...item }) => {
    if (own.has(item.ownerAddress)) refuse('malformed', `inscription ${inscriptionId} is your own`);
    return {
      ...item,
      creatorAddress: payoutAddress,
      fees: feeBreakdown({
        priceSats,
        utxoValueSats: item.utxo.valueSats,
        fees,
        payoutAddress,
        network: ctx.settings.network,
      }),
    };
  });
}

function plan(
  ctx: TradingContext,
  input: {
    readonly binding: Binding;
    readonly payer: Payer;
    readonly priced: readonly PricedItem[];
    readonly coins: { readonly from: readonly Utxo[] } | { readonly exactly: readonly Utxo[] };
  },
): OfferTerms[] {
  return planOffers({
    items: input.priced,
    buyerOrdinalsAddress: input.binding.ordinalsAddress,
    payer: input.payer,
    coins: input.coins,
    feeAddress: ctx.settings.feeAddress,
    feeRate: ctx.settings.transferFeeRate,
    network: ctx.settings.network,
  });
}

/** The signed items in the order of `inscriptionIds`. Refuses (400) a missing or additional one. */
function signedInOrder({ inscriptionIds, signedItems }: SignedOfferBody) {
  if (signedItems.length !== inscriptionIds.length)
    refuse(
      'malformed',
      `signedItems has ${signedItems.length} entries for ${inscriptionIds.length} inscriptionIds`,
    );
  return inscriptionIds.map(
    (id) =>
      signedItems.find(({ inscriptionId }) => inscriptionId === id) ??
      refuse('malformed', `signedItems lacks ${id}`),
  );
}

function submitResponse(body: SignedOfferBody, ids: readonly string[]) {
  return {
    items: body.inscriptionIds.map((inscriptionId, i) => ({
      inscriptionId,
      offerId: ids[i]!,
      status: 'active' as const,
    })),
    status: 'active' as const,
  };
}
