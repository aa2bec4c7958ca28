/**
 * A fill, from the seller's signature to a block.
 * The three signers sign, the package is sent and followed, and a failed attempt is undone.
 *
 *   fill                                                           collection offer
 *   seller_signed ──► pending ──► broadcast ──► accepted: a sale   filling ──► accepted
 *                 └────────┴───────────┴──────► failed: coin free  filling ──► active, expired, invalidated
 *
 * Every step is stored before the next one acts, so `confirmFills` can continue wherever a crash interrupted
 * an attempt.
 */

import { complete } from '@ordbook/protocol/bitcoin/witness';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { BlockRef } from '../../chain/port.ts';
import { SignerRefusal } from '../../signer/port.ts';
import type { StoredBlock } from '../../store/chain/blocks.ts';
import {
  type CollectionOffer,
  collectionOfferById,
  deleteOfferSecrets,
} from '../../store/collection-offer/collection-offers.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  type FillAttempt,
  fillAttemptById,
  fillsConfirmedAbove,
  openFillAttempts,
} from '../../store/fill/fill-attempts.ts';
import { fillAttemptMachine } from '../../store/fill/machine.ts';
import { releaseAssignedAdmission } from '../../store/operator-coins/admissions.ts';
import type { Database } from '../../store/port.ts';
import { confirmFillSale, unconfirmFillSale } from '../../store/sale/write-sales.ts';
import { committedSet, offerParts } from '../collection-offer/eligible-set.ts';
import { canStillBeFilled } from '../collection-offer/open-offer.ts';
import type { TradingContext } from '../context.ts';
import { packageFate, type StoredPackage, sendPackage } from '../settlement/package.ts';

/**
 * Completes an attempt up to the mempool and returns it. Retry-safe in any state. Refuses 409 when a signer
 * refuses or the node rejects: the attempt has then failed. Refuses 503 when one is unreachable: the attempt
 * stays as it is.
 */
export async function completeFill(ctx: TradingContext, attempt: FillAttempt): Promise<FillAttempt> {
  if (attempt.state === 'seller_signed') await collectSignatures(ctx, attempt);
  const signed = await reread(ctx, attempt);
  if (signed.state === 'pending') await sendFill(ctx, signed);
  const sent = await reread(ctx, attempt);
  if (sent.state === 'failed') refuse('stale', `the fill failed: ${sent.reason}; run the preflight again`);
  return sent;
}

async function reread(ctx: TradingContext, { id }: FillAttempt): Promise<FillAttempt> {
  const attempt = await fillAttemptById(ctx.db, id);
  if (!attempt) throw new Error(`fill attempt ${id} is gone`);
  return attempt;
}

async function offerOf(ctx: TradingContext, attempt: FillAttempt): Promise<CollectionOffer> {
  const offer = await collectionOfferById(ctx.db, attempt.offerId);
  if (!offer) throw new Error(`the offer of fill attempt ${attempt.id} is gone`);
  return offer;
}

/** seller_signed -> pending: the three signers sign, everything is verified again, the package is stored. */
async function collectSignatures(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  const { signers } = offerParts(ctx);
  const offer = await offerOf(ctx, attempt);
  const { terms, sellerSignature, inscriptionId } = attempt;
  const { authSecret, fundingSignatures, criteriaJson } = offer;
  if (!authSecret || !fundingSignatures)
    throw new Error(`offer ${offer.id} no longer has what its fill needs`);
  const proof = (await committedSet(ctx, offer.terms.eligibleRoot)).proofOf(inscriptionId);
  if (!proof) throw new Error(`${inscriptionId} is not in the set of offer ${offer.id}`);
  let signed: { market: string; policy: string; gate: { offer: string; admission: string } };
  try {
    const request = { terms, sellerSignature, authSecret };
    // The gate last: it lets in only what the others have accepted.
    const market = (await signers.market.signFill(request)).signature;
    const policy = (await signers.policy.signFill({ ...request, criteriaJson, proof })).signature;
    signed = { market, policy, gate: await signers.gate.signFill({ terms }) };
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    ctx.log.warn({ fillAttemptId: attempt.id, refusal: error.message }, 'a signer refused a fill');
    await failFill(ctx, attempt, 'a signer refused it');
    return;
  }
  const parent = complete(fundingParentLayout(terms.offer, terms.funding), { buyer: fundingSignatures });
  const child = complete(fillLayout(terms, ctx.settings.network, authSecret), {
    seller: [{ inputIndex: 0, signature: sellerSignature }],
    market: [{ inputIndex: 1, signature: signed.market }],
    policy: [{ inputIndex: 1, signature: signed.policy }],
    gate: [
      { inputIndex: 1, signature: signed.gate.offer },
      { inputIndex: 2, signature: signed.gate.admission },
    ],
  });
  const signedPackage = { package: [parent.hex, child.hex] };
  await fillAttemptMachine.transitionIfStill(ctx.db, attempt.id, 'seller_signed', 'pending', signedPackage);
}

