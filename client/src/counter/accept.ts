/**
 * Acceptance of a counter, in three calls: `prepareCounterAcceptance`, `signCounterAcceptance`,
 * `submitCounterAcceptance`. `acceptCounter` does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireCoins, requireOptions, requireSession } from '../arguments.ts';
import { goodsOf } from '../custody/goods.ts';
import { inOneCall, type PreparedPayment } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { OfferRef } from '../offer/accept.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, requirePlain } from '../safety/locate.ts';
import { type CoinSource, candidates } from '../signing/coin-source.ts';
import { signSteps } from '../signing/sign-step.ts';
import {
  type CheckedCounterAcceptance,
  type CounterAcceptPreflight,
  type CounterAcceptTerms,
  checkCounterAcceptance,
} from './check.ts';

type Submit = Body<'/inscriptions/{id}/offers/{offerId}/counter/accept/submit'>;

/** `offerId`: the counter's own. */
export type CounterAcceptRequest = Omit<CounterAcceptTerms, 'wallet' | 'spendableUtxos'> &
  CoinSource &
  OfferRef & {
    /** The collection that it is bought as. Default: the first that the service names. */
    readonly collectionSlug?: string;
  };

/** The acceptance of a counter before anything is signed. */
export type PreparedCounterAcceptance = PreparedPayment<
  CounterAcceptRequest,
  CounterAcceptPreflight,
  CheckedCounterAcceptance
>;

/** What became of an accepted counter: a sale, broadcast. */
export type CounterAccepted = Answer<'/inscriptions/{id}/offers/{offerId}/counter/accept/submit'>;

/**
 * Buys at the seller's price; transfer, funding and settlement are broadcast. Throws `ApiError`, and
 * `UnsafePsbt` when the service requests signatures that are not safe for the buyer.
 */
export const acceptCounter = inOneCall({
  prepare: prepareCounterAcceptance,
  sign: signCounterAcceptance,
  submit: submitCounterAcceptance,
});

/** Finds coins, requests the PSBTs and checks them. Retry-safe. */
export async function prepareCounterAcceptance(
  session: Session,
  request: CounterAcceptRequest,
): Promise<PreparedCounterAcceptance> {
  requireSession(session);
  requireOptions(request, ['inscriptionId', 'offerId', 'priceSats']);
  requireCoins(request);
  const { wallet, walletBindingId, client } = session;
  const goods = await goodsOf(session, request);
  const spendableUtxos = await candidates(session, request);
  const preflight = await client.post('/inscriptions/{id}/offers/{offerId}/counter/accept/preflight', {
    path: { id: request.inscriptionId, offerId: request.offerId },
    body: {
      walletBindingId,
      paymentPublicKey: wallet.paymentPublicKey,
      spendableUtxos: [...spendableUtxos],
    },
  });
  const limits = await limitsOf(session, request);
  const known = { ...request, ...limits, ...(goods.location ? { location: goods.location } : {}) };
  const checked = checkCounterAcceptance(preflight, { ...known, wallet, spendableUtxos });
  await requirePlain(session, preflight.selectedPaymentUtxos);
  const summary = summaryOf({
    wallet,
    title: 'Acceptance of a counter: it is broadcast at once.',
    trades: [checked.steps],
    goods: [goods],
    inscribed: [
      { inscriptionId: request.inscriptionId, coin: outpointText(checked.steps[1]!.table.inputs[0]!.coin) },
    ],
  });
  return { request, spendableUtxos, preflight, checked, summary };
}

/** Asks the wallet for two signatures: funding and settlement. */
export async function signCounterAcceptance(
  session: Session,
  { request, spendableUtxos, preflight, checked }: PreparedCounterAcceptance,
): Promise<OfferRef & { body: Submit }> {
  const { wallet, walletBindingId } = session;
  const { selectedPaymentUtxos, expectedFundingTxid, expectedSettlementTxid } = preflight;
  return {
    inscriptionId: request.inscriptionId,
    offerId: request.offerId,
    body: {
      walletBindingId,
      paymentPublicKey: wallet.paymentPublicKey,
      spendableUtxos: [...spendableUtxos],
      selectedPaymentUtxos,
      expectedFundingTxid,
      expectedSettlementTxid,
      signedSteps: await signSteps(session, checked.steps),
    },
  };
}

/** Submits a signed acceptance. Retry-safe: a retry returns the same txid. */
export function submitCounterAcceptance(
  { client }: Session,
  { inscriptionId, offerId, body }: OfferRef & { readonly body: Submit },
): Promise<CounterAccepted> {
  return client.post('/inscriptions/{id}/offers/{offerId}/counter/accept/submit', {
    path: { id: inscriptionId, offerId },
    body,
  });
}
