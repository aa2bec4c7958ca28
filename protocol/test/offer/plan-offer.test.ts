import { describe, expect, test } from 'vitest';
import { ordinalsAddressOf } from '../../src/bitcoin/keys.ts';
import { networkFee } from '../../src/layout/layout.ts';
import { layoutSize } from '../../src/layout/size.ts';
import { settlementLayout } from '../../src/offer/offer.ts';
import { MAX_OFFER_COINS, type OfferQuestion, planOffers } from '../../src/offer/plan-offer.ts';
import { ACCEPT_FEE_RATES, bearableRate, planPayout } from '../../src/offer/plan-payout.ts';
import { coin, NETWORK, payer, paymentAddress, publicKey, xOnly } from '../parties.ts';

const PRICE = 200_000;
const OWNER = ordinalsAddressOf(publicKey('owner'), NETWORK);
const SELLER = { sellerKey: xOnly('owner'), sellerPaymentAddress: paymentAddress('owner', 'p2wpkh') };

function question(count: number, valueSats: number): OfferQuestion {
  return {
    items: [
      {
        utxo: coin('inscription', 546),
        inscriptions: [{ id: `${coin('inscription', 1).txid}i0`, offset: 0 }],
        ownerAddress: OWNER,
        creatorAddress: null,
        fees: {
          priceSats: PRICE,
          sellerReceiveSats: PRICE - 2_000,
          buyerPayTotalSats: PRICE + 3_000,
          marketplaceRevenueSats: 5_000,
          creatorRevenueSats: 0,
        } as OfferQuestion['items'][number]['fees'],
      },
    ],
    buyerOrdinalsAddress: ordinalsAddressOf(publicKey('buyer'), NETWORK),
    payer: payer('buyer', 'p2wpkh'),
    coins: { from: Array.from({ length: count }, (_, i) => coin(`dust ${i}`, valueSats)) },
    feeAddress: paymentAddress('fees', 'p2wpkh'),
    feeRate: 1,
    network: NETWORK,
  };
}

describe('an offer', () => {
  test(`is paid with at most ${MAX_OFFER_COINS} coins`, () => {
    expect(() => planOffers(question(400, 700))).toThrow(`no ${MAX_OFFER_COINS} of the 400 spendable coins`);
    const [terms] = planOffers(question(400, 5_500));
    expect(terms!.payments.length).toBeLessThanOrEqual(MAX_OFFER_COINS);
  });

  test('pays for the weight of its coins beyond the first, so that its owner need not', () => {
    const settlementOf = (count: number, valueSats: number) =>
      settlementLayout(planOffers(question(count, valueSats))[0]!, NETWORK, SELLER.sellerKey);
    const [light, heavy] = [settlementOf(1, 300_000), settlementOf(45, 5_500)];
    const extra = layoutSize(heavy) - layoutSize(light);
    expect(extra).toBeGreaterThan(2_500);
    expect(networkFee(heavy) - networkFee(light)).toBeGreaterThanOrEqual(10 * extra);
  });

  test('costs its owner at most a quarter of the proceeds in network fees, as the service quotes', () => {
    for (const [count, valueSats] of [
      [1, 300_000],
      [45, 5_500],
      [50, 5_000],
    ] as const) {
      const [terms] = planOffers(question(count, valueSats));
      const rate = bearableRate(terms!, SELLER, ACCEPT_FEE_RATES.maximum, NETWORK);
      const { feeSats } = planPayout(terms!, SELLER, rate, NETWORK);
      expect(feeSats).toBeLessThanOrEqual(PRICE / 4);
    }
  });
});
