import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { refuse } from '@ordbook/protocol/refusals';
import { sumSats } from '@ordbook/protocol/sats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/base/clock.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { preflightPurchase, submitPurchase } from '../../../src/trading/purchase/buy.ts';
import { type Desk, OTHER_SLUG, openDesk, POSTAGE_SATS } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { settledPurchase } from '../../support/settled-purchase.ts';
import { buy, list, PRICE_SATS, purchaseBody, refusedWith, signedPurchase } from '../../support/trade.ts';
import type { Trader, TraderShape } from '../../support/trader.ts';

const DONATION = {
  name: 'Relief',
  url: 'https://relief.test',
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  roundUpToSats: 10_000,
};

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let other: Trader;
let ids: string[];
const next = () => ids.pop()!;
const listed = (n = 1) => list(desk, seller, Array.from({ length: n }, next));

beforeAll(async () => {
  desk = await openDesk({ anchors: 200, settings: { donation: DONATION } });
  [seller, buyer, other] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr'], 12)) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 90);
});
afterAll(() => desk?.close());

describe('a purchase', () => {
  test.each([
    ['p2wpkh', 1],
    ['p2sh-p2wpkh', 1],
    ['p2tr', 1],
    ['same', 1],
    ['p2wpkh', 3],
    ['p2sh-p2wpkh', 3],
    ['p2tr', 20],
  ] as const)('paid from %s of %i listings settles in one package, as promised', async (shape, n) => {
    const [payer] = (await desk.traders([shape as TraderShape], 4)) as [Trader];
    const refs = await listed(n);
    const { promised, answer } = await buy(desk, payer, refs);
    expect(answer).toMatchObject({
      settlementTxid: promised.expectedSettlementTxid,
      listingTransferTxids: promised.expectedListingTransferTxids,
      listings: refs,
    });
    for (const { listingId } of refs)
      expect(await desk.listing(listingId)).toMatchObject({ state: 'hidden_locked' });
    await desk.mine();
    for (const { listingId } of refs) expect(await desk.listing(listingId)).toMatchObject({ state: 'sold' });
    const settled = await settledPurchase(desk, answer.settlementTxid);
    const received = payer.payment.address === payer.ordinals.address ? n * POSTAGE_SATS : 0;
    expect(settled.paidBy(payer.payment.address)).toBe(promised.totalBuyerCostSats - received);
    for (const [i, { inscriptionId }] of refs.entries()) {
      expect(await desk.ctx.ordinals.inscription(inscriptionId)).toMatchObject({
        address: payer.ordinals.address,
        location: { txid: answer.settlementTxid, vout: i + 1 },
        offset: 0,
        outputValueSats: POSTAGE_SATS,
      });
      expect(settled.outputs[n + 1 + i]).toMatchObject({
        address: seller.payment.address,
        valueSats: promised.listings[i]!.sellerReceiveSats + POSTAGE_SATS,
      });
    }
  });

  test("'s total is what its parts add up to", async () => {
    const { promised } = await signedPurchase(desk, buyer, await listed(3), { roundUpDonation: true });
    const items = promised.listings.map((item) => item.buyerPayTotalSats + item.inscriptionUtxoValueSats);
    expect(promised.totalBuyerCostSats).toBe(
      sumSats(items) +
        promised.estimatedNetworkFeeSats +
        promised.listingTransferFeeSats +
        promised.donationSats,
    );
    expect(promised.listingTransferFeeSats).toBe(3 * 212);
    for (const item of promised.listings) {
      expect(item.priceSats).toBe(PRICE_SATS);
      expect(item.sellerReceiveSats).toBe(
        item.priceSats - item.listingFeeSats - item.sellerCreatorRoyaltySats,
      );
      expect(item.buyerPayTotalSats).toBe(item.priceSats + item.buyerFeeSats + item.buyerCreatorRoyaltySats);
      expect(item.marketplaceRevenueSats).toBe(item.listingFeeSats + item.buyerFeeSats);
    }
  });

  test('with a donation rounds the total up and pays the initiative', async () => {
    const { promised, answer } = await buy(desk, buyer, await listed(), { roundUpDonation: true });
    expect(promised.totalBuyerCostSats % DONATION.roundUpToSats).toBe(0);
    expect(promised.donationInitiative).toEqual({ name: DONATION.name, url: DONATION.url });
    const settled = await settledPurchase(desk, answer.settlementTxid);
    const script = scriptOf(DONATION.address, 'regtest');
    expect(settled.outputs.filter((output) => output.script === script)).toMatchObject([
      { valueSats: promised.donationSats },
    ]);
    await desk.mine();
  });

  test("'s change returns to the payment address", async () => {
    const { promised, answer } = await buy(desk, buyer, await listed());
    const settled = await settledPurchase(desk, answer.settlementTxid);
    const held = sumSats(promised.selectedPaymentUtxos.map(({ valueSats }) => valueSats));
    expect(settled.outputs.at(-1)).toMatchObject({
      address: buyer.payment.address,
      valueSats: held - promised.totalBuyerCostSats,
    });
    await desk.mine();
  });

  test('pays the rate that it names for the package as it is on the wire', async () => {
    const { promised, answer } = await buy(desk, buyer, await listed(3));
    const settled = await settledPurchase(desk, answer.settlementTxid);
    const transfers = await Promise.all(
      answer.listingTransferTxids.map((txid) => settledPurchase(desk, txid)),
    );
    const fee = settled.feeSats + sumSats(transfers.map(({ feeSats }) => feeSats));
    const vsize = settled.vsize + sumSats(transfers.map((transfer) => transfer.vsize));
    expect(Math.abs(vsize - promised.estimatedPackageVsize)).toBeLessThanOrEqual(4);
    expect(fee).toBeGreaterThanOrEqual(vsize * promised.targetFeeRateSatVb);
    expect(fee).toBeLessThan((vsize + 8) * promised.targetFeeRateSatVb + 294);
    await desk.mine();
  });

  test('submitted again answers the same ids, also once it is confirmed', async () => {
    const { body, answer } = await buy(desk, buyer, await listed(2));
    const before = await desk.dump();
    expect(await submitPurchase(desk.ctx, buyer.caller, body)).toEqual(answer);
    expect(await desk.dump()).toBe(before);
    await desk.mine();
    expect(await submitPurchase(desk.ctx, buyer.caller, body)).toEqual(answer);
  });

  test('of a bundle moves everything that lies on the output', async () => {
    const [first, second] = [next(), next()];
    const bundled = await bundle(first, second);
    const [ref] = await list(desk, seller, [bundled]);
    const { answer } = await buy(desk, buyer, [ref!]);
    await desk.mine();
    for (const id of [first, second])
      expect(await desk.ctx.ordinals.inscription(id)).toMatchObject({
        address: buyer.ordinals.address,
        location: { txid: answer.settlementTxid, vout: 1 },
      });
  });

  test('of a bundle can be asked for by any of its inscriptions', async () => {
    const [first, second] = [next(), next()];
    await bundle(first, second);
    const [ref] = await list(desk, seller, [second]);
    await buy(desk, buyer, [{ ...ref!, inscriptionId: first }]);
    await desk.mine();
  });

  test('of a whole bundle named twice is refused, as are two items on one output', async () => {
    const [first, second] = [next(), next()];
    await bundle(first, second);
    await refusedWith(desk, 'not_listable', () => list(desk, seller, [first, second]));
  });
});

