/**
 * Collection offer: a buyer's bid that any seller of an eligible inscription can fill.
 * The buyer funds an output whose address commits to every term. The funding parent is signed in advance.
 * `fill.ts` is the other side.
 *
 *   buyer                               ordbook                                   policy signer, node, index
 *     │  POST collection-offers/preflight │                                              │
 *     ├──────────────────────────────────►│ the eligible set; coins safe? same list? ───►│
 *     │  terms, address, funding parent   │ kept as a draft, with the offer's secret     │
 *     │◄──────────────────────────────────┤                                              │
 *     │  POST collection-offers/submit    │ compared, coins again, signatures verified   │
 *     ├──────────────────────────────────►│   active; same-scope offers on the same      │
 *     │  offer ids                        │   coins are replaced                         │
 *     │◄──────────────────────────────────┤                                              │
 *
 * Guarantees: nothing is broadcast before a fill and no coin is reserved. A cancelled offer cannot be filled,
 * because the secret that its leaf requires is deleted. With the funding parent and their own key, buyers can
 * take the money back alone, whatever the service does.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { tierOf } from '@ordbook/protocol/collection-offer/admission';
import {
  criteriaHash,
  parseCriteria,
  scopeKey,
  type Target,
} from '@ordbook/protocol/collection-offer/criteria';
import {
  fundingParentLayout,
  fundingParentStep,
  MAX_FUNDING_COINS,
  OFFER_VOUT,
  selectFunding,
} from '@ordbook/protocol/collection-offer/funding';
import { type CollectionOfferTerms, offerAddress, offerLeaf } from '@ordbook/protocol/collection-offer/offer';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import type { InputSignature, SignedPsbt } from '@ordbook/protocol/layout/terms';
import { payerOf } from '@ordbook/protocol/locks/payer';
import { sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { readStep } from '@ordbook/protocol/psbt/signed-step';
import { refuse } from '@ordbook/protocol/refusals';
import { MINUTE_MS } from '../../base/clock.ts';
import { nameTrades } from '../../base/trade-scope.ts';
import type { PolicyCollection } from '../../signer/fill-port.ts';
import type { Collection } from '../../store/catalogue/collections.ts';
import { sourceReadings } from '../../store/chain/source-readings.ts';
import {
  type CollectionOffer,
  deleteDrafts,
  deleteOfferSecrets,
  insertCollectionOffer,
  offersToReplace,
  saveDraft,
} from '../../store/collection-offer/collection-offers.ts';
import { keepEligibleSet } from '../../store/collection-offer/eligible-sets.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { lockOffersOf } from '../../store/offer/room.ts';
import { type Binding, callersBinding, payerFor } from '../account/wallet-binding.ts';
import type { Caller, TradingContext } from '../context.ts';
import { requireRoom } from '../offer/room.ts';
import { requireOpen, type WantedTrade } from '../operation/open-for-trade.ts';
import { readCoins, requireDistinct, requireSpendable, spendableCoins } from '../settlement/payment-coins.ts';
import { repeatableSubmit, type StoreAnswer } from '../settlement/repeatable-submit.ts';
import { tradableCollection } from '../settlement/tradable-output.ts';
import { selectLadder } from './book.ts';
import { DEFAULT_VALIDITY_HOURS, type Draft, quotedDrafts, requireAsQuoted } from './drafts.ts';
import { type Eligible, offerParts, readEligible } from './eligible-set.ts';
import { ladder, type OfferPricing } from './price.ts';

/** How long a preflight may be submitted. */
const DRAFT_MINUTES = 30;

export interface CollectionOfferBody extends OfferPricing {
  readonly slug: string;
  readonly walletBindingId: string;
  readonly ordinalsPublicKey: string;
  readonly paymentPublicKey: string;
  readonly target: Target;
  readonly validityHours?: number;
  readonly spendableUtxos?: readonly Utxo[];
}

export interface SignedCollectionOfferBody extends CollectionOfferBody {
  readonly offers: readonly {
    readonly selectedPaymentUtxos: readonly Utxo[];
    readonly expectedFundingParentTxid: string;
    readonly signedFundingParentStep: SignedPsbt;
  }[];
}

