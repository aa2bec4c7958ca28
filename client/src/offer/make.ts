/**
 * Offers, in three calls: `prepareOffers` requests the PSBTs and checks them, `signOffers` signs what was
 * checked, `submitOffers` hands them over. `makeOffers` does all three.
 */

import { outpointText } from '@ordbook/protocol/outpoint';
import type { Session } from '../account/sign-in.ts';
import { requireCoins, requireOptions, requireSession } from '../arguments.ts';
import { type Goods, goodsOf } from '../custody/goods.ts';
import { inOneCall, type PreparedPayment } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Answer, Body } from '../operation.ts';
import { limitsOf, requirePlain } from '../safety/locate.ts';
import { type CoinSource, candidates } from '../signing/coin-source.ts';
import type { Location } from '../signing/location.ts';
import { signSteps } from '../signing/sign-step.ts';
import { type CheckedOffers, checkOffers, type OfferPreflight, type OfferTerms } from './check.ts';

type Submit = Body<'/collection/{slug}/offers/submit'>;

/** Inscription offers to make: on what, at which price, and who pays. */
export type OfferRequest = Omit<OfferTerms, 'wallet' | 'spendableUtxos'> &
  CoinSource & {
    readonly collectionSlug: string;
    /** Hours until the offers expire. Default 168. */
    readonly validityHours?: NonNullable<Submit['validityHours']>;
  };

/** Inscription offers before anything is signed. */
export type PreparedOffers = PreparedPayment<OfferRequest, OfferPreflight, CheckedOffers>;

/** The offers that stand now, one per inscription. */
export type OffersMade = Answer<'/collection/{slug}/offers/submit'>['items'];

/**
 * Bids for 1..20 inscriptions of one collection with the same coins: of them we get at most one. Nothing
 * moves on the chain. Throws `ApiError`, and `UnsafePsbt` when the service requests signatures that are not
 * safe for the buyer.
 */
export const makeOffers = inOneCall({
  prepare: prepareOffers,
  sign: signOffers,
  submit: submitOffers,
});

/** Finds coins, requests the PSBTs and checks them. Retry-safe. */
export async function prepareOffers(session: Session, request: OfferRequest): Promise<PreparedOffers> {
  requireSession(session);
  requireOptions(request, ['collectionSlug', 'inscriptionIds', 'priceSats']);
  requireCoins(request);
  const { wallet, client } = session;
  const locations: Record<string, Location> = { ...request.locations };
  const goods: Goods[] = [];
  const { collectionSlug } = request;
  for (const inscriptionId of request.inscriptionIds) {
    const location = locations[inscriptionId];
    const one = await goodsOf(session, { inscriptionId, location, collectionSlug });
    goods.push(one);
    if (one.location) locations[inscriptionId] = one.location;
  }
  const spendableUtxos = await candidates(session, request);
  const preflight = await client.post('/collection/{slug}/offers/preflight', {
    path: { slug: request.collectionSlug },
    body: { ...asked(session, request), spendableUtxos: [...spendableUtxos] },
  });
  const limits = await limitsOf(session, request);
  const checked = checkOffers(preflight, { ...request, ...limits, locations, wallet, spendableUtxos });
  await requirePlain(session, preflight.selectedPaymentUtxos);
  const count = checked.steps.length === 1 ? 'one inscription' : `${checked.steps.length} inscriptions`;
  const summary = summaryOf({
    wallet,
    title: `Offer on ${count}: nothing moves before an owner accepts, and you get at most one.`,
    trades: checked.steps.map((step) => [step]),
    goods,
    inscribed: checked.steps.map(({ table }, index) => {
      return { inscriptionId: request.inscriptionIds[index]!, coin: outpointText(table.inputs[0]!.coin) };
    }),
  });
  return { request, spendableUtxos, preflight, checked, summary };
}

/** Asks the wallet for one signature per inscription. */
export async function signOffers(
  session: Session,
  { request, preflight, checked }: PreparedOffers,
): Promise<{ collectionSlug: string; body: Submit }> {
  const psbts = await signSteps(session, checked.steps);
  const signedItems = preflight.items.map(({ inscriptionId, expectedSettlementTxid }, index) => {
    const { stepIndex: _, ...signed } = psbts[index]!;
    return { inscriptionId, expectedSettlementTxid, ...signed };
  });
  return {
    collectionSlug: request.collectionSlug,
    body: {
      ...asked(session, request),
      selectedPaymentUtxos: preflight.selectedPaymentUtxos,
      signedItems,
    },
  };
}

/** Submits signed offers. Retry-safe: a retry returns the same ids while they are active. */
export async function submitOffers(
  { client }: Session,
  { collectionSlug, body }: { readonly collectionSlug: string; readonly body: Submit },
): Promise<OffersMade> {
  const { items } = await client.post('/collection/{slug}/offers/submit', {
    path: { slug: collectionSlug },
    body,
  });
  return items;
}

function asked({ wallet, walletBindingId }: Session, request: OfferRequest) {
  const { inscriptionIds, priceSats, validityHours } = request;
  return {
    walletBindingId,
    paymentPublicKey: wallet.paymentPublicKey,
    inscriptionIds: [...inscriptionIds],
    priceSats,
    ...(validityHours === undefined ? {} : { validityHours }),
  };
}
