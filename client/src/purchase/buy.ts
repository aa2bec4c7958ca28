/**
 * Purchase, in three calls: `preparePurchase` requests the PSBT and checks it, `signPurchase` signs what was
 * checked, `submitPurchase` submits it and the service broadcasts. `buy` does all three.
 */

import type { Session } from '../account/sign-in.ts';
import { requireCoins, requireOptions, requireSession } from '../arguments.ts';
import { type Goods, goodsOf } from '../custody/goods.ts';
import { inOneCall, type PreparedPayment } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, requirePlain } from '../safety/locate.ts';
import { requirePinned } from '../safety/pins.ts';
import { type CoinSource, candidates } from '../signing/coin-source.ts';
import type { Coin } from '../signing/psbt.ts';
import { signSteps } from '../signing/sign-step.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import type { InscriptionSource } from '../source/source.ts';
import {
  type CheckedPurchase,
  checkPurchase,
  type ListingToBuy,
  type PurchasePreflight,
  type PurchaseTerms,
} from './check.ts';

type Submit = Body<'/collection/{slug}/purchases/submit'>;
/** What was bought, and the transaction that pays for it. */
export type Purchased = Answer<'/collection/{slug}/purchases/submit'>;

/** Listings of one collection to buy, and who pays. */
export type BuyRequest = Omit<PurchaseTerms, 'wallet' | 'spendableUtxos'> &
  CoinSource & { readonly collectionSlug: string };

/** A purchase before anything is signed. */
export type PreparedPurchase = PreparedPayment<BuyRequest, PurchasePreflight, CheckedPurchase>;

/**
 * Buys 1..20 listings of one collection in one transaction, which is broadcast. Throws `ApiError`, and
 * `UnsafePsbt` when the service requests signatures that are not safe for the buyer.
 */
export const buy = inOneCall({
  prepare: preparePurchase,
  sign: signPurchase,
  submit: submitPurchase,
});

/** Finds coins, requests the PSBT and checks it. Retry-safe. */
export async function preparePurchase(session: Session, request: BuyRequest): Promise<PreparedPurchase> {
  requireSession(session);
  const each = ['listings.listingId', 'listings.inscriptionId', 'listings.priceSats'];
  requireOptions(request, ['collectionSlug', ...each]);
  requireCoins(request);
  const { wallet, client, safety } = session;
  const listings: ListingToBuy[] = [];
  const goods: Goods[] = [];
  for (const listing of request.listings) {
    const one = await goodsOf(session, { ...listing, collectionSlug: request.collectionSlug });
    goods.push(one);
    listings.push(one.location ? { ...listing, location: one.location } : listing);
  }
  const spendableUtxos = await candidates(session, request);
  const preflight = await client.post('/collection/{slug}/purchases/preflight', {
    path: { slug: request.collectionSlug },
    body: { ...asked(session, request), spendableUtxos: [...spendableUtxos] },
  });
  const limits = await limitsOf(session, request);
  const checked = checkPurchase(preflight, { ...request, ...limits, listings, wallet, spendableUtxos });
  await requirePlain(session, preflight.selectedPaymentUtxos);
  if (safety.source) await checkAnchor(safety.source, checked.purchaseAnchor);
  await requirePinned(session, { operatorScript: checked.operatorScript });
  const count = listings.length === 1 ? 'one listing' : `${listings.length} listings`;
  const summary = summaryOf({
    wallet,
    title: `Purchase of ${count}: it is broadcast at once.`,
    trades: [[checked.step]],
    goods,
    inscribed: listings.map(({ inscriptionId }, index) => {
      return { inscriptionId, coin: `${preflight.expectedListingTransferTxids[index]}:0` };
    }),
  });
  return { request, spendableUtxos, preflight, checked, summary };
}

/** A signature by ECDSA does not commit to the values of other coins; those of the transfers are proven. */
async function checkAnchor(source: InscriptionSource, anchor: Coin): Promise<void> {
  const { valueSats } = await source.output(anchor);
  demand(valueSats === anchor.valueSats, () => {
    return `the purchase says that its anchor holds ${anchor.valueSats} sats, but it holds ${valueSats}`;
  });
}

/** Asks the wallet for one signature over our coins. */
export async function signPurchase(
  session: Session,
  { request, spendableUtxos, preflight, checked }: PreparedPurchase,
): Promise<{ collectionSlug: string; body: Submit }> {
  return {
    collectionSlug: request.collectionSlug,
    body: {
      ...asked(session, request),
      spendableUtxos: [...spendableUtxos],
      purchaseAnchorUtxoId: preflight.purchaseAnchorUtxoId,
      selectedPaymentUtxos: preflight.selectedPaymentUtxos,
      signedSteps: await signSteps(session, [checked.step]),
    },
  };
}

/** Submits a signed purchase. Retry-safe: the purchase is made once, and a retry returns the same ids. */
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