/** pending -> broadcast, or failed with the node's reason. A refusal `unavailable` leaves it pending. */
async function sendFill(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  const reason = await sendPackage(ctx, packageOf(attempt));
  if (reason === null) {
    await fillAttemptMachine.transitionIfStill(ctx.db, attempt.id, 'pending', 'broadcast');
  } else {
    ctx.log.warn({ fillAttemptId: attempt.id, reason }, 'the node rejected a fill');
    await failFill(ctx, attempt, `the node rejected it: ${reason}`);
  }
}

/**
 * Settles the attempts in progress: continues those that a crash or an unreachable program interrupted,
 * accepts those that a block has, sends again what the node does not know, and fails an attempt once a
 * conflicting spend of an input is buried. Runs on every poll of the follower. Retry-safe.
 */
export async function confirmFills(ctx: TradingContext, tip: BlockRef): Promise<void> {
  if (!ctx.collectionOffers) return;
  for (const attempt of await openFillAttempts(ctx.db)) {
    if (attempt.state !== 'broadcast') await continueFill(ctx, attempt);
    const current = await reread(ctx, attempt);
    if (current.state === 'broadcast') await followFill(ctx, current, tip);
  }
}

async function followFill(ctx: TradingContext, attempt: FillAttempt, tip: BlockRef): Promise<void> {
  const sent = packageOf(attempt);
  const fate = await packageFate(ctx, 'fillAttempts', sent, tip);
  if (fate.is === 'mined') await acceptFill(ctx, attempt, fate.block);
  else if (fate.is === 'overridden') await failFill(ctx, attempt, 'a coin of it was spent elsewhere');
  else if (fate.is === 'dropped') {
    const reason = await sendPackage(ctx, sent);
    if (reason !== null)
      ctx.log.warn({ fillAttemptId: attempt.id, reason }, 'a fill is not accepted again yet');
  }
}

function packageOf(attempt: FillAttempt): StoredPackage {
  if (!attempt.package) throw new Error(`fill attempt ${attempt.id} is ${attempt.state} without its package`);
  return { ...attempt, package: attempt.package };
}

async function continueFill(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  try {
    await completeFill(ctx, attempt);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const age = ctx.clock.now().getTime() - attempt.createdAt.getTime();
    if (error.code === 'unavailable' && attempt.state === 'seller_signed' && age > ctx.settings.reservationMs)
      await failFill(ctx, attempt, 'a signer was unreachable for too long');
  }
}

async function acceptFill(ctx: TradingContext, attempt: FillAttempt, block: StoredBlock): Promise<void> {
  const { height, blockTime } = block;
  const offer = await offerOf(ctx, attempt);
  await inTransaction(ctx.db, async (db) => {
    const confirmed = { confirmedHeight: height };
    if (!(await fillAttemptMachine.transition(db, attempt.id, 'broadcast', 'accepted', confirmed))) return;
    const closed = { closedAt: blockTime };
    await collectionOfferMachine.mustTransition(db, offer.id, 'filling', 'accepted', closed);
    await confirmFillSale(db, {
      txid: attempt.settlementTxid,
      inscriptionId: attempt.inscriptionId,
      collectionSlug: offer.slug,
      sellerAddress: attempt.sellerAddress,
      buyerAddress: offer.makerAddress,
      priceSats: offer.priceSats,
      soldAt: blockTime,
      blockHeight: height,
    });
  });
  ctx.log.info({ fillAttemptId: attempt.id, txid: attempt.settlementTxid, height }, 'fill confirmed');
}

/**
 * Undoes what blocks above `height` confirmed. `confirmFills` then finds each fill again, in a block or not.
 */
export async function unconfirmFills(db: Database, height: number): Promise<void> {
  for (const attempt of await fillsConfirmedAbove(db, height)) {
    const back = { confirmedHeight: null };
    await fillAttemptMachine.mustTransition(db, attempt.id, 'accepted', 'broadcast', back);
    const reopened = { closedAt: null };
    await collectionOfferMachine.mustTransition(db, attempt.offerId, 'accepted', 'filling', reopened);
    await unconfirmFillSale(db, attempt.settlementTxid, attempt.inscriptionId);
  }
}

/** Ends an attempt: releases the admission coin and makes the offer active, expired or invalidated. */
async function failFill(ctx: TradingContext, attempt: FillAttempt, reason: string): Promise<void> {
  const offer = await offerOf(ctx, attempt);
  const [isWhole] = await canStillBeFilled(ctx, [offer]);
  const now = ctx.clock.now();
  const to = !isWhole ? 'invalidated' : offer.expiresAt <= now ? 'expired' : 'active';
  const closed = to === 'active' ? {} : { closedAt: now, closeReason: reason };
  await inTransaction(ctx.db, async (db) => {
    const from = attempt.state as 'seller_signed' | 'pending' | 'broadcast';
    if (!(await fillAttemptMachine.transition(db, attempt.id, from, 'failed', { reason }))) return;
    await releaseAssignedAdmission(db, attempt.admissionId);
    await collectionOfferMachine.mustTransition(db, offer.id, 'filling', to, closed);
    if (to === 'expired') await deleteOfferSecrets(db, offer.id);
  });
}
