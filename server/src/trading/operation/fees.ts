/**
 * A change of fees. What is signed keeps its terms: the seller's half of a listing, offers and counters. The
 * buyer's half of a listing and the fee of a fill follow the fees of the moment, and a preflight from before
 * the change is refused at submit. Signers have bounds of their own, so a fee outside of them is refused
 * here: otherwise fills would fail at the signers.
 */
import { type FeeSettings, fillFee, marketplaceFee } from '@ordbook/protocol/layout/fees';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { DAY_MS } from '../../base/clock.ts';
import { collectionBySlug, setCollectionFees } from '../../store/catalogue/collections.ts';
import { operatingFees, setOperatingFees } from '../../store/operation/fees.ts';
import { salesByPrice } from '../../store/sale/revenue.ts';
import type { TradingContext } from '../context.ts';
import { act, type By, type OperationContext } from './act.ts';

/** Bounds that the signers hold. */
export interface SignerFeeBounds {
  /** SIGNER_LEAST_FEE_BPS, of sales and of fills. */
  readonly leastFeeBps: number;
}

export interface FeeBounds {
  readonly feeBounds: SignerFeeBounds;
  /** Absent: no signer signs a fill. */
  readonly collectionOffers?: object;
}

export type FeeContext = OperationContext & Pick<TradingContext, 'settings'> & FeeBounds;

/** Fees of the operator, or of one collection. */
export interface FeeChange {
  /** null: of every collection without fees of its own. */
  readonly slug: string | null;
  /** What changes; null: back to the operator's fees, or for those to the settings'. */
  readonly fees: Partial<FeeSettings> | null;
}

/** Every fee that is in force. */
export async function feesInForce({ db, settings }: Pick<TradingContext, 'db' | 'settings'>) {
  const stored = await operatingFees(db);
  return { fees: stored ?? settings.fees, isSetByOperator: stored !== null };
}

/**
 * Changes fees from now on, and returns those in force. Refuses 404 for an unknown collection, 400 for fees
 * that no price can pay, and for a fee below what the signers sign.
 */
export async function changeFees(ctx: FeeContext, by: By, { slug, fees }: FeeChange): Promise<FeeSettings> {
  return act(ctx, by, async (db) => {
    const collection = slug === null ? null : await collectionBySlug(db, slug);
    if (slug !== null && !collection) refuse('not_found', `no collection ${slug}`);
    const own = collection ? collection.fees : await operatingFees(db);
    const inherited = collection ? ((await operatingFees(db)) ?? ctx.settings.fees) : ctx.settings.fees;
    const before = own ?? inherited;
    const after = fees === null ? inherited : { ...before, ...fees };
    requireFees(ctx, after);
    const stored = fees === null ? null : after;
    if (slug === null) await setOperatingFees(db, stored);
    else await setCollectionFees(db, slug, stored);
    return { result: after, log: { act: 'change fees', subject: slug ?? 'everything', before, after } };
  });
}

const MONTH_MS = 30 * DAY_MS;

/** What these fees would have changed in the last 30 days, by the sales of those they are for. */
export async function monthWith(
  { db, clock }: OperationContext,
  slug: string | null,
  fees: FeeSettings,
): Promise<{ sales: number; feeSats: Sats; newFeeSats: Sats }> {
  const since = new Date(clock.now().getTime() - MONTH_MS);
  const month = { sales: 0, feeSats: 0, newFeeSats: 0 };
  for (const { kind, priceSats, sales, feeSats } of await salesByPrice(db, slug, { since })) {
    const sides = [fees.sellerBps, fees.buyerBps].map((bps) => marketplaceFee(priceSats, bps, fees));
    month.sales += sales;
    month.feeSats += feeSats;
    month.newFeeSats += sales * (kind === 'fill' ? fillFee(priceSats, fees) : sides[0]! + sides[1]!);
  }
  return month;
}

/** Refuses 400 for fees that no price can pay, and for a fee below what the signers sign. */
export function requireFees(bounds: FeeBounds, fees: FeeSettings): void {
  requirePayable(fees);
  requireSigned(bounds, fees);
}

function requirePayable(fees: FeeSettings): void {
  const seller = fees.sellerBps + fees.sellerRoyaltyBps;
  if (seller >= 10_000)
    refuse('malformed', `sellerBps and sellerRoyaltyBps are ${seller} together; a sale must leave something`);
  const fill = fillBpsOf(fees) + fees.sellerRoyaltyBps;
  if (fill >= 10_000)
    refuse('malformed', `the fees of a fill are ${fill} bps with the royalty; a sale must leave something`);
}

function requireSigned({ collectionOffers, feeBounds: { leastFeeBps } }: FeeBounds, fees: FeeSettings): void {
  const saleBps = fees.sellerBps + fees.buyerBps;
  if (saleBps < leastFeeBps)
    refuse(
      'malformed',
      `a sale would pay ${saleBps} bps, and the market signer signs none below ${leastFeeBps}; restart the signers and the service with SIGNER_LEAST_FEE_BPS=${saleBps} first, or set sellerBps and buyerBps to ${leastFeeBps} or more together`,
    );
  const fillBps = fillBpsOf(fees);
  if (!collectionOffers || fillBps >= leastFeeBps) return;
  refuse(
    'malformed',
    `a fill would pay ${fillBps} bps, and the market and policy signers sign none below ${leastFeeBps}; restart them and the service with SIGNER_LEAST_FEE_BPS=${fillBps} first, or set fillBps to ${leastFeeBps} or more`,
  );
}

function fillBpsOf(fees: FeeSettings): number {
  return fees.fillBps ?? fees.sellerBps + fees.buyerBps;
}
