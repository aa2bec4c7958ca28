/**
 * A fill, from the seller's signature to a block.
 * The three signers sign, the package is sent and followed, and a failed attempt is undone.
 *
 *   fill                                                                  collection offer
 *   seller_signed ──► pending ──► sending ──► broadcast ──► accepted      filling ──► accepted
 *         │              │           │            │
 *         │              │           └────────────┴──► displaced          filling ──► active, expired, …
 *         └──────────────┴──► failed: coin free                           filling ──► active, expired, …
 *
 * Nothing is sent once the offer has expired, unless a mempool had it before. Until it is `sending` nobody
 * else has the package, and a cancel wins. A displaced fill lost its place in the mempool to another spend of
 * one of its coins, or no node or block took it in time: the offer is free again at once, and if a block has
 * the fill after all, it is accepted.
 *
 * Every step is stored before the next one acts, so `confirmFills` can continue wherever a crash interrupted
 * an attempt.
 */

import { complete } from '@ordbook/protocol/bitcoin/witness';
import { fundingParentLayout } from '@ordbook/protocol/collection-offer/funding';
import { type FillTerms, fillLayout } from '@ordbook/protocol/fill/fill';
import { outpointText } from '@ordbook/protocol/outpoint';
import type { SaleIncome } from '@ordbook/protocol/purchase/income';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { BlockRef } from '../../chain/port.ts';
import type { FillProofs } from '../../signer/fill-port.ts';
import { SignerRefusal } from '../../signer/port.ts';
import { appliedBlockAt, type StoredBlock } from '../../store/chain/blocks.ts';
import { heightOf, watchPackage } from '../../store/chain/coin-spends.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { setNodeRefusal } from '../../store/database/node-refusal.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import {
  type FillAttempt,
  failedButMined,
  fillAttemptById,
  fillsConfirmedAbove,
  lockLiveFillAttempt,
  minedFills,
  openFillAttempts,
} from '../../store/fill/fill-attempts.ts';
import { fillAttemptMachine } from '../../store/fill/machine.ts';
import { releaseAssignedAdmission } from '../../store/operator-coins/admissions.ts';
import type { Database } from '../../store/port.ts';
import { confirmFillSale, unconfirmFillSale } from '../../store/sale/write-sales.ts';
import { committedSet, offerParts } from '../collection-offer/eligible-set.ts';
import type { TradingContext } from '../context.ts';
import { fillProofs } from '../custody/fill-proofs.ts';
import { eachTrade } from '../settlement/each-trade.ts';
import {
  isDisplaced,
  missingCoin,
  packageFate,
  type StoredPackage,
  sendPackage,
} from '../settlement/package.ts';
import { isPastBlocks, isPastHours } from '../settlement/patience.ts';
import { spendText } from '../settlement/spent-coins.ts';
import { hasExpired, isPublic, offerOf, type PublicFill } from './attempt.ts';
import { displaceFill, endUnsent, failFill } from './end.ts';

/**
 * Completes an attempt up to the mempool and returns it, also when another spend displaced it since: a block
 * may still have it. Retry-safe in any state. Refuses 409 when a signer refuses, or the offer or a coin is
 * gone before anything was sent: the attempt has then failed. Refuses 503 when a signer or the node is
 * unreachable: the attempt stays as it is.
 */
export async function completeFill(ctx: TradingContext, attempt: FillAttempt): Promise<FillAttempt> {
  if (attempt.state === 'seller_signed') await collectSignatures(ctx, attempt);
  const signed = await reread(ctx, attempt);
  if (signed.state === 'pending') await startSending(ctx, signed);
  const started = await reread(ctx, attempt);
  if (started.state === 'sending') await sendFill(ctx, started);
  const sent = await reread(ctx, attempt);
  if (sent.state === 'failed') refuse('stale', `the fill failed: ${sent.reason}; run the preflight again`);
  return sent;
}

async function reread(ctx: TradingContext, { id }: FillAttempt): Promise<FillAttempt> {
  const attempt = await fillAttemptById(ctx.db, id);
  if (!attempt) throw new Error(`fill attempt ${id} is gone`);
  return attempt;
}

