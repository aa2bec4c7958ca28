import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preflightFill } from '../../../src/trading/fill/fill.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer } from '../../support/bidding.ts';
import { fill, fillBody, makeOffers, OFFER_SATS } from '../../support/collection-offers.ts';
import { type Desk, openDesk, POSTAGE_SATS } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';
import { testAddress } from '../../support/wallet.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [buyer, seller] = (await desk.traders(['p2wpkh', 'p2tr'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 12);
}, 60_000);
afterAll(() => desk?.close());

const NO_FEES: FeeSettings = {
  sellerBps: 0,
  buyerBps: 0,
  minimumSats: 0,
  sellerRoyaltyBps: 0,
  buyerRoyaltyBps: 0,
};

/** The desk's collection with these fees, from now on. */
const withFees = (fees: Partial<FeeSettings>, payoutAddress: string | null = null) =>
  desk.ctx.db
    .updateTable('collections')
    .set({ fees: JSON.stringify({ ...NO_FEES, ...fees }) as never, payoutAddress })
    .execute();

async function filled() {
  const { offerId } = await makeOffers(desk, buyer);
  const { promised, answer } = await fill(desk, seller, offerId, ids.pop()!);
  const { hex } = (await desk.ctx.chain.transaction(answer.settlementTxid))!;
  await desk.mine();
  return { promised, values: readTransaction(hex).outputs.map(({ valueSats }) => valueSats) };
}

describe('a fill in a collection', () => {
  test('without marketplace fee has no output for it: the seller gets the price less the network fee', async () => {
    await withFees({});
    const { promised, values } = await filled();
    expect(promised.marketplaceFeeSats).toBe(0);
    expect(values).toEqual([POSTAGE_SATS, OFFER_SATS - promised.estimatedNetworkFeeSats, 333]);
  });

  test('whose fee is below dust gives it to the network, which asks the seller so much less', async () => {
    await withFees({});
    const [other] = await desk.traders(['p2wpkh']);
    const { offerId } = await makeOffers(desk, other!);
    const free = await preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, ids.at(-1)!));
    await withFees({ minimumSats: 200 });
    const { promised, values } = await filled();
    expect(promised.marketplaceFeeSats).toBe(200);
    expect(promised.estimatedNetworkFeeSats).toBe(free.estimatedNetworkFeeSats - 200);
    expect(values).toEqual([POSTAGE_SATS, OFFER_SATS - free.estimatedNetworkFeeSats, 333]);
    expect(promised.sellerReceiveSats).toBe(OFFER_SATS - 200);
  });

  // Spec, "Collection offers": Fill preflight; the public documents' example has 97,500 of 100,000
  test.each([
    ['both shares together by default', {}, 2_500],
    ['its own share where it is set', { fillBps: 300 }, 3_000],
  ])('takes %s: the seller receives the price less that, whatever the postage', async (_what, own, fee) => {
    await withFees({ sellerBps: 100, buyerBps: 150, minimumSats: 1_000, ...own });
    const { offerId } = await makeOffers(desk, buyer, { priceSats: 100_000 });
    const { promised, answer } = await fill(desk, seller, offerId, ids.pop()!);
    const { hex } = (await desk.ctx.chain.transaction(answer.settlementTxid))!;
    await desk.mine();
    expect(promised).toMatchObject({
      priceSats: 100_000,
      marketplaceFeeSats: fee,
      sellerReceiveSats: 100_000 - fee,
      inscriptionUtxoValueSats: POSTAGE_SATS,
    });
    const values = readTransaction(hex).outputs.map(({ valueSats }) => valueSats);
    expect(values).toEqual([POSTAGE_SATS, 100_000 - fee - promised.estimatedNetworkFeeSats, fee, 333]);
  });

  test('pays the minimum fee once', async () => {
    await withFees({ sellerBps: 100, buyerBps: 150, minimumSats: 2_000 });
    const { promised } = await filled();
    expect(promised.marketplaceFeeSats).toBe(2_000);
  });

  test('with a royalty and no fee pays the creator alone', async () => {
    await withFees({ sellerRoyaltyBps: 500 }, testAddress('creator', 'p2tr').address);
    const { promised, values } = await filled();
    expect(promised.creatorRoyaltySats).toBe(2_500);
    expect(values.slice(2)).toEqual([2_500, 333]);
  });
});

describe.each([
  ['no fee', {}],
  ['fees below dust', { minimumSats: 40 }],
])('in a collection with %s', (_, fees) => {
  const outputsOf = async (txid: string) =>
    readTransaction((await desk.ctx.chain.transaction(txid))!.hex).outputs;
  const feeOutputs = async (txid: string) => {
    await desk.mine();
    const script = scriptOf(desk.ctx.settings.feeAddress, 'regtest');
    return (await outputsOf(txid)).filter((output) => output.script === script);
  };
  beforeAll(() => withFees(fees));

  test('a purchase has no output for it', async () => {
    const refs = await list(desk, seller, [ids.pop()!]);
    await desk.mine();
    const { answer } = await buy(desk, buyer, refs);
    expect(await feeOutputs(answer.settlementTxid)).toEqual([]);
  });

  test('an offer and a counter have none either', async () => {
    const offer = await makeOffer(desk, buyer, ids.pop()!);
    const { settlementTxid } = await acceptOffer(desk, seller, offer);
    expect(await feeOutputs(settlementTxid)).toEqual([]);
    const counter = await makeCounter(desk, seller, await makeOffer(desk, buyer, ids.pop()!));
    expect(await feeOutputs((await acceptCounter(desk, buyer, counter)).settlementTxid)).toEqual([]);
  });
});
