import { describe, expect, test } from 'vitest';
import { counterLayout, fundingLayout, fundingOf } from '../../src/counter/counter.ts';
import { checkCounter } from '../../src/counter/counter-rules.ts';
import { type Layout, networkFee, type Spend } from '../../src/layout/layout.ts';
import { layoutSize } from '../../src/layout/size.ts';
import { payoutLayout, settlementLayout } from '../../src/offer/offer.ts';
import { checkSettlement } from '../../src/offer/offer-rules.ts';
import { bearableRate, planPayout } from '../../src/offer/plan-payout.ts';
import { sumSats } from '../../src/sats.ts';
import { counterTerms, fundingTerms, offerTerms, SELLER } from '../offer-tables.ts';
import { coin, KEYS, NETWORK } from '../parties.ts';

/** The table with one output changed. */
function changed(table: Layout, index: number, change: { valueSats?: number; script?: string }): Layout {
  const outputs = table.outputs.map((output, i) => (i === index ? { ...output, ...change } : output));
  return { ...table, outputs };
}

describe('a settlement', () => {
  const table = settlementLayout(offerTerms, NETWORK);

  test('takes from the buyer what the price, the postage and the network fee add up to', () => {
    const paid = sumSats(offerTerms.payments.map(({ valueSats }) => valueSats)) - offerTerms.changeSats;
    expect(paid).toBe(101_500 + 10_000 + networkFee(table));
    expect(networkFee(table)).toBe(layoutSize(table));
  });

  test.each([
    ['the inscription to somebody else', 0, { script: `0014${'11'.repeat(20)}` }],
    ['the inscription in a smaller output', 0, { valueSats: 9_000 }],
    ['the proceeds to somebody else', 1, { script: `0014${'11'.repeat(20)}` }],
    ['smaller proceeds', 1, { valueSats: 100_000 }],
    ['another fee', 2, { valueSats: 3_000 }],
    ['the change to somebody else', 3, { script: `0014${'11'.repeat(20)}` }],
  ])('with %s breaks a rule', (_, index, change) => {
    expect(() => checkSettlement(changed(table, index, change), offerTerms, NETWORK)).toThrow('broken rule');
  });

  test('has the same txid whether or not the owner is known', () => {
    const known = settlementLayout(offerTerms, NETWORK, SELLER.sellerKey);
    expect(known.inputs.map(({ coin }) => coin)).toEqual(table.inputs.map(({ coin }) => coin));
    expect(known.outputs).toEqual(table.outputs);
  });
});

describe('a payout', () => {
  test.each([1, 2.5, 7, 20])('lifts the package to %s sat/vB', (rate) => {
    const plan = planPayout(offerTerms, SELLER, rate, NETWORK);
    const settlement = settlementLayout(offerTerms, NETWORK, SELLER.sellerKey);
    const payout = payoutLayout(offerTerms, plan.payout!, NETWORK);
    const size = layoutSize(settlement) + layoutSize(payout);
    const fees = networkFee(settlement) + networkFee(payout);
    expect(fees).toBeGreaterThanOrEqual(rate * size);
    expect(fees).toBeLessThanOrEqual(Math.max(rate * size, networkFee(settlement) + layoutSize(payout)) + 1);
  });

  test('that the proceeds do not bear is refused, and the rate that they bear is found', () => {
    const poor = { ...offerTerms, sellerProceedsSats: 2_000, changeSats: offerTerms.changeSats + 107_000 };
    expect(() => planPayout(poor, SELLER, 20, NETWORK)).toThrow('do not cover');
    const rate = bearableRate(poor, SELLER, 20, NETWORK);
    expect(rate).toBeLessThan(20);
    expect(planPayout(poor, SELLER, rate, NETWORK).feeSats).toBeLessThan(2_000);
  });

  test('is suggested at a rate that what the seller is paid bears, without the sats that came with the inscription', () => {
    const postageSats = offerTerms.utxo.valueSats;
    const poor = {
      ...offerTerms,
      sellerProceedsSats: postageSats + 1_000,
      changeSats: offerTerms.changeSats + offerTerms.sellerProceedsSats - postageSats - 1_000,
    };
    const rate = bearableRate(poor, SELLER, 20, NETWORK);
    expect(rate).toBeGreaterThan(1);
    expect(planPayout(poor, SELLER, rate, NETWORK).feeSats).toBeLessThanOrEqual(1_000);
    expect(planPayout(poor, SELLER, rate + 2, NETWORK).feeSats).toBeGreaterThan(1_000);
  });
});

describe('a counter', () => {
  const funding = fundingOf(fundingTerms);
  const table = counterLayout(counterTerms, KEYS, NETWORK, funding);

  test('is funded with exactly what its outputs and its fee lack', () => {
    expect(fundingLayout(fundingTerms).outputs[0]!.valueSats).toBe(funding.coin.valueSats);
    expect(networkFee(table) + 210).toBeGreaterThanOrEqual(10 * (layoutSize(table) + 210));
  });

  test('keeps its outputs whoever funds it, as the seller signed them', () => {
    expect(table.outputs).toEqual(counterLayout(counterTerms, KEYS, NETWORK).outputs);
  });

  test.each([
    ['the inscription to somebody else', 0, { script: `0014${'11'.repeat(20)}` }],
    ['less for the seller', 1, { valueSats: 100_000 }],
    ['another fee', 2, { valueSats: 2_000 }],
    ['sats in the output that names its passthrough', 3, { valueSats: 1 }],
    ['the name of another passthrough', 3, { script: `6a20${'11'.repeat(32)}` }],
  ])('with %s breaks a rule', (_, index, change) => {
    const broken = changed(table, index, change);
    expect(() => checkCounter(broken, counterTerms, KEYS, NETWORK, funding)).toThrow('broken rule');
  });

  test('that spends another coin, one more or one less breaks a rule', () => {
    const [passthrough, paid] = table.inputs as [Spend, Spend];
    const stranger = { ...paid, coin: coin('stranger', paid.coin.valueSats) };
    for (const inputs of [[passthrough, stranger], [passthrough, paid, stranger], [passthrough]])
      expect(() => checkCounter({ ...table, inputs }, counterTerms, KEYS, NETWORK, funding)).toThrow(
        "the buyer's funding",
      );
  });
});
