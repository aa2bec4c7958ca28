import { scriptOf } from '../bitcoin/keys.ts';
import { dustLimit, feeFor } from '../bitcoin/weights.ts';
import { networkFee } from '../layout/layout.ts';
import { layoutSize, sizeOf } from '../layout/size.ts';
import { p2trLock } from '../locks/p2tr.ts';
import type { NetworkName } from '../network.ts';
import { refuse } from '../refusals.ts';
import type { Sats } from '../sats.ts';
import { settlementLayout } from './offer.ts';
import type { PayoutTerms, SettlementTerms } from './terms.ts';

/** Bounds of an acceptance's fee rate, sat/vB. */
export const ACCEPT_FEE_RATES = { minimum: 1, maximum: 20 } as const;

/** Most of the proceeds that `bearableRate` lets the payout pay: a quarter, or this if it is more, sats. */
const SMALL_FEE_SATS: Sats = 10_000;

export interface PayoutPlan {
  /** null: the settlement needs no payout. */
  readonly payout: PayoutTerms | null;
  /** Network fee, sats, that the seller pays out of the proceeds. */
  readonly feeSats: Sats;
  /** sat/vB of the package as built. */
  readonly packageRate: number;
}

/**
 * Plans the payout so that settlement and payout together pay `feeRate` (sat/vB). There is none when the
 * proceeds are already at the payment address and the settlement pays the rate alone. Throws Refusal
 * `bad_price` when the proceeds do not cover the fee.
 */
export function planPayout(
  terms: SettlementTerms,
  seller: Pick<PayoutTerms, 'sellerKey' | 'sellerPaymentAddress'>,
  feeRate: number,
  network: NetworkName,
): PayoutPlan {
  const { settlementFee, settlementSize, payoutSize, most } = sizes(terms, seller, network);
  const isHome = seller.sellerPaymentAddress === terms.ownerAddress;
  if (isHome && settlementFee >= feeFor(settlementSize, feeRate)) {
    return { payout: null, feeSats: 0, packageRate: settlementFee / settlementSize };
  }
  const feeSats = Math.max(
    feeFor(settlementSize + payoutSize, feeRate) - settlementFee,
    feeFor(payoutSize, ACCEPT_FEE_RATES.minimum),
  );
  if (feeSats > most) {
    refuse(
      'bad_price',
      `the proceeds of ${terms.sellerProceedsSats} sats do not cover the network fee of ${feeSats} sats at ${feeRate} sat/vB; use a lower fee rate`,
    );
  }
  return {
    payout: { ...seller, feeSats },
    feeSats,
    packageRate: (settlementFee + feeSats) / (settlementSize + payoutSize),
  };
}

/**
 * The highest whole fee rate up to `wanted`, sat/vB, that a quarter of the seller's proceeds can pay; never
 * below the minimum. The inscription's own sats, which belong to the seller, do not count: they go to fees
 * only if the seller asks for it.
 */
export function bearableRate(
  terms: SettlementTerms,
  seller: Pick<PayoutTerms, 'sellerKey' | 'sellerPaymentAddress'>,
  wanted: number,
  network: NetworkName,
): number {
  const { settlementFee, settlementSize, payoutSize, most } = sizes(terms, seller, network);
  const proceeds = terms.sellerProceedsSats - terms.utxo.valueSats;
  const share = Math.max(SMALL_FEE_SATS, Math.floor(proceeds / 4));
  const gain = Math.min(most, proceeds, share);
  const bearable = Math.floor((settlementFee + gain) / (settlementSize + payoutSize));
  return Math.max(ACCEPT_FEE_RATES.minimum, Math.min(wanted, bearable));
}

function sizes(
  terms: SettlementTerms,
  { sellerKey, sellerPaymentAddress }: Pick<PayoutTerms, 'sellerKey' | 'sellerPaymentAddress'>,
  network: NetworkName,
) {
  const settlement = settlementLayout(terms, network, sellerKey);
  const script = scriptOf(sellerPaymentAddress, network);
  return {
    settlementFee: networkFee(settlement),
    settlementSize: layoutSize(settlement),
    payoutSize: sizeOf([p2trLock(sellerKey)], [script]),
    /** Most that the payout can pay and still have an output above dust, sats. */
    most: terms.sellerProceedsSats - dustLimit(script),
  };
}
