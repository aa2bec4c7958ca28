import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeeSettings } from '../../src/layout/fees.ts';
import { feeBreakdown } from '../../src/layout/fees.ts';
import { NETWORK, paymentAddress } from '../parties.ts';

const FEES: FeeSettings = {
  sellerBps: 100,
  buyerBps: 150,
  minimumSats: 1000,
  sellerRoyaltyBps: 0,
  buyerRoyaltyBps: 0,
};

const split = (priceSats: number, fees: Partial<FeeSettings> = {}, payoutAddress: string | null = null) =>
  feeBreakdown({
    priceSats,
    utxoValueSats: 546,
    fees: { ...FEES, ...fees },
    payoutAddress,
    network: NETWORK,
  });

describe('the fee breakdown', () => {
  test('the seller gives 1 %, the buyer 1.5 %, rounded up', () => {
    expect(split(1_000_001)).toMatchObject({
      sellerMarketplaceFeeSats: 10_001,
      buyerMarketplaceFeeSats: 15_001,
      sellerReceiveSats: 990_000,
      buyerPayTotalSats: 1_015_002,
      marketplaceRevenueSats: 25_002,
      creatorRevenueSats: 0,
    });
  });

  test("each side's fee is at least the minimum", () => {
    expect(split(10_000)).toMatchObject({ sellerReceiveSats: 9000, buyerPayTotalSats: 11_000 });
  });

  test('royalties are taken when together they are worth an output to the payout address', () => {
    const royalties = { sellerRoyaltyBps: 100, buyerRoyaltyBps: 230 };
    const creator = paymentAddress('creator', 'p2tr');
    expect(split(10_000, royalties, creator)).toMatchObject({
      sellerCreatorRoyaltySats: 100,
      buyerCreatorRoyaltySats: 230,
      creatorRevenueSats: 330,
    });
    expect(split(9_900, royalties, creator)).toMatchObject({
      sellerCreatorRoyaltyBps: 0,
      sellerCreatorRoyaltySats: 0,
      buyerCreatorRoyaltySats: 0,
      creatorRevenueSats: 0,
    });
    expect(split(10_000, royalties, null).creatorRevenueSats).toBe(0);
  });

  test('the parts of a price always add up', () => {
    const bps = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 2_000_000_000_000_000 }),
        bps,
        bps,
        bps,
        bps,
        (price, a, b, c, d) => {
          const parts = split(
            price,
            { sellerBps: a, buyerBps: b, sellerRoyaltyBps: c, buyerRoyaltyBps: d },
            paymentAddress('creator', 'p2sh-p2wpkh'),
          );
          expect(parts.sellerReceiveSats + parts.marketplaceRevenueSats + parts.creatorRevenueSats).toBe(
            parts.buyerPayTotalSats,
          );
          expect(parts.creatorRevenueSats === 0 || parts.creatorRevenueSats >= 540).toBe(true);
        },
      ),
    );
  });

  test('a price below the fees is refused', () => {
    expect(() => split(999)).toThrow(expect.objectContaining({ code: 'bad_price' }));
  });
});
