/**
 * Collection and trait offers, in three calls: `prepareCollectionOffers` requests the funding parents and
 * checks them, `signCollectionOffers` signs what was checked, `submitCollectionOffers` submits them.
 * `makeCollectionOffers` does all three.
 */

import type { Session } from '../account/sign-in.ts';
import { requireCoins, requireOptions, requireSession, WrongArgument } from '../arguments.ts';
import { inOneCall, type PreparedPayment } from '../flow/complete.ts';
import { summaryOf } from '../flow/summarise.ts';
import type { Summary } from '../flow/summary.ts';
import type { Answer, Body } from '../operation.ts';
import { requirePlain } from '../safety/locate.ts';
import { requirePinned } from '../safety/pins.ts';
import { type CoinSource, candidates } from '../signing/coin-source.ts';
import { signSteps } from '../signing/sign-step.ts';
import { demand } from '../signing/unsafe-psbt.ts';
import {
  type CheckedCollectionOffers,
  type CollectionOfferPreflight,
  type CollectionOfferTerms,
  checkCollectionOffers,
  heightIn,
  type Target,
} from './check-funding-parent.ts';

type Submit = Body<'/collection/{slug}/collection-offers/submit'>;

/** Collection offers to make: for what, at which price, until when, and who pays. */
export type CollectionOfferRequest = Omit<
  CollectionOfferTerms,
  'wallet' | 'spendableUtxos' | 'expiresBefore'
> &
  CoinSource & {
    /** Hours until the offers expire. Default 168. */
    readonly validityHours?: NonNullable<Submit['validityHours']>;
    /**
     * Parent inscriptions of the collection, from where you trust. With a source that knows children, the set
     * of an offer for all members is then read there instead of believed.
     */
    readonly collectionParents?: readonly string[];
  };

/** Collection offers before anything is signed. */
export interface PreparedCollectionOffers
  extends PreparedPayment<CollectionOfferRequest, CollectionOfferPreflight, CheckedCollectionOffers> {
  /** Active offers of ours that these would replace. */
  readonly replacedOffers: number;
}

/** The offers that stand now, one per `offerCount`. */
export type CollectionOffersMade = Answer<'/collection/{slug}/collection-offers/submit'>['offers'];

/**
 * Keep the signed funding parents: with one and your key, `ordbook-exit offer` takes its money back
 * without the service.
 */
export interface SignedCollectionOffers {
  readonly collectionSlug: string;
  readonly body: Submit;
}

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 168;
/** How far the service's clock may be ahead of ours, ms. */
const CLOCK_SLACK_MS = 10 * 60_000;

/** Previews a target: the number of its inscriptions, a sample, and the floors. */
export async function previewTarget({ client }: Session, collectionSlug: string, target: Target) {
  requireOptions({ collectionSlug }, ['collectionSlug']);
  requireTarget(target);
  return client.post('/collection/{slug}/collection-offers/target-preview', {
    path: { slug: collectionSlug },
    body: { target },
  });
}

/**
 * Bids for any inscription of a target, once or as a ladder of up to 10. Nothing moves on the chain; own
 * active offers of the same target on the same coins are replaced. Throws `ApiError`, and `UnsafePsbt` when
 * the service requests signatures that are not safe for the buyer.
 */
export const makeCollectionOffers = inOneCall({
  prepare: prepareCollectionOffers,
  sign: signCollectionOffers,
  submit: submitCollectionOffers,
});

/**
 * Finds coins, requests the offers that would be replaced and the funding parents, and checks these.
 * Retry-safe.
 */
export async function prepareCollectionOffers(
  session: Session,
  request: CollectionOfferRequest,
): Promise<PreparedCollectionOffers> {
  requireSession(session);
  requireOptions(request, ['collectionSlug', 'priceSats']);
  requireTarget(request.target);
  requireCoins(request);
  const { wallet, walletBindingId, client, safety } = session;
  const spendableUtxos = await candidates(session, request);
  const path = { slug: request.collectionSlug };
  const { replacementWarning } = await client.post(
    '/collection/{slug}/collection-offers/replacement-warning',
    {
      path,
      body: { walletBindingId, ...pricing(request), spendableUtxos: [...spendableUtxos] },
    },
  );
  const preflight = await client.post('/collection/{slug}/collection-offers/preflight', {
    path,
    body: { ...asked(session, request), spendableUtxos: [...spendableUtxos] },
  });
  const lastsMs = (request.validityHours ?? DEFAULT_HOURS) * HOUR_MS;
  const expiresBefore = new Date(Date.now() + lastsMs + CLOCK_SLACK_MS);
  const tipHeight = await safety.source?.tipHeight();
  const eligibleIds = await ownSet(session, request, preflight);
  const known = {
    ...request,
    ...(tipHeight === undefined ? {} : { tipHeight }),
    ...(eligibleIds === null ? {} : { eligibleIds }),
  };
  const checked = checkCollectionOffers(preflight, { ...known, wallet, spendableUtxos, expiresBefore });
  for (const { selectedPaymentUtxos } of preflight.offers) await requirePlain(session, selectedPaymentUtxos);
  await requirePinned(session, checked.signers);
  return {
    request,
    spendableUtxos,
    preflight,
    checked,
    summary: summaryIn(session, checked),
    replacedOffers: replacementWarning?.activeOfferCount ?? 0,
  };
}

