import { scriptOf } from '../bitcoin/keys.ts';
import { dustLimit, feeFor } from '../bitcoin/weights.ts';
import { choosePayments, type PaymentCoins, spendExactly } from '../layout/coin-selection.ts';
import type { FeeBreakdown } from '../layout/fees.ts';
import { sizeOf } from '../layout/size.ts';
import { p2trOutputLock } from '../locks/p2tr.ts';
import type { Payer } from '../locks/payer.ts';
import { payerLock } from '../locks/payer.ts';
import type { NetworkName } from '../network.ts';
import { itemPayouts } from '../purchase/item-payouts.ts';
import type { Sats } from '../sats.ts';
import { ACCEPT_FEE_RATES } from './plan-payout.ts';
import type { OfferTerms } from './terms.ts';

/** Most coins that pay for an offer, so that its owner never has to lift a heavy settlement. */
export const MAX_OFFER_COINS = 50;

/**
 * The fee rate, sat/vB, at which a buyer's coins beyond the first pay for their own weight: half of the
 * highest rate of an acceptance. The rest of the settlement pays `feeRate`, and the owner's payout raises it.
 */
const OWN_WEIGHT_RATE = ACCEPT_FEE_RATES.maximum / 2;

export interface OfferItem extends Pick<OfferTerms, 'utxo' | 'inscriptions' | 'ownerAddress'> {
  readonly fees: FeeBreakdown;
  /** Where royalties go; null: no royalties. */
  readonly creatorAddress: string | null;
}

export interface OfferQuestion {
  readonly items: readonly OfferItem[];
  readonly buyerOrdinalsAddress: string;
  readonly payer: Payer;
  readonly coins: PaymentCoins;
  readonly feeAddress: string;
  /**
   * Fee rate of the settlement, sat/vB; the payout raises it to the current rate when the offer is accepted.
   */
  readonly feeRate: number;
  readonly network: NetworkName;
}

/**
 * The terms of each item, in order. Throws Refusal `insufficient_funds` when the coins do not cover the most
 * expensive item. Deterministic: passing the chosen payments as `exactly` gives the same terms again.
 */
export function planOffers(question: OfferQuestion): OfferTerms[] {
  const { payer, network } = question;
  const dustSats = dustLimit(payerLock(payer).script);
  const costs = question.items.map((item) => costOf(question, item));
  const dearest = (coins: number, hasChange: boolean): Sats =>
    Math.max(...costs.map((cost) => cost(coins, hasChange)));
  const { coins } = choosePayments(question.coins, {
    cost: dearest,
    dustSats,
    what: 'the offer',
    maxCoins: MAX_OFFER_COINS,
  });
  return question.items.map((item, i) => {
    const { changeSats } = spendExactly(coins, { cost: costs[i]!, dustSats })!;
    return {
      utxo: item.utxo,
      inscriptions: item.inscriptions,
      ownerAddress: item.ownerAddress,
      sellerProceedsSats: item.fees.sellerReceiveSats + item.utxo.valueSats,
      buyerOrdinalsAddress: question.buyerOrdinalsAddress,
      payer,
      payments: coins,
      payouts: itemPayouts(item.fees, item.creatorAddress, question.feeAddress, network),
      changeSats,
    };
  });
}

/** Sats that the buyer's coins must hold for one item, by the number of coins and whether there is change. */
function costOf(
  { payer, buyerOrdinalsAddress, feeAddress, feeRate, network }: OfferQuestion,
  item: OfferItem,
) {
  const payouts = itemPayouts(item.fees, item.creatorAddress, feeAddress, network);
  const owner = scriptOf(item.ownerAddress, network);
  const payment = payerLock(payer);
  const scripts = [
    scriptOf(buyerOrdinalsAddress, network),
    owner,
    ...payouts.map(({ address }) => scriptOf(address, network)),
  ];
  const { fees, utxo } = item;
  const shares = fees.marketplaceRevenueSats + fees.creatorRevenueSats;
  const unpaid = shares - payouts.reduce((total, { valueSats }) => total + valueSats, 0);
  return (coins: number, hasChange: boolean): Sats => {
    const sizeWith = (count: number) => {
      const locks = [p2trOutputLock(owner), ...Array.from({ length: count }, () => payment)];
      return sizeOf(locks, hasChange ? [...scripts, payment.script] : scripts);
    };
    const size = sizeWith(coins);
    const ownWeight = Math.max(size - sizeWith(1), 0);
    const fee = feeFor(size, feeRate) + feeFor(ownWeight, OWN_WEIGHT_RATE - feeRate);
    return fees.buyerPayTotalSats + utxo.valueSats + Math.max(fee - unpaid, 0);
  };
}