/** Puts two inscriptions on one output of the seller. Answers the one with the lower number. */
async function bundle(first: string, second: string): Promise<string> {
  const raw = await moveInscription(desk, seller, first, seller.ordinals.address, {
    send: false,
    with: second,
  });
  await desk.miner.mineOnly([raw]);
  await desk.settle();
  const [a, b] = await desk.ctx.ordinals.inscriptions([first, second]);
  expect(a!.location).toEqual(b!.location);
  return a!.number < b!.number ? first : second;
}

describe('payment coins', () => {
  test('that hold an inscription, are unconfirmed, foreign, unknown or misstated are left out of the choice', async () => {
    const same = (await desk.traders(['same'], 2))[0]!;
    const [held] = await desk.inscribe(same);
    const inscribed = await desk.ctx.ordinals.inscription(held!);
    const good = (await desk.coinsOf(same)).filter((coin) => coin.txid !== inscribed!.location.txid);
    const { txid } = await desk.miner.pay([{ address: same.payment.address, sats: 900_000 }]);
    const bad = [
      { ...inscribed!.location, valueSats: POSTAGE_SATS },
      { txid, vout: 0, valueSats: 900_000 },
      (await desk.coinsOf(other))[0]!,
      { txid: 'ab'.repeat(32), vout: 0, valueSats: 5_000_000 },
      { ...good[1]!, valueSats: good[1]!.valueSats + 1 },
    ];
    const refs = await listed();
    const { promised, body } = await signedPurchase(desk, same, refs, { spendableUtxos: [...bad, good[0]!] });
    expect(promised.selectedPaymentUtxos).toEqual([good[0]]);
    for (const [i, coin] of bad.entries()) {
      await refusedWith(desk, 'insufficient_funds', () =>
        preflightPurchase(desk.ctx, same.caller, purchaseBody(same, refs, [coin])),
      ).catch((error) => Promise.reject(new Error(`coin ${i}: ${error}`)));
      const forced = { ...body, selectedPaymentUtxos: [coin], spendableUtxos: [...bad, good[0]!] };
      await refusedWith(desk, 'coins_spent', () => submitPurchase(desk.ctx, same.caller, forced));
    }
    await desk.mine();
  });

  test('with runes on them are left out of the choice', async () => {
    const coins = await desk.coinsOf(buyer);
    const ctx: TradingContext = {
      ...desk.ctx,
      ordinals: {
        ...desk.ctx.ordinals,
        outputs: async (outpoints) =>
          (await desk.ctx.ordinals.outputs(outpoints)).map(
            (output) => output && { ...output, hasRunes: coins.some((coin) => coin.txid === output.txid) },
          ),
      },
    };
    const refs = await listed();
    await refusedWith(desk, 'insufficient_funds', () =>
      preflightPurchase(ctx, buyer.caller, purchaseBody(buyer, refs, coins)),
    );
  });

  test('named twice, left out, or not among the candidates are refused', async () => {
    const refs = await listed();
    const coins = await desk.coinsOf(buyer);
    const { spendableUtxos: _, ...without } = purchaseBody(buyer, refs, []);
    await refusedWith(desk, 'coins_required', () => preflightPurchase(desk.ctx, buyer.caller, without));
    await refusedWith(desk, 'insufficient_funds', () =>
      preflightPurchase(desk.ctx, buyer.caller, purchaseBody(buyer, refs, [])),
    );
    await refusedWith(desk, 'malformed', () =>
      preflightPurchase(desk.ctx, buyer.caller, purchaseBody(buyer, refs, [coins[0]!, coins[0]!])),
    );
    const { body } = await signedPurchase(desk, buyer, refs);
    const twice = [...body.selectedPaymentUtxos, ...body.selectedPaymentUtxos];
    await refusedWith(desk, 'malformed', () =>
      submitPurchase(desk.ctx, buyer.caller, { ...body, selectedPaymentUtxos: twice }),
    );
    await refusedWith(desk, 'malformed', () =>
      submitPurchase(desk.ctx, buyer.caller, { ...body, spendableUtxos: [] }),
    );
  });

  test('spent between preflight and submit are refused', async () => {
    const refs = await listed();
    const poor = (await desk.traders(['p2wpkh'], 1))[0]!;
    const { body } = await signedPurchase(desk, poor, refs);
    const [gift] = await desk.inscribe(poor);
    await moveInscription(desk, poor, gift!, poor.ordinals.address);
    await refusedWith(desk, 'coins_spent', () => submitPurchase(desk.ctx, poor.caller, body));
    await desk.mine();
  });
});

