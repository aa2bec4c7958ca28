import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { hexToBytes } from '../../src/bitcoin/bytes.ts';
import { scriptOf } from '../../src/bitcoin/keys.ts';
import { dustLimit } from '../../src/bitcoin/weights.ts';
import { networkFee } from '../../src/layout/layout.ts';
import { satFlow } from '../../src/layout/sat-flow.ts';
import { sellerLegLayout, TRANSFER_VSIZE, transferLayout } from '../../src/listing/listing.ts';
import type { PaymentType } from '../../src/locks/payer.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { psbtStep } from '../../src/psbt/step.ts';
import { planSale, type SalePlan } from '../../src/purchase/plan.ts';
import { saleLayout, saleStep } from '../../src/purchase/sale.ts';
import type { PricedListing, SaleQuestion } from '../../src/purchase/sale-shares.ts';
import { sumSats } from '../../src/sats.ts';
import {
  coin,
  completed,
  KEYS,
  NETWORK,
  operatorSignatures,
  payer,
  paymentAddress,
  priced,
  saleQuestion,
  signStep,
} from '../parties.ts';

const PAYMENT_TYPES: PaymentType[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'];

/** Any purchase: 1..20 listings, any payer, royalties, partner, donation, some transfers sent before. */
const anyPurchase: fc.Arbitrary<SaleQuestion> = fc
  .record({
    type: fc.constantFrom(...PAYMENT_TYPES),
    items: fc.array(
      fc.record({
        priceSats: fc.integer({ min: 10_000, max: 3_000_000 }),
        sellerFee: fc.integer({ min: 0, max: 3000 }),
        buyerFee: fc.integer({ min: 0, max: 3000 }),
        royalties: fc.constantFrom<[number, number]>([0, 0], [200, 800], [3000, 0], [1, 1]),
        creator: fc.constantFrom(null, 'creator a', 'creator b'),
        postage: fc.integer({ min: 330, max: 20_000 }),
        sendsTransfer: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    coins: fc.array(fc.integer({ min: 600, max: 9_000_000 }), { minLength: 1, maxLength: 60 }),
    feeRate: fc.integer({ min: 1, max: 300 }),
    roundUpToSats: fc.constantFrom(null, 1000, 10_000),
    shareBps: fc.constantFrom(null, 50, 2500),
  })
  .map(({ type, items, coins, feeRate, roundUpToSats, shareBps }) =>
    saleQuestion(0, {
      listings: items.map(
        (item, i): PricedListing => ({
          ...priced(
            `seller ${i}`,
            {
              priceSats: item.priceSats,
              sellerMarketplaceFeeSats: item.sellerFee,
              buyerMarketplaceFeeSats: item.buyerFee,
              sellerCreatorRoyaltySats: item.creator ? item.royalties[0] : 0,
              buyerCreatorRoyaltySats: item.creator ? item.royalties[1] : 0,
              inscriptionUtxoValueSats: item.postage,
            },
            item.creator && paymentAddress(item.creator, 'p2tr'),
          ),
          sendsTransfer: item.sendsTransfer,
        }),
      ),
      payer: payer('buyer', type),
      // One coin that covers anything: the question is never refused.
      coins: { from: [...coins, 200_000_000].map((value, i) => coin(`payment ${i}`, value, i)) },
      feeRate,
      donation:
        roundUpToSats === null ? null : { address: paymentAddress('charity', 'p2wpkh'), roundUpToSats },
      partner: shareBps === null ? null : { address: paymentAddress('partner', 'p2sh-p2wpkh'), shareBps },
    }),
  );

function lostByBuyer({ terms }: SalePlan): number {
  return sumSats(terms.payments.map(({ valueSats }) => valueSats)) - terms.changeSats;
}

describe('planning a sale', () => {
  test('the inputs of the buyer lose exactly totalBuyerCostSats, the sum of its parts', () => {
    fc.assert(
      fc.property(anyPurchase, (question) => {
        const plan = planSale(question);
        const { figures } = plan;
        expect(lostByBuyer(plan)).toBe(figures.totalBuyerCostSats);
        const items = plan.listings.map((item) => item.buyerPayTotalSats + item.inscriptionUtxoValueSats);
        expect(
          sumSats(items) +
            figures.estimatedNetworkFeeSats +
            figures.listingTransferFeeSats +
            figures.donationSats,
        ).toBe(figures.totalBuyerCostSats);
        expect(figures.cpfpFeeSats).toBeLessThanOrEqual(figures.estimatedNetworkFeeSats + 546);
      }),
      { numRuns: rounds(300) },
    );
  });

  test('the package pays the target rate, never less, and little more', () => {
    fc.assert(
      fc.property(anyPurchase, (question) => {
        const { terms, figures } = planSale(question);
        const fee = networkFee(saleLayout(terms, KEYS, NETWORK)) + figures.listingTransferFeeSats;
        const wanted = figures.estimatedPackageVsize * question.feeRate;
        expect(fee).toBeGreaterThanOrEqual(wanted);
        // Change too small to make: dust, and the change output that it would have been.
        if (question.feeRate > 1) expect(fee).toBeLessThanOrEqual(wanted + 540 + 43 * question.feeRate);
      }),
      { numRuns: rounds(300) },
    );
  });

  test('no output is dust, and no sat of an inscription goes to a fee, an anchor or a stranger', () => {
    fc.assert(
      fc.property(anyPurchase, (question) => {
        const { terms } = planSale(question);
        const table = saleLayout(terms, KEYS, NETWORK);
        for (const { script, valueSats } of table.outputs)
          expect(valueSats).toBeGreaterThanOrEqual(dustLimit(script));
        const coins = table.inputs.map((input) => input.coin);
        const buyer = scriptOf(question.buyerOrdinalsAddress, NETWORK);
        for (const [i, { utxo }] of terms.listings.entries()) {
          const input = terms.listings.length + 1 + i;
          for (const offset of [0, Math.floor(utxo.valueSats / 2), utxo.valueSats - 1]) {
            expect(satFlow(coins, table.outputs, { input, offset })).toEqual({ output: 1 + i, offset });
          }
          expect(table.outputs[1 + i]!.script).toBe(buyer);
        }
      }),
      { numRuns: rounds(300) },
    );
  });

  test('the payments of a plan, given exactly, give the same plan again', () => {
    fc.assert(
      fc.property(anyPurchase, (question) => {
        const plan = planSale(question);
        expect(planSale({ ...question, coins: { exactly: plan.terms.payments } })).toEqual(plan);
      }),
      { numRuns: rounds(300) },
    );
  });

  test('a whole package is signed by wallets, and weighs what was estimated within the DER variance', () => {
    fc.assert(
      fc.property(anyPurchase, (question) => {
        const { terms, figures } = planSale(question);
        const table = saleLayout(terms, KEYS, NETWORK);
        const buyer = readSignatures(
          table,
          'buyer',
          signStep(saleStep(terms, KEYS, NETWORK), 'buyer'),
          'step 0',
        );
        const sellers = terms.listings.map((listing, i) => {
          const leg = sellerLegLayout(listing, KEYS, NETWORK);
          const signed = signStep(psbtStep(leg, 'seller', 1, 'any'), `seller ${i}`);
          return readSignatures(leg, 'seller', signed, 'step 1')[0]!.signature;
        });
        // The seller's signature verifies at its final index: `complete` verifies every one over the sale.
        const sale = completed(table, { sellers, buyer, ...operatorSignatures(table) });
        const { vsize, id } = Transaction.fromRaw(hexToBytes(sale.hex), {
          allowUnknownInputs: true,
          allowUnknownOutputs: true,
          disableScriptCheck: true,
        });
        expect(id).toBe(sale.txid);
        const transfers =
          question.listings.filter(({ sendsTransfer }) => sendsTransfer).length * TRANSFER_VSIZE;
        const estimated = figures.estimatedPackageVsize - transfers;
        expect(estimated).toBeGreaterThanOrEqual(vsize);
        // Up to 2 WU for each payment's low R, and rarely one for a short number in a signature.
        expect(estimated - vsize).toBeLessThanOrEqual(
          2 + Math.ceil((terms.payments.length + table.inputs.length / 20) / 2),
        );
      }),
      { numRuns: rounds(12) },
    );
  });
});

describe('figures of a sale', () => {
  test('a transfer weighs 212 vB', () => {
    const { terms } = priced('seller 1');
    const table = transferLayout(terms, KEYS);
    const seller = readSignatures(
      table,
      'seller',
      signStep(psbtStep(table, 'seller', 0, 'any'), 'seller 1'),
      'step 0',
    );
    const { operator } = operatorSignatures(table);
    const { hex } = completed(table, { sellers: [seller[0]!.signature], operator });
    expect(Transaction.fromRaw(hexToBytes(hex), { allowUnknownInputs: true }).vsize).toBe(212);
  });

  test('a sale of one listing with two fresh anchors weighs 559 vB', () => {
    const one = planSale(
      saleQuestion(1, { listings: [priced('seller 1', { buyerMarketplaceFeeSats: 3000 })] }),
    );
    expect(one.terms.freshAnchors.count).toBe(2);
    expect(one.figures.estimatedPackageVsize - 212).toBe(559);
  });

  test('the fee of a transfer is refunded when the package sends it, and not when an earlier one did', () => {
    const sending = planSale(saleQuestion(2));
    expect(sending.figures.listingTransferFeeSats).toBe(424);
    const [first, second] = saleQuestion(2).listings as [PricedListing, PricedListing];
    const half = planSale(saleQuestion(0, { listings: [first, { ...second, sendsTransfer: false }] }));
    expect(half.figures.listingTransferFeeSats).toBe(212);
    expect(half.figures.estimatedPackageVsize).toBe(sending.figures.estimatedPackageVsize - 212);
  });

  test('cpfpFeeSats lifts the transfers from their own fee to the target rate', () => {
    expect(planSale(saleQuestion(3, { feeRate: 10 })).figures.cpfpFeeSats).toBe(3 * 212 * 9);
    expect(planSale(saleQuestion(3, { feeRate: 1 })).figures.cpfpFeeSats).toBe(0);
  });

  test('fresh anchors are taken from the marketplace output while it stays above dust', () => {
    const withRevenue = (revenue: number) =>
      planSale(
        saleQuestion(0, {
          listings: [priced('seller 1', { sellerMarketplaceFeeSats: revenue, buyerMarketplaceFeeSats: 0 })],
        }),
      ).terms;
    expect(withRevenue(1081).freshAnchors.count).toBe(0);
    expect(withRevenue(1082).freshAnchors.count).toBe(1);
    expect(withRevenue(1082).payouts).toMatchObject([{ purpose: 'marketplace', valueSats: 294 }]);
    expect(withRevenue(50_000).freshAnchors.count).toBe(2);
  });

  test('a marketplace share below dust is not paid out and helps to pay the network', () => {
    const fees = { sellerMarketplaceFeeSats: 0, buyerMarketplaceFeeSats: 0 };
    const plan = planSale(saleQuestion(0, { listings: [priced('seller 1', fees)] }));
    expect(plan.terms.payouts).toEqual([]);
    expect(networkFee(saleLayout(plan.terms, KEYS, NETWORK))).toBe(
      plan.figures.estimatedNetworkFeeSats + 212,
    );
  });

  test('payouts to one address are one output', () => {
    const address = paymentAddress('creator', 'p2tr');
    const listings = ['seller 1', 'seller 2'].map((name) =>
      priced(name, { sellerCreatorRoyaltySats: 700 }, address),
    );
    const { payouts } = planSale(saleQuestion(0, { listings })).terms;
    expect(payouts.filter((payout) => payout.address === address)).toMatchObject([
      { purpose: 'creator', valueSats: 1400 },
    ]);
  });

  test('a partner is paid out of the revenue of the marketplace, and not at all below dust', () => {
    const partner = { address: paymentAddress('partner', 'p2wpkh'), shareBps: 2000 };
    const plan = planSale(saleQuestion(1, { partner }));
    expect(plan.terms.payouts.find(({ purpose }) => purpose === 'partner')?.valueSats).toBe(500);
    expect(plan.figures.totalBuyerCostSats).toBe(
      planSale(saleQuestion(1)).figures.totalBuyerCostSats +
        310 -
        43 * 10 * (2 - plan.terms.freshAnchors.count),
    );
    const little = planSale(saleQuestion(1, { partner: { ...partner, shareBps: 1000 } }));
    expect(little.terms.payouts.some(({ purpose }) => purpose === 'partner')).toBe(false);
  });

  test('a donation rounds the total up to the next multiple, and is never dust', () => {
    const donation = { address: paymentAddress('charity', 'p2wpkh'), roundUpToSats: 1000 };
    const { terms, figures } = planSale(saleQuestion(1, { donation }));
    expect(figures.totalBuyerCostSats % 1000).toBe(0);
    expect(figures.donationSats).toBeGreaterThanOrEqual(294);
    expect(figures.donationSats).toBeLessThan(1294);
    expect(terms.payouts.at(-1)).toMatchObject({ purpose: 'donation', valueSats: figures.donationSats });
  });

  test('coins that do not cover the cost are refused, with both amounts', () => {
    const poor = saleQuestion(1, { coins: { from: [coin('payment', 51_000)] } });
    expect(() => planSale(poor)).toThrow(
      /the purchase costs at least \d+ sats, but the \d+ spendable coins hold 51000 sats/,
    );
    expect(() => planSale(saleQuestion(1, { coins: { from: [] } }))).toThrow(/hold 0 sats/);
    expect(() => planSale(saleQuestion(1, { coins: { exactly: [] } }))).toThrow(/hold 0 sats/);
  });
});
