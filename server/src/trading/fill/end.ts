/** How an attempt to fill an offer ends without a sale, and what becomes of its offer then. */
import { refuse } from '@ordbook/protocol/refusals';
import { deleteOfferSecrets, endFillingOffers } from '../../store/collection-offer/collection-offers.ts';
import { collectionOfferMachine } from '../../store/collection-offer/machine.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { type FillAttempt, lockLiveFillAttempt, openFillAttempts } from '../../store/fill/fill-attempts.ts';
import { fillAttemptMachine } from '../../store/fill/machine.ts';
import { releaseAssignedAdmission } from '../../store/operator-coins/admissions.ts';
import type { Database } from '../../store/port.ts';
import { failFillSale } from '../../store/sale/write-sales.ts';
import { canStillBeFilled } from '../collection-offer/open-offer.ts';
import type { TradingContext } from '../context.ts';
import { hasExpired, isPublic, offerOf, type PublicFill } from './attempt.ts';

/**
 * Ends an attempt: releases the admission coin and makes the offer active, expired or invalidated, or
 * cancelled if a restore had ended it. The offer of a displaced attempt is free already.
 */
export async function failFill(ctx: TradingContext, attempt: FillAttempt, reason: string): Promise<void> {
  const { state } = attempt;
  if (state === 'accepted' || state === 'failed') return;
  const next = await offerAfter(ctx, attempt);
  await inTransaction(ctx.db, async (db) => {
    // What others may have is kept: a block may still have it.
    const ended = { reason, package: isPublic(attempt) ? attempt.package : null };
    if (!(await fillAttemptMachine.transition(db, attempt.id, state, 'failed', ended))) return;
    await failFillSale(db, attempt.settlementTxid, attempt.inscriptionId);
    if (state !== 'displaced') await freeOffer(ctx, db, attempt, next, reason);
  });
}

/** The mempool has another spend of one of its coins, or no node takes it: the offer is free at once. */
export async function displaceFill(ctx: TradingContext, attempt: PublicFill, reason: string): Promise<void> {
  if (attempt.state === 'displaced') return;
  const next = await offerAfter(ctx, attempt);
  await inTransaction(ctx.db, async (db) => {
    if (!(await fillAttemptMachine.transition(db, attempt.id, attempt.state, 'displaced', { reason })))
      return;
    await freeOffer(ctx, db, attempt, next, reason);
  });
  ctx.log.warn({ fillAttemptId: attempt.id, reason }, 'a fill was displaced; its offer is free again');
}

/** What becomes of the offer when its attempt ends. */
interface OfferAfter {
  readonly to: 'active' | 'expired' | 'invalidated' | 'cancelled';
  /** Default: that of the attempt. */
  readonly reason?: string;
}

async function offerAfter(ctx: TradingContext, attempt: FillAttempt): Promise<OfferAfter> {
  const offer = await offerOf(ctx.db, attempt);
  if (offer.closeReason !== null) return { to: 'cancelled', reason: offer.closeReason };
  const [isWhole] = await canStillBeFilled(ctx, [offer]);
  if (!isWhole) return { to: 'invalidated' };
  return { to: hasExpired(ctx, offer) ? 'expired' : 'active' };
}

async function freeOffer(
  ctx: TradingContext,
  db: Database,
  { offerId, admissionId }: FillAttempt,
  { to, reason }: OfferAfter,
  attemptReason: string,
): Promise<void> {
  await releaseAssignedAdmission(db, admissionId);
  const closed = to === 'active' ? {} : { closedAt: ctx.clock.now(), closeReason: reason ?? attemptReason };
  await collectionOfferMachine.mustTransition(db, offerId, 'filling', to, closed);
  if (to === 'expired' || to === 'cancelled') await deleteOfferSecrets(db, offerId);
}

/**
 * Ends the attempt that has an offer, for its maker. Refuses (409) once others may have the package. Runs in
 * the transaction that closes the offer.
 */
export async function endFillForMaker(db: Database, offerId: string): Promise<void> {
  const attempt = await lockLiveFillAttempt(db, offerId);
  if (!attempt) return;
  if (isPublic(attempt) || attempt.state === 'accepted')
    refuse(
      'offer_closed',
      `offer ${offerId} is being filled by ${attempt.settlementTxid}, which the network may have; only a spend of one of its coins that a block has first can stop it`,
    );
  await endUnsent(db, attempt, 'cancelled by the maker of the offer');
}

/**
 * Fails every attempt whose package nobody else has, and cancels its offer (`Flow.endOpen`). The offers of
 * the others are cancelled if those fail.
 */
export async function endFills(
  { db, clock }: Pick<TradingContext, 'db' | 'clock'>,
  reason: string,
): Promise<number> {
  const unsent = (await openFillAttempts(db)).filter((attempt) => !isPublic(attempt));
  for (const attempt of unsent)
    await inTransaction(db, async (transaction) => {
      await endUnsent(transaction, attempt, reason);
      const closed = { closedAt: clock.now(), closeReason: reason };
      await collectionOfferMachine.mustTransition(
        transaction,
        attempt.offerId,
        'filling',
        'cancelled',
        closed,
      );
      await deleteOfferSecrets(transaction, attempt.offerId);
    });
  await endFillingOffers(db, reason);
  return unsent.length;
}

/** Fails an attempt whose package nobody else has. */
export async function endUnsent(
  db: Database,
  { id, state, admissionId }: FillAttempt,
  reason: string,
): Promise<void> {
  await fillAttemptMachine.mustTransition(db, id, state, 'failed', { reason, package: null });
  await releaseAssignedAdmission(db, admissionId);
}
