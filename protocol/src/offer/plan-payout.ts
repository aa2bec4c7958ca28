import { scriptOf } from '../bitcoin/keys.ts';
import { taprootLock } from '../bitcoin/lock.ts';
import { dustLimit, feeFor } from '../bitcoin/weights.ts';
import { networkFee } from '../layout/layout.ts';
import { layoutSize, sizeOf } from '../layout/size.ts';
import type { NetworkName } from '../network.ts';
import { refuse } from '../refusals.ts';
import type { Sats } from '../sats.ts';
import { settlementLayout } from './offer.ts';
import type { OfferTerms, PayoutTerms } from './terms.ts';

/** Bounds of the fee rate of an acceptance, sat/vB. */
export const ACCEPT_FEE_RATES = { minimum: 1, maximum: 20 } as const;

export interface PayoutPlan {
  /** null: the settlement stands alone. */
  readonly payout: PayoutTerms | null;
  /** What the seller pays the network, out of the proceeds. */
  readonly feeSats: Sats;
  /** sat/vB of the package as built. */
  readonly packageRate: number;
}

/**
 * Plans the payout so that settlement and payout together pay `feeRate` (sat/vB). It is left out when the proceeds are at
 * the payment address already and the settlement pays the rate alone. Throws Refusal `bad_price` when the proceeds do not bear the fee.
 */
export function planPayout(
  terms: OfferTerms,
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
      `the proceeds of ${terms.sellerProceedsSats} sats do not bear a network fee of ${feeSats} sats at ${feeRate} sat/vB`,
    );
  }
  return {
    payout: { ...seller, feeSats },
    feeSats,
    packageRate: (settlementFee + feeSats) / (settlementSize + payoutSize),
  };
}

/**
 * The highest whole rate up to `wanted` that what the seller is paid for the inscription bears, sat/vB; never below the minimum. The
 * seller's own sats, which came with the inscription, are not spent on fees unless the seller asks for it.
 */
export function bearableRate(
  terms: OfferTerms,
  seller: Pick<PayoutTerms, 'sellerKey' | 'sellerPaymentAddress'>,
  wanted: number,
  network: NetworkName,
): number {
  const { settlementFee, settlementSize, payoutSize, most } = sizes(terms, seller, network);
  const gain = Math.min(most, terms.sellerProceedsSats - terms.utxo.valueSats);
  const bearable = Math.floor((settlementFee + gain) / (settlementSize + payoutSize));
  return Math.max(ACCEPT_FEE_RATES.minimum, Math.min(wanted, bearable));
}

function sizes(
  terms: OfferTerms,
  { sellerKey, sellerPaymentAddress }: Pick<PayoutTerms, 'sellerKey' | 'sellerPaymentAddress'>,
  network: NetworkName,
) {
  const settlement = settlementLayout(terms, network, sellerKey);
  const script = scriptOf(sellerPaymentAddress, network);
  return {
    settlementFee: networkFee(settlement),
    settlementSize: layoutSize(settlement),
    payoutSize: sizeOf([taprootLock(sellerKey)], [script]),
    /** What the payout can pay and still make its output. */
    most: terms.sellerProceedsSats - dustLimit(script),
  };
}