/** seller_signed -> pending: the three signers sign, everything is verified again, the package is stored. */
async function collectSignatures(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  const { signers } = offerParts(ctx);
  const offer = await offerOf(ctx.db, attempt);
  if (hasExpired(ctx, offer)) return failFill(ctx, attempt, EXPIRED);
  const { terms, sellerSignature, inscriptionId } = attempt;
  const { authSecret, fundingSignatures, criteriaJson } = offer;
  if (!authSecret || !fundingSignatures) {
    // its maker has just cancelled it, and the attempt with it
    if ((await reread(ctx, attempt)).state !== 'seller_signed') return;
    throw new Error(`offer ${offer.id} no longer has what its fill needs`);
  }
  const proof = (await committedSet(ctx, offer.terms.eligibleRoot)).proofOf(inscriptionId);
  if (!proof) throw new Error(`${inscriptionId} is not in the set of offer ${offer.id}`);
  let signed: { market: string; policy: string; gate: { offer: string; admission: string } };
  let custody: FillProofs;
  try {
    custody = await fillProofs(ctx, offer, inscriptionId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
    return failFill(ctx, attempt, error.message);
  }
  try {
    const request = { terms, sellerSignature, authSecret };
    // The gate last: it lets in only what the others have accepted.
    const market = (await signers.market.signFill(request)).signature;
    const policy = (await signers.policy.signFill({ ...request, criteriaJson, proof, custody })).signature;
    signed = { market, policy, gate: await signers.gate.signFill({ terms, market, policy }) };
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
  await inTransaction(ctx.db, async (db) => {
    await fillAttemptMachine.transitionIfStill(db, attempt.id, 'seller_signed', 'pending', signedPackage);
    await watchPackage(db, signedPackage.package);
  });
}

const EXPIRED = 'the offer expired before it was sent';

/**
 * pending -> sending, or failed once the offer has expired or a coin is spent: nobody else has it yet. Throws
 * `Refusal('unavailable')` while the node is unreachable: then the attempt stays pending, and a cancel can
 * still end it.
 */
async function startSending(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  const missing = await missingCoin(ctx, packageOf(attempt));
  if (hasExpired(ctx, await offerOf(ctx.db, attempt))) await failFill(ctx, attempt, EXPIRED);
  else if (missing) await failFill(ctx, attempt, `its coin ${outpointText(missing)} is not there any more`);
  else await fillAttemptMachine.transitionIfStill(ctx.db, attempt.id, 'pending', 'sending');
}

/**
 * sending -> broadcast. It stays in sending when the node does not take it now or is unreachable: it may have
 * it, and so may others.
 */
async function sendFill(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  if (hasExpired(ctx, await offerOf(ctx.db, attempt))) return;
  const reason = await sendPackage(ctx, packageOf(attempt));
  await setNodeRefusal(ctx.db, 'fillAttempts', attempt.id, reason);
  if (reason === null) await fillAttemptMachine.transitionIfStill(ctx.db, attempt.id, 'sending', 'broadcast');
  else ctx.log.warn({ fillAttemptId: attempt.id, reason }, 'a fill was not sent yet');
}

/**
 * Settles the attempts in progress: continues those that a crash or an unreachable program interrupted,
 * accepts those that a block has, sends again what the node does not know, frees the offer of one that was
 * displaced, and fails an attempt once a conflicting spend of an input is buried. Runs on every poll of the
 * follower. Retry-safe.
 */
export async function confirmFills(ctx: TradingContext, tip: BlockRef): Promise<void> {
  if (!ctx.collectionOffers) return;
  await eachTrade(ctx, await failedButMined(ctx.db), (attempt) => reviveFill(ctx, attempt));
  await eachTrade(ctx, await openFillAttempts(ctx.db), async (attempt) => {
    if (attempt.state === 'seller_signed' || attempt.state === 'pending') await continueFill(ctx, attempt);
    const current = await reread(ctx, attempt);
    if (isPublic(current)) await followFill(ctx, current, tip);
  });
}

/** Accepts the fills that an applied block has; `Flow.settle`. Retry-safe. */
export async function settleFills(ctx: TradingContext, tip: BlockRef): Promise<void> {
  if (!ctx.collectionOffers) return;
  await eachTrade(ctx, await minedFills(ctx.db), async (attempt) => {
    if (isPublic(attempt)) await followFill(ctx, attempt, tip);
  });
}

async function followFill(ctx: TradingContext, attempt: PublicFill, tip: BlockRef): Promise<void> {
  const sent = packageOf(attempt);
  const fate = await packageFate(ctx, sent, tip);
  if (fate.is === 'mined') await acceptFill(ctx, attempt, fate.block);
  else if (fate.is === 'overridden') await failFill(ctx, attempt, spendText(fate.by));
  else if (fate.is === 'ahead') return;
  else if (isPastBlocks(ctx, attempt, tip)) await displaceFill(ctx, attempt, TOO_OLD);
  else if (fate.is === 'pooled') await noteInMempool(ctx, attempt);
  else if (fate.is === 'dropped') {
    if (await isDisplaced(ctx, sent)) await displaceFill(ctx, attempt, REPLACED);
    else await sendAgain(ctx, attempt);
  }
}

const REPLACED = 'another spend of one of its coins replaced it in the mempool';
const EXPIRED_UNSENT = 'the offer expired before a node took it';
const TOO_OLD = 'no block took it for too long';

/** The mempool has it. A displaced one takes its offer back if nobody else has it. */
async function noteInMempool(ctx: TradingContext, { id, state, offerId }: PublicFill): Promise<void> {
  if (state === 'broadcast') return;
  await inTransaction(ctx.db, async (db) => {
    if (state === 'displaced' && !(await collectionOfferMachine.transition(db, offerId, 'active', 'filling')))
      return;
    await fillAttemptMachine.mustTransition(db, id, state, 'broadcast');
  });
}

/**
 * After the offer has expired, only what a mempool had before is sent again. What no node takes for days, or
 * before the offer expires, is given up: the offer is free, and if a block has the fill after all, it is
 * accepted.
 */
async function sendAgain(ctx: TradingContext, attempt: PublicFill): Promise<void> {
  if (attempt.state === 'displaced') return;
  if (isPastHours(ctx, attempt)) return displaceFill(ctx, attempt, TOO_OLD);
  if (attempt.state === 'sending') {
    if (hasExpired(ctx, await offerOf(ctx.db, attempt))) return displaceFill(ctx, attempt, EXPIRED_UNSENT);
    return sendFill(ctx, attempt);
  }
  const reason = await sendPackage(ctx, packageOf(attempt));
  await setNodeRefusal(ctx.db, 'fillAttempts', attempt.id, reason);
  if (reason !== null)
    ctx.log.warn({ fillAttemptId: attempt.id, reason }, 'a fill is not accepted again yet');
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

async function acceptFill(ctx: TradingContext, attempt: PublicFill, block: StoredBlock): Promise<void> {
  const { height, blockTime } = block;
  await inTransaction(ctx.db, async (db) => {
    const confirmed = { confirmedHeight: height };
    // what a block has was in a mempool before
    if (attempt.state === 'sending')
      await fillAttemptMachine.mustTransition(db, attempt.id, 'sending', 'broadcast');
    const from = attempt.state === 'displaced' ? 'displaced' : 'broadcast';
    // one attempt has the offer at a time
    if (from === 'displaced') await endOtherAttempt(db, attempt);
    await fillAttemptMachine.mustTransition(db, attempt.id, from, 'accepted', confirmed);
    const offer = await offerOf(db, attempt);
    const closeReason = offer.state === 'filling' ? offer.closeReason : null;
    const closed = { closedAt: blockTime, closeReason };
    await collectionOfferMachine.mustTransition(db, offer.id, offer.state, 'accepted', closed);
    await confirmFillSale(db, {
      txid: attempt.settlementTxid,
      inscriptionId: attempt.inscriptionId,
      collectionSlug: offer.slug,
      sellerAddress: attempt.sellerAddress,
      buyerAddress: offer.makerAddress,
      priceSats: offer.priceSats,
      soldAt: blockTime,
      blockHeight: height,
      ...incomeOfFill(attempt.terms),
    });
  });
  ctx.log.info({ fillAttemptId: attempt.id, txid: attempt.settlementTxid, height }, 'fill confirmed');
}

/** The price of a fill pays every fee. */
function incomeOfFill({ marketplace, creator }: FillTerms): SaleIncome {
  const feePaidSats = marketplace?.valueSats ?? 0;
  return {
    sellerFeeSats: feePaidSats,
    buyerFeeSats: 0,
    royaltySats: creator?.valueSats ?? 0,
    partnerSats: 0,
    anchorSats: 0,
    feePaidSats,
  };
}

/** A block has an attempt that had failed: it is accepted, whatever became of its offer since. */
async function reviveFill(ctx: TradingContext, attempt: FillAttempt): Promise<void> {
  const height = await heightOf(ctx.db, attempt.settlementTxid);
  const block = height === null ? null : await appliedBlockAt(ctx.db, height);
  if (!block) return;
  await fillAttemptMachine.transitionIfStill(ctx.db, attempt.id, 'failed', 'displaced', { reason: null });
  const revived = await reread(ctx, attempt);
  if (revived.state === 'displaced') await acceptFill(ctx, { ...revived, state: 'displaced' }, block);
}

/** Ends the attempt that took the offer after this one was displaced: the two spend the same offer output. */
async function endOtherAttempt(db: Database, { offerId }: FillAttempt): Promise<void> {
  const other = await lockLiveFillAttempt(db, offerId);
  if (!other || other.state === 'accepted') return;
  if (!isPublic(other)) return endUnsent(db, other, 'another fill of the offer is in a block');
  await fillAttemptMachine.mustTransition(db, other.id, other.state, 'displaced');
  await releaseAssignedAdmission(db, other.admissionId);
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
