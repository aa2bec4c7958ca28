import { ordinalsAddressOf } from '../src/bitcoin/keys.ts';
import { counterLayout, counterRecoveryLayout, fundingLayout, fundingOf } from '../src/counter/counter.ts';
import { COUNTER_RECOVERY_RULES, COUNTER_RULES } from '../src/counter/counter-rules.ts';
import { planFunding } from '../src/counter/plan-counter.ts';
import type { CounterTerms } from '../src/counter/terms.ts';
import { feeBreakdown } from '../src/layout/fees.ts';
import { renderLayout } from '../src/layout/layout.ts';
import type { Rule } from '../src/layout/rules.ts';
import { transferLayout } from '../src/listing/listing.ts';
import { payoutLayout, settlementLayout } from '../src/offer/offer.ts';
import { PAYOUT_RULES, SETTLEMENT_RULES } from '../src/offer/offer-rules.ts';
import { planOffers } from '../src/offer/plan-offer.ts';
import { planPayout } from '../src/offer/plan-payout.ts';
import type { OfferTerms } from '../src/offer/terms.ts';
import { itemPayouts } from '../src/purchase/item-payouts.ts';
import { coin, KEYS, listingTerms, NETWORK, payer, paymentAddress, xOnly } from './parties.ts';

const FEES = { sellerBps: 100, buyerBps: 150, minimumSats: 1000, sellerRoyaltyBps: 0, buyerRoyaltyBps: 0 };
const utxo = coin('inscription of seller 1', 10_000);
const inscriptions = [{ id: `${utxo.txid}i0`, offset: 0 }];
export const BUYER_ORDINALS = ordinalsAddressOf(xOnly('buyer ordinals'), NETWORK);
const feeAddress = paymentAddress('fees', 'p2wpkh');

const feesAt = (priceSats: number) =>
  feeBreakdown({
    priceSats,
    utxoValueSats: utxo.valueSats,
    fees: FEES,
    payoutAddress: null,
    network: NETWORK,
  });

/** An offer of `buyer` for the inscription of `seller 1`, at 100,000 sats. */
export const offerTerms: OfferTerms = planOffers({
  items: [
    {
      utxo,
      inscriptions,
      ownerAddress: ordinalsAddressOf(xOnly('seller 1'), NETWORK),
      fees: feesAt(100_000),
      creatorAddress: null,
    },
  ],
  buyerOrdinalsAddress: BUYER_ORDINALS,
  payer: payer('buyer', 'p2wpkh'),
  coins: { from: [coin('payment', 200_000)] },
  feeAddress,
  feeRate: 1,
  network: NETWORK,
})[0]!;

export const SELLER = {
  sellerKey: xOnly('seller 1'),
  sellerPaymentAddress: paymentAddress('seller 1', 'p2wpkh'),
};

/** The counter of `seller 1` to it, at 120,000 sats. */
export const counterTerms: CounterTerms = {
  transfer: listingTerms('seller 1', {
    utxo,
    inscriptions,
    sellerProceedsSats: feesAt(120_000).sellerReceiveSats + utxo.valueSats,
  }),
  buyerOrdinalsAddress: BUYER_ORDINALS,
  payouts: itemPayouts(feesAt(120_000), null, feeAddress, NETWORK),
};

export const fundingTerms = planFunding({
  counter: counterTerms,
  payer: payer('buyer', 'p2wpkh'),
  coins: { from: [coin('payment', 200_000)] },
  feeRate: 10,
  keys: KEYS,
  network: NETWORK,
});

/** The tables of `docs/protocol/offers.md`: what the real functions build for small examples. */
export const offerTables = {
  settlement: () => renderLayout(settlementLayout(offerTerms, NETWORK)),
  payout: () =>
    renderLayout(payoutLayout(offerTerms, planPayout(offerTerms, SELLER, 10, NETWORK).payout!, NETWORK)),
  'settlement-rules': () => sentences(SETTLEMENT_RULES),
  'payout-rules': () => sentences(PAYOUT_RULES),
  'counter-transfer': () => renderLayout(transferLayout(counterTerms.transfer, KEYS)),
  counter: () => renderLayout(counterLayout(counterTerms, KEYS, NETWORK, fundingOf(fundingTerms))),
  funding: () => renderLayout(fundingLayout(fundingTerms)),
  'counter-recovery': () =>
    renderLayout(counterRecoveryLayout(counterTerms, KEYS, [coin('a', 1000), coin('b', 1000)])),
  'counter-rules': () => sentences(COUNTER_RULES),
  'counter-recovery-rules': () => sentences(COUNTER_RECOVERY_RULES),
};

function sentences<Subject>(rules: readonly Rule<Subject>[]): string {
  return rules.map(({ sentence }) => `- ${sentence}`).join('\n');
}