describe('a purchase is refused', () => {
  const preflight = (
    refs: Awaited<ReturnType<typeof listed>>,
    more: Parameters<typeof purchaseBody>[3] = {},
    ctx = desk.ctx,
    trader = buyer,
  ) =>
    desk
      .coinsOf(trader)
      .then((coins) => preflightPurchase(ctx, trader.caller, purchaseBody(trader, refs, coins, more)));

  test("of one's own listing", async () => {
    const refs = await listed();
    await refusedWith(desk, 'malformed', () => preflight(refs, {}, desk.ctx, seller));
  });

  test('of an unknown listing, of one in another collection, and of one that holds another inscription', async () => {
    const [ref] = await listed();
    await refusedWith(desk, 'unknown_listing', () =>
      preflight([{ ...ref!, listingId: buyer.walletBindingId }]),
    );
    await refusedWith(desk, 'malformed', () => preflight([ref!], { slug: OTHER_SLUG }));
    await refusedWith(desk, 'not_found', () => preflight([ref!], { slug: 'nowhere' }));
    await refusedWith(desk, 'malformed', () => preflight([{ ...ref!, inscriptionId: next() }]));
  });

  test("with somebody else's wallet or key", async () => {
    const refs = await listed();
    await refusedWith(desk, 'not_owner', () => preflight(refs, { walletBindingId: other.walletBindingId }));
    await refusedWith(desk, 'bad_public_key', () =>
      preflight(refs, { paymentPublicKey: other.payment.publicKey }),
    );
  });

  test('when the listing is over its time, though nobody closed it yet', async () => {
    const refs = await list(desk, seller, [next()], PRICE_SATS, 1);
    const { body } = await signedPurchase(desk, buyer, refs);
    desk.clock.step(DAY_MS);
    await refusedWith(desk, 'not_buyable', () => preflight(refs));
    await refusedWith(desk, 'not_buyable', () => submitPurchase(desk.ctx, buyer.caller, body));
  });

  test('when what the preflight promised has lapsed, though nobody else holds its anchor', async () => {
    const { body } = await signedPurchase(desk, buyer, await listed());
    desk.clock.step(desk.ctx.settings.reservationMs);
    await refusedWith(desk, 'stale', () => submitPurchase(desk.ctx, buyer.caller, body));
  });

  test('while a coin of it is in another purchase that is on its way: nothing of it is sent', async () => {
    const [first, second] = [await listed(), await listed()];
    const coins = (await desk.coinsOf(buyer)).slice(0, 1);
    const one = await signedPurchase(desk, buyer, first, { spendableUtxos: coins });
    const two = await signedPurchase(desk, buyer, second, { spendableUtxos: coins });
    // Both are found good before either is in the mempool.
    const submitPackage = async (raws: readonly string[]) =>
      raws.map((raw) => ({ txid: readTransaction(raw).txid, accepted: true, reason: null }));
    const unsent = { ...desk.ctx, chain: { ...desk.ctx.chain, submitPackage } };
    await submitPurchase(unsent, buyer.caller, one.body);
    await refusedWith(desk, 'coins_spent', () => submitPurchase(desk.ctx, buyer.caller, two.body));
    await desk.mine();
  });

  test('when the listing was bought meanwhile', async () => {
    const refs = await listed();
    const late = await signedPurchase(desk, other, refs);
    await buy(desk, buyer, refs);
    await refusedWith(desk, 'not_buyable', () => submitPurchase(desk.ctx, other.caller, late.body));
    expect(await refusedWith(desk, 'not_buyable', () => preflight(refs, {}, desk.ctx, other))).toMatch(
      /^listing \S+ is being sold in another purchase; choose another listing$/,
    );
    await desk.mine();
  });

  test('when one listing of several went: none is bought', async () => {
    const refs = await listed(3);
    const late = await signedPurchase(desk, other, refs);
    await buy(desk, buyer, [refs[1]!]);
    await refusedWith(desk, 'not_buyable', () => submitPurchase(desk.ctx, other.caller, late.body));
    await desk.mine();
    await buy(desk, other, [refs[0]!, refs[2]!]);
    await desk.mine();
  });

  test('when the inscription left its output, before the follower knows', async () => {
    const [ref] = await listed();
    const { body } = await signedPurchase(desk, buyer, [ref!]);
    await moveInscription(desk, seller, ref!.inscriptionId, other.ordinals.address);
    await refusedWith(desk, 'stale', () => submitPurchase(desk.ctx, buyer.caller, body));
    await refusedWith(desk, 'stale', () => preflight([ref!]));
    await desk.mine();
  });

  test('when the index names something else on the output than what was listed', async () => {
    const refs = await listed();
    const ctx = {
      ...desk.ctx,
      ordinals: {
        ...desk.ctx.ordinals,
        outputs: async (outpoints: Parameters<typeof desk.ctx.ordinals.outputs>[0]) =>
          (await desk.ctx.ordinals.outputs(outpoints)).map(
            (output) =>
              output && { ...output, inscriptionIds: [...output.inscriptionIds, `${'00'.repeat(32)}i0`] },
          ),
      },
    };
    await refusedWith(desk, 'stale', () => preflight(refs, {}, ctx));
  });

  test("with another's anchor, an unknown one, or for other listings than its anchor was promised for", async () => {
    const [one, two] = await listed(2);
    const first = await signedPurchase(desk, buyer, [one!]);
    const second = await signedPurchase(desk, other, [two!]);
    const submit = (change: object) => submitPurchase(desk.ctx, buyer.caller, { ...first.body, ...change });
    await refusedWith(desk, 'stale', () =>
      submit({ purchaseAnchorUtxoId: second.body.purchaseAnchorUtxoId }),
    );
    await refusedWith(desk, 'stale', () => submit({ purchaseAnchorUtxoId: buyer.walletBindingId }));
    await refusedWith(desk, 'stale', () => submit({ listings: [two!] }));
    await refusedWith(desk, 'stale', () => submit({ roundUpDonation: true }));
    await refusedWith(desk, 'bad_psbt', () => submit({ signedSteps: [] }));
    await submit({});
    await refusedWith(desk, 'stale', () =>
      submitPurchase(desk.ctx, other.caller, {
        ...second.body,
        purchaseAnchorUtxoId: first.body.purchaseAnchorUtxoId,
      }),
    );
    await desk.mine();
  });

  test('when the fees of the collection changed since the preflight', async () => {
    const refs = await listed();
    const { body } = await signedPurchase(desk, buyer, refs);
    const fees = { ...desk.ctx.settings.fees, buyerBps: 900 };
    const ctx = { ...desk.ctx, settings: { ...desk.ctx.settings, fees } };
    await refusedWith(desk, 'stale', () => submitPurchase(ctx, buyer.caller, body));
  });

  test('with a donation when no initiative is configured', async () => {
    const refs = await listed();
    const ctx = { ...desk.ctx, settings: { ...desk.ctx.settings, donation: null } };
    await refusedWith(desk, 'donation_unavailable', () => preflight(refs, { roundUpDonation: true }, ctx));
  });

  test('while no anchor is free', async () => {
    const refs = await listed();
    const set = (from: 'free' | 'unsafe', to: 'free' | 'unsafe') =>
      desk.ctx.db.updateTable('anchors').set({ state: to }).where('state', '=', from).execute();
    await set('free', 'unsafe');
    await refusedWith(desk, 'no_anchor', () => preflight(refs));
    await set('unsafe', 'free');
  });

  test('of several listings while the mempool asks more than their transfers carry; one at a time goes', async () => {
    const refs = await listed(2);
    const ctx = {
      ...desk.ctx,
      chain: { ...desk.ctx.chain, feeRates: async () => ({ minimum: 3, estimate: 5 }) },
    };
    await refusedWith(desk, 'mempool_busy', () => preflight(refs, {}, ctx));
    await buy({ ...desk, ctx }, buyer, [refs[0]!]);
    await desk.mine();
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({ state: 'sold' });
  });

  test('when the node does not take it, and the listing stays buyable', async () => {
    const [ref] = await listed();
    const { body } = await signedPurchase(desk, buyer, [ref!]);
    const ctx = {
      ...desk.ctx,
      chain: {
        ...desk.ctx.chain,
        testAccept: async (raw: readonly string[]) =>
          raw.map((one) => ({
            txid: readTransaction(one).txid,
            accepted: false,
            reason: 'min relay fee not met',
          })),
      },
    };
    const sentence = await refusedWith(desk, 'rejected_by_network', () =>
      submitPurchase(ctx, buyer.caller, body),
    );
    expect(sentence).toContain('min relay fee not met');
    for (const reason of ['bad-txns-inputs-missingorspent', 'txn-mempool-conflict', 'insufficient fee']) {
      const testAccept = async (raw: readonly string[]) =>
        raw.map((one) => ({ txid: readTransaction(one).txid, accepted: false, reason }));
      const lost = { ...ctx, chain: { ...ctx.chain, testAccept } };
      const faster = await refusedWith(desk, 'coins_spent', () => submitPurchase(lost, buyer.caller, body));
      expect(faster).toMatch(/^somebody was faster/);
    }
    await submitPurchase(desk.ctx, buyer.caller, body);
    await desk.mine();
  });

  test('while node, index or signer is away', async () => {
    const [ref] = await listed();
    const { body } = await signedPurchase(desk, buyer, [ref!]);
    const away = async () => refuse('unavailable', 'gone');
    for (const ctx of [
      { ...desk.ctx, chain: { ...desk.ctx.chain, unspents: away } },
      { ...desk.ctx, chain: { ...desk.ctx.chain, testAccept: away } },
      { ...desk.ctx, ordinals: { ...desk.ctx.ordinals, outputs: away } },
      { ...desk.ctx, ordinals: { ...desk.ctx.ordinals, blockHash: async () => null } },
      { ...desk.ctx, signer: { ...desk.ctx.signer, signSale: away } },
    ])
      await refusedWith(desk, 'unavailable', () => submitPurchase(ctx, buyer.caller, body));
    await submitPurchase(desk.ctx, buyer.caller, body);
    await desk.mine();
  });
});
