import { hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { sumSats } from '@ordbook/protocol/sats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rounds } from '../../../../stack/rounds.ts';
import type { SaleRequest } from '../../../src/signer/port.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { settledPurchase } from '../../support/settled-purchase.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader, TraderShape } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 240_000 });
const SHAPES: readonly TraderShape[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'];
const POSTAGES = [330, 546, 1_000, 10_000, 19_999];

let desk: Desk;
let sellers: Trader[];
let buyers: Trader[];
/** Inscriptions not listed yet, by postage. */
const stock = new Map<number, { id: string; seller: Trader }[]>();

beforeAll(async () => {
  desk = await openDesk({ anchors: 300 });
  sellers = await desk.traders([...SHAPES, 'same']);
  buyers = await desk.traders(SHAPES, 40, 700_000);
  for (const [i, postage] of POSTAGES.entries()) {
    const seller = sellers[i % sellers.length]!;
    stock.set(
      postage,
      (await desk.inscribe(seller, 40, postage)).map((id) => ({ id, seller })),
    );
  }
});
afterAll(() => desk?.close());

const batch = fc.record({
  buyer: fc.nat(SHAPES.length - 1),
  feeRate: fc.integer({ min: 1, max: 60 }),
  items: fc.array(
    fc.record({ postage: fc.constantFrom(...POSTAGES), price: fc.integer({ min: 10_000, max: 400_000 }) }),
    { minLength: 1, maxLength: 6 },
  ),
});

test('of any batch no sat is lost, the buyer pays the total named, sellers get theirs, and inscriptions arrive', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async ({ buyer: which, feeRate, items }) => {
      const buyer = buyers[which]!;
      let request: SaleRequest | undefined;
      const ctx = {
        ...desk.ctx,
        chain: { ...desk.ctx.chain, feeRates: async () => ({ minimum: 0.1, estimate: feeRate }) },
        signer: {
          ...desk.ctx.signer,
          signSale: (asked: SaleRequest) => {
            request = asked;
            return desk.ctx.signer.signSale(asked);
          },
        },
      };
      const chosen = items.map(({ postage, price }) => ({ ...stock.get(postage)!.pop()!, postage, price }));
      const refs = [];
      for (const { id, seller, price } of chosen) refs.push((await list({ ctx }, seller, [id], price))[0]!);
      const { promised, answer } = await buy({ ...desk, ctx }, buyer, refs);
      await desk.mine();

      const sale = await settledPurchase(desk, answer.settlementTxid);
      const transfers = await Promise.all(
        answer.listingTransferTxids.map((txid) => settledPurchase(desk, txid)),
      );
      expect(sale.paidBy(buyer.payment.address)).toBe(promised.totalBuyerCostSats);
      for (const [i, { id, seller, postage, price }] of chosen.entries()) {
        expect(await desk.ctx.ordinals.inscription(id)).toMatchObject({
          address: buyer.ordinals.address,
          location: { txid: answer.settlementTxid, vout: i + 1 },
          offset: 0,
          outputValueSats: postage,
        });
        expect(sale.outputs[chosen.length + 1 + i]).toMatchObject({
          address: seller.payment.address,
          valueSats: price - promised.listings[i]!.listingFeeSats + postage,
        });
      }
      // What the buyer loses and the network, the sellers, the marketplace and the anchors gain is the same.
      const fees = sale.feeSats + sumSats(transfers.map(({ feeSats }) => feeSats));
      expect(sumSats(transfers.map(({ feeSats }) => feeSats))).toBe(212 * chosen.length);
      expect(fees).toBe(promised.estimatedNetworkFeeSats + promised.listingTransferFeeSats);
      expect(promised.targetFeeRateSatVb).toBe(feeRate);
      expect(fees).toBeGreaterThanOrEqual(
        feeRate * (sale.vsize + sumSats(transfers.map(({ vsize }) => vsize))),
      );
      // The half that each seller signed at listing time verifies where the sale has it.
      const table = saleLayout(request!.terms, desk.ctx.keys, 'regtest');
      for (const [i, signature] of request!.sellerSignatures.entries()) {
        expect(signatureFault(table, chosen.length + 1 + i, 'seller', signature)).toBeNull();
        expect(hexToBytes(signature).at(-1)).toBe(0x83);
      }
    }),
    { numRuns: rounds(12), endOnFailure: true },
  );
});