/**
 * Builds the funding parents of 1..10 offers and keeps the quotes for half an hour. Changes no offer.
 * Retry-safe. Refuses 400 for invalid prices, targets and coins, 503 while members are still being
 * read, and when the policy signer does not have the collection.
 */
export async function preflightCollectionOffers(
  ctx: TradingContext,
  caller: Caller,
  body: CollectionOfferBody,
) {
  const { keys, tiers } = offerParts(ctx);
  await requireOpen(ctx, caller, wantedBy(body));
  const prices = ladder(body);
  requireDistinct(body.spendableUtxos ?? [], 'spendableUtxos');
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  const buyerKey = buyerKeyOf(ctx, binding, body.ordinalsPublicKey);
  const collection = await tradableCollection(ctx, body.slug);
  const untiered = prices.find((price) => tierOf(tiers, price) === null);
  if (untiered !== undefined) refuse('bad_price', `no tier of this service fills offers of ${untiered} sats`);
  const depth = Math.max(...prices.map((price) => tierOf(tiers, price)!.depth));
  await requireSameSources(ctx, collection);
  const eligible = await readEligible(ctx, collection.slug, body.target, depth);
  await requireRead(ctx, collection, parseCriteria(eligible.criteriaJson).height);
  const candidates = await spendableCoins(ctx, binding, payer, body.spendableUtxos);
  const changeScript = scriptOf(payer.address, ctx.settings.network);
  const selected = selectLadder(candidates, prices, (coins, price) =>
    selectFunding(coins, price, changeScript),
  );
  if (!selected)
    refuse(
      'insufficient_funds',
      `no selection of at most ${MAX_FUNDING_COINS} of the ${candidates.length} spendable coins pays ${body.priceSats} sats, exactly or with change above dust; send other coins`,
    );

  const now = ctx.clock.now();
  const validityHours = body.validityHours ?? DEFAULT_VALIDITY_HOURS;
  const common = {
    expiresAt: Math.floor(now.getTime() / 1000) + validityHours * 3600,
    receiveScript: scriptOf(binding.ordinalsAddress, ctx.settings.network),
    eligibleRoot: eligible.set.root,
    criteriaHash: criteriaHash(eligible.criteriaJson),
    buyerKey,
    keys,
  };
  await keepEligibleSet(ctx.db, eligible.set, now);
  const offers = [];
  for (const [i, priceSats] of prices.entries()) {
    const authSecret = randomBytes(32);
    const authSecretHash = createHash('sha256').update(authSecret).digest('hex');
    const draft: Draft = {
      slug: collection.slug,
      walletBindingId: binding.id,
      target: eligible.target,
      offerCount: prices.length,
      validityHours,
      terms: { ...common, priceSats, authSecretHash },
      funding: { payer, payments: selected[i]! },
      criteriaJson: eligible.criteriaJson,
      eligibleCount: eligible.set.ids.length,
      sampleInscriptionId: eligible.sampleInscriptionId,
      authSecret: authSecret.toString('hex'),
    };
    const fundingTxid = layoutTxid(fundingParentLayout(draft.terms, draft.funding));
    const lapsesAt = new Date(now.getTime() + DRAFT_MINUTES * MINUTE_MS);
    await saveDraft(ctx.db, { fundingTxid, profileId: caller.profileId, draft, lapsesAt });
    offers.push(quotedOffer(ctx, draft, fundingTxid));
  }
  return { ...commonFields(eligible, common), offers };
}

/** What the operator may have stopped. */
function wantedBy({ slug, walletBindingId }: CollectionOfferBody): WantedTrade {
  return { flow: 'collection-offer', slug, walletBindingId };
}

/** The fields that are equal in every offer of a preflight. */
function commonFields(
  { criteriaJson, set }: Pick<Eligible, 'criteriaJson' | 'set'>,
  { receiveScript, criteriaHash: hash }: Pick<CollectionOfferTerms, 'receiveScript' | 'criteriaHash'>,
) {
  return {
    criteriaCanonicalJson: criteriaJson,
    offerCriteriaHash: hash,
    eligibleRoot: set.root,
    eligibleCount: set.ids.length,
    buyerReceiveScriptHex: receiveScript,
  };
}

