import type { Utxo } from '@ordbook/protocol/outpoint';
import { REFUSALS, Refusal, type RefusalCode } from '@ordbook/protocol/refusals';
import type { TradingContext } from '../../src/trading/context.ts';
import {
  type ListingBody,
  preflightListing,
  type SignedListingBody,
  submitListing,
} from '../../src/trading/listing/list.ts';
import {
  type PurchaseBody,
  preflightPurchase,
  type SignedPurchaseBody,
  submitPurchase,
} from '../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../src/trading/purchase/buyable-listings.ts';
import { type Desk, SLUG } from './desk.ts';
import { signStep, type Trader } from './trader.ts';

export const PRICE_SATS = 50_000;

export function listingBody(
  seller: Trader,
  inscriptionIds: readonly string[],
  priceSats = PRICE_SATS,
): ListingBody {
  return {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    ordinalsPublicKey: seller.ordinals.publicKey,
    items: inscriptionIds.map((inscriptionId) => ({ inscriptionId, priceSats })),
  };
}

/** Preflight and signatures: the body of a submit. */
export async function signedListing(
  ctx: TradingContext,
  seller: Trader,
  body: ListingBody,
  durationDays?: number,
): Promise<SignedListingBody> {
  const { listings, recoveryPsbt } = await preflightListing(ctx, seller.caller, body);
  return {
    ...body,
    ...(durationDays === undefined ? {} : { durationDays }),
    anchors: listings.map(({ inscriptionId, anchorUtxoId }) => ({ inscriptionId, anchorUtxoId })),
    signed: listings.map(({ inscriptionId, psbts }) => ({
      inscriptionId,
      psbts: psbts.map((step) => signStep(seller, step)),
    })),
    signedRecoveryPsbt: signStep(seller, recoveryPsbt),
  };
}

/** Lists, and answers what a buyer names. */
export async function list(
  desk: Pick<Desk, 'ctx'>,
  seller: Trader,
  inscriptionIds: readonly string[],
  priceSats = PRICE_SATS,
  durationDays?: number,
): Promise<ListingRef[]> {
  const body = await signedListing(
    desk.ctx,
    seller,
    listingBody(seller, inscriptionIds, priceSats),
    durationDays,
  );
  return (await submitListing(desk.ctx, seller.caller, body)).listings;
}

export function purchaseBody(
  buyer: Trader,
  listings: readonly ListingRef[],
  spendableUtxos: readonly Utxo[],
  more: Partial<PurchaseBody> = {},
): PurchaseBody & { readonly spendableUtxos: readonly Utxo[] } {
  return {
    slug: SLUG,
    walletBindingId: buyer.walletBindingId,
    paymentPublicKey: buyer.payment.publicKey,
    listings,
    spendableUtxos,
    ...more,
  };
}

export type Preflight = Awaited<ReturnType<typeof preflightPurchase>>;

/** Preflight and signatures: the body of a submit, and what the preflight promised. */
export async function signedPurchase(
  desk: Pick<Desk, 'ctx' | 'coinsOf'>,
  buyer: Trader,
  listings: readonly ListingRef[],
  more: Partial<PurchaseBody> = {},
): Promise<{ body: SignedPurchaseBody; promised: Preflight }> {
  const body = purchaseBody(buyer, listings, more.spendableUtxos ?? (await desk.coinsOf(buyer)), more);
  const promised = await preflightPurchase(desk.ctx, buyer.caller, body);
  return {
    promised,
    body: {
      ...body,
      purchaseAnchorUtxoId: promised.purchaseAnchorUtxoId,
      selectedPaymentUtxos: promised.selectedPaymentUtxos,
      signedSteps: promised.steps.map((step) => signStep(buyer, step)),
    },
  };
}

/** Buys, and answers what preflight and submit said. */
export async function buy(
  desk: Pick<Desk, 'ctx' | 'coinsOf'>,
  buyer: Trader,
  listings: readonly ListingRef[],
  more: Partial<PurchaseBody> = {},
) {
  const { body, promised } = await signedPurchase(desk, buyer, listings, more);
  return { promised, body, answer: await submitPurchase(desk.ctx, buyer.caller, body) };
}

/** The refusal that `work` ends with. Throws when it ends otherwise. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Expects that `work` is refused with `code`, and that nothing is stored by it. Answers the sentence. */
export async function refusedWith(
  desk: Pick<Desk, 'dump'>,
  code: RefusalCode,
  work: () => Promise<unknown>,
): Promise<string> {
  const before = await desk.dump();
  const refusal = await refusalOf(work());
  if (refusal.code !== code)
    throw new Error(
      `refused with ${refusal.code} (${REFUSALS[refusal.code].status}), not ${code}: ${refusal.message}`,
    );
  if ((await desk.dump()) !== before) throw new Error(`${code} was refused, and something was stored`);
  return refusal.message;
}
