/**
 * Purchase, in three calls: `preparePurchase` asks for the PSBT and checks it, `signPurchase` signs what was checked,
 * `submitPurchase` hands it over and the service broadcasts. `buy` does all of it.
 */

import type { Session } from '../account/sign-in.ts';
import type { Answer, Body } from '../api.ts';
import { type CoinSource, candidates } from '../signing/coin-source.ts';
import type { Coin } from '../signing/psbt.ts';
import { signStep } from '../signing/sign-step.ts';
import { checkPurchase, type PurchasePreflight, type PurchaseTerms } from './check.ts';

type Submit = Body<'/collection/{slug}/purchases/submit'>;
export type Purchased = Answer<'/collection/{slug}/purchases/submit'>;

export type BuyRequest = Omit<PurchaseTerms, 'wallet' | 'spendableUtxos'> &
  CoinSource & { readonly collectionSlug: string };

export interface PreparedPurchase {
  readonly request: BuyRequest;
  readonly spendableUtxos: readonly Coin[];
  readonly preflight: PurchasePreflight;
}

/**
 * Buys 1..20 listings of one collection in one transaction, which is broadcast. Throws `ApiError`, and `UnsafePsbt` when the service
 * asks for signatures that a careful buyer does not give.
 */
export async function buy(session: Session, request: BuyRequest): Promise<Purchased> {
  const prepared = await preparePurchase(session, request);
  return submitPurchase(session, await signPurchase(session, prepared));
}

/** Finds coins, asks for the PSBT and checks it. Safe to repeat. */
export async function preparePurchase(session: Session, request: BuyRequest): Promise<PreparedPurchase> {
  const { wallet, client } = session;
  const spendableUtxos = await candidates(session, request);
  const preflight = await client.post('/collection/{slug}/purchases/preflight', {
    path: { slug: request.collectionSlug },
    body: { ...asked(session, request), spendableUtxos: [...spendableUtxos] },
  });
  checkPurchase(preflight, { ...request, wallet, spendableUtxos });
  return { request, spendableUtxos, preflight };
}

/** Signs our coins: one signing. */
export async function signPurchase(
  session: Session,
  { request, spendableUtxos, preflight }: PreparedPurchase,
): Promise<{ collectionSlug: string; body: Submit }> {
  return {
    collectionSlug: request.collectionSlug,
    body: {
      ...asked(session, request),
      spendableUtxos: [...spendableUtxos],
      purchaseAnchorUtxoId: preflight.purchaseAnchorUtxoId,
      selectedPaymentUtxos: preflight.selectedPaymentUtxos,
      signedSteps: [await signStep(session.wallet, preflight.steps[0]!)],
    },
  };
}

/** Hands a signed purchase over. Safe to repeat: a purchase is made once, and a repeat answers the same ids. */
export function submitPurchase(
  { client }: Session,
  { collectionSlug, body }: { readonly collectionSlug: string; readonly body: Submit },
): Promise<Purchased> {
  return client.post('/collection/{slug}/purchases/submit', { path: { slug: collectionSlug }, body });
}

function asked({ wallet, walletBindingId }: Session, { listings, roundUpDonation }: BuyRequest) {
  return {
    walletBindingId,
    paymentPublicKey: wallet.paymentPublicKey,
    listings: listings.map(({ listingId, inscriptionId }) => ({ listingId, inscriptionId })),
    ...(roundUpDonation === undefined ? {} : { roundUpDonation }),
  };
}