function quotedOffer(ctx: TradingContext, draft: Draft, fundingTxid: string) {
  const { terms, funding } = draft;
  return {
    priceSats: terms.priceSats,
    offerAddress: offerAddress(terms, ctx.settings.network),
    offerScriptHex: offerLeaf(terms),
    offerAuthSecretHash: terms.authSecretHash,
    buyerPublicKey: terms.buyerKey,
    signerPublicKeys: terms.keys,
    expiresAtUnix: terms.expiresAt,
    expiresAt: new Date(terms.expiresAt * 1000),
    selectedPaymentUtxos: [...funding.payments],
    fundingParentFeeRateSatVb: 0,
    fundingBroadcasted: false,
    expectedFundingParentTxid: fundingTxid,
    fundingParentVout: OFFER_VOUT,
    preflightToken: fundingTxid,
    fundingParentStep: fundingParentStep(terms, funding),
  };
}

/**
 * Verifies and stores 1..10 signed offers, all or none. Replaces the caller's active offers of the same scope
 * that use the same coins. Retry-safe as `repeatableSubmit` says.
 * Refuses 400 for anything that preflight did not build, 409 when the preflight has expired or a coin is
 * gone.
 */
export async function submitCollectionOffers(
  ctx: TradingContext,
  caller: Caller,
  body: SignedCollectionOfferBody,
) {
  offerParts(ctx);
  return repeatableSubmit(ctx, caller, {
    wanted: wantedBy(body),
    flow: 'collection offer',
    body,
    make: (storeAnswer) => newOffers(ctx, caller, body, storeAnswer),
  });
}

async function newOffers(
  ctx: TradingContext,
  caller: Caller,
  body: SignedCollectionOfferBody,
  storeAnswer: StoreAnswer,
) {
  const prices = ladder(body);
  if (body.offers.length !== prices.length)
    refuse('malformed', `offers has ${body.offers.length} entries, but offerCount is ${prices.length}`);
  for (const { selectedPaymentUtxos } of body.offers)
    requireDistinct(selectedPaymentUtxos, 'selectedPaymentUtxos');
  const binding = await callersBinding(ctx, caller, body.walletBindingId);
  const payer = payerFor(ctx, binding, body.paymentPublicKey);
  buyerKeyOf(ctx, binding, body.ordinalsPublicKey);
  await tradableCollection(ctx, body.slug);
  const drafts = await quotedDrafts(ctx, caller, body);
  for (const [i, draft] of drafts.entries()) requireAsQuoted(draft, body, prices[i]!, i);
  const coins = drafts.flatMap(({ funding }) => funding.payments);
  const distinct = coins.filter((coin, i) => coins.findIndex((other) => sameOutpoint(coin, other)) === i);
  requireSpendable(ctx, payer, distinct, await readCoins(ctx, distinct));
  const signatures = drafts.map(({ terms, funding }, i) =>
    readStep(
      fundingParentLayout(terms, funding),
      { party: 'buyer', address: payer.address },
      body.offers[i]!.signedFundingParentStep,
      `the funding parent of offer ${i + 1}`,
    ),
  );
  return inTransaction(ctx.db, async (db) => {
    const stored = await storeOffers({ ...ctx, db }, caller, binding, drafts, signatures);
    const answer = submitted(stored);
    await storeAnswer(
      db,
      answer,
      stored.map(({ id }) => id),
    );
    return answer;
  });
}