function summaryIn({ wallet }: Session, { steps }: CheckedCollectionOffers): Summary {
  const count = steps.length === 1 ? 'Collection offer' : `${steps.length} collection offers`;
  return summaryOf({
    wallet,
    title: `${count}: nothing moves before an owner sells, and you can take the money back alone.`,
    trades: steps.map((step) => [step]),
    inscribed: [],
  });
}

/**
 * The set as the user's own source knows it; null: it was not asked for. Throws `UnsafePsbt` when the source
 * cannot tell.
 */
async function ownSet(
  { safety }: Session,
  { collectionParents, target }: CollectionOfferRequest,
  preflight: CollectionOfferPreflight,
): Promise<readonly string[] | null> {
  if (collectionParents === undefined) return null;
  const { source } = safety;
  const children = source?.children?.bind(source);
  demand(children !== undefined && target.kind === 'all', () => {
    return 'collectionParents needs a source that knows children (ordSource), and an offer for all members';
  });
  const height = heightIn(preflight.criteriaCanonicalJson) ?? 0;
  const found = (await Promise.all(collectionParents.map((id) => children(id)))).flat();
  return found.filter((child) => child.height <= height).map(({ id }) => id);
}

/** Asks the wallet for one signature per offer. */
export async function signCollectionOffers(
  session: Session,
  { request, spendableUtxos, preflight, checked }: PreparedCollectionOffers,
): Promise<SignedCollectionOffers> {
  const psbts = await signSteps(session, checked.steps);
  const offers = preflight.offers.map(({ selectedPaymentUtxos, expectedFundingParentTxid }, index) => {
    const { stepIndex: _, ...signedFundingParentStep } = psbts[index]!;
    return { selectedPaymentUtxos, expectedFundingParentTxid, signedFundingParentStep };
  });
  const body = { ...asked(session, request), spendableUtxos: [...spendableUtxos], offers };
  return { collectionSlug: request.collectionSlug, body };
}

/** Submits signed offers. Retry-safe: a retry returns the same ids while they are active. */
export async function submitCollectionOffers(
  { client }: Session,
  { collectionSlug, body }: SignedCollectionOffers,
): Promise<CollectionOffersMade> {
  const { offers } = await client.post('/collection/{slug}/collection-offers/submit', {
    path: { slug: collectionSlug },
    body,
  });
  return offers;
}

/**
 * Cancels one of our collection offers. Retry-safe. No signature is needed: the service deletes the secret
 * that a fill needs.
 */
export async function cancelCollectionOffer(
  { client, walletBindingId }: Session,
  offer: { readonly collectionSlug: string; readonly offerId: string },
): Promise<Answer<'/collection/{slug}/collection-offers/{offerId}/cancel'>> {
  requireOptions(offer, ['collectionSlug', 'offerId']);
  const { collectionSlug, offerId } = offer;
  return client.post('/collection/{slug}/collection-offers/{offerId}/cancel', {
    path: { slug: collectionSlug, offerId },
    body: { walletBindingId },
  });
}

function requireTarget(target: unknown): void {
  const kind = (target as Partial<Target> | null | undefined)?.kind;
  if (kind !== 'all' && kind !== 'traits')
    throw new WrongArgument('target', "must be { kind: 'all' } or { kind: 'traits', traits: [...] }");
}

function pricing({ target, priceSats, offerCount, ladderStepSats }: CollectionOfferRequest) {
  return {
    target,
    priceSats,
    ...(offerCount === undefined ? {} : { offerCount }),
    ...(ladderStepSats === undefined ? {} : { ladderStepSats }),
  };
}

function asked({ wallet, walletBindingId }: Session, request: CollectionOfferRequest) {
  const { validityHours } = request;
  return {
    walletBindingId,
    ordinalsPublicKey: wallet.ordinalsPublicKey,
    paymentPublicKey: wallet.paymentPublicKey,
    ...pricing(request),
    ...(validityHours === undefined ? {} : { validityHours }),
  };
}