async function storeOffers(
  ctx: TradingContext,
  caller: Caller,
  binding: Binding,
  drafts: readonly Draft[],
  signatures: readonly InputSignature[][],
): Promise<CollectionOffer[]> {
  const now = ctx.clock.now();
  const scope = scopeKey(drafts[0]!.slug, drafts[0]!.target);
  const fundingTxids = drafts.map(({ terms, funding }) => layoutTxid(fundingParentLayout(terms, funding)));
  return inTransaction(ctx.db, async (db) => {
    await lockOffersOf(db, [caller.profileId]);
    const coins = drafts.flatMap(({ funding }) => funding.payments);
    for (const old of await offersToReplace(db, {
      makerProfileId: caller.profileId,
      scopeKey: scope,
      coins,
      now,
    })) {
      // From the same submit, a moment earlier: it is not an older offer, and stays.
      if (fundingTxids.includes(old.fundingTxid)) continue;
      const closed = { closedAt: now, closeReason: 'replaced by a newer offer on the same coins' };
      if (await collectionOfferMachine.transition(db, old.id, 'active', 'cancelled', closed))
        await deleteOfferSecrets(db, old.id);
    }
    await requireRoom({ ...ctx, db }, caller, { kind: 'collectionOffers', count: drafts.length, coins });
    const stored: CollectionOffer[] = [];
    for (const [i, draft] of drafts.entries()) {
      const fundingTxid = fundingTxids[i]!;
      const offer = await insertCollectionOffer(
        db,
        {
          id: randomUUID(),
          slug: draft.slug,
          makerProfileId: caller.profileId,
          makerBindingId: binding.id,
          makerAddress: binding.ordinalsAddress,
          target: JSON.stringify(draft.target),
          scopeKey: scope,
          priceSats: draft.terms.priceSats,
          terms: JSON.stringify(draft.terms),
          funding: JSON.stringify(draft.funding),
          criteriaJson: draft.criteriaJson,
          eligibleCount: draft.eligibleCount,
          sampleInscriptionId: draft.sampleInscriptionId,
          authSecret: draft.authSecret,
          fundingSignatures: JSON.stringify(signatures[i]),
          fundingTxid,
          createdAt: now,
          expiresAt: new Date(draft.terms.expiresAt * 1000),
        },
        draft.funding.payments,
      );
      if (!offer) refuse('stale', `offer ${fundingTxid} has already been submitted`);
      nameTrades(offer.id);
      stored.push(offer);
    }
    await deleteDrafts(
      db,
      stored.map(({ fundingTxid }) => fundingTxid),
    );
    return stored;
  });
}

function submitted(offers: readonly CollectionOffer[]) {
  return {
    status: 'active' as const,
    offers: offers.map((offer) => ({
      offerId: offer.id,
      status: 'active' as const,
      priceSats: offer.priceSats,
      fundingParentTxid: offer.fundingTxid,
      fundingParentVout: OFFER_VOUT,
      fundingParentFeeRateSatVb: 0,
      fundingBroadcasted: false,
    })),
  };
}

/** The buyer's x-only internal key. Refuses (400) a key that does not derive the ordinals address. */
function buyerKeyOf(ctx: TradingContext, binding: Binding, ordinalsPublicKey: string): string {
  return payerOf(binding.ordinalsAddress, ordinalsPublicKey, ctx.settings.network).publicKey.slice(-64);
}

/** Requires that the policy signer describes the collection as we do. Otherwise no fill could be signed. */
async function requireSameSources(ctx: TradingContext, { slug, ...own }: Collection): Promise<void> {
  const { described } = await offerParts(ctx).signers.policy.collection({ slug });
  const text = ({ kind, sources }: Omit<PolicyCollection, 'slug'>) => `${kind} ${[...sources].sort().join()}`;
  if (described && text(described) === text(own)) return;
  ctx.log.warn({ slug, described }, 'the policy signer describes the collection otherwise, or not at all');
  refuse(
    'unavailable',
    `the policy signer signs no fills of ${slug} yet; try again once the operator has put the collection into its list`,
  );
}

/** Requires that every member up to `height` is read: the set that an offer commits to stays. */
async function requireRead(
  ctx: TradingContext,
  { slug, sources }: Collection,
  height: number,
): Promise<void> {
  const readings = await sourceReadings(ctx.db, slug);
  const isRead = (source: string) =>
    readings.some(
      ({ sourceId, finished, readHeight }) => sourceId === source && (finished || readHeight >= height),
    );
  if (!sources.every(isRead))
    refuse('unavailable', `members of ${slug} are still being read; try again after the next block`);
}
