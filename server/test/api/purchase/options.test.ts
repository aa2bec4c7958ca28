import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walletOf } from '../../../../sandbox/src/keys.ts';
import { changePartner, insertPartner, setCollectionPartner } from '../../../src/store/account/partners.ts';
import { insertBinding, setBindingProvider } from '../../../src/store/account/profiles.ts';
import type { PurchaseBody } from '../../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../../src/trading/purchase/buyable-listings.ts';
import { type Desk, openDesk, POSTAGE_SATS, SLUG } from '../../support/desk.ts';
import { type DeskAnswer, type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { settledPurchase } from '../../support/settled-purchase.ts';
import { list, purchaseBody } from '../../support/trade.ts';
import { signStep, type Trader } from '../../support/trader.ts';
import { testAddress } from '../../support/wallet.ts';

const PURCHASES = `/collection/${SLUG}/purchases`;
const DONATION = {
  name: 'Relief',
  url: 'https://relief.test',
  address: testAddress('relief', 'p2wpkh').address,
  roundUpToSats: 10_000,
};

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let other: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ settings: { donation: DONATION, lookupProviders: ['acme'] } });
  api = await serveDesk(desk);
  [seller, other, buyer] = (await desk.traders(['p2wpkh', 'p2tr', 'p2wpkh'], 12)) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 20);
});
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

async function preflight(by: Trader, listings: readonly ListingRef[], more: Partial<PurchaseBody> = {}) {
  const body = purchaseBody(by, listings, await desk.coinsOf(by), more);
  return { body, answer: await api.post(`${PURCHASES}/preflight`, by, body) };
}

/** Signs what a preflight answered and submits it, with `change` in its body. */
function submit(by: Trader, body: PurchaseBody, promised: DeskAnswer['body'], change: object = {}) {
  const { purchaseAnchorUtxoId, selectedPaymentUtxos, steps } = promised;
  const signedSteps = steps.map((step: Parameters<typeof signStep>[1]) => signStep(by, step));
  return api.post(`${PURCHASES}/submit`, by, {
    ...body,
    purchaseAnchorUtxoId,
    selectedPaymentUtxos,
    signedSteps,
    ...change,
  });
}

/** Both calls, each 200, and the block that has it. */
async function purchase(by: Trader, listings: readonly ListingRef[], more: Partial<PurchaseBody> = {}) {
  const { body, answer } = await preflight(by, listings, more);
  expect(answer).toMatchObject({ status: 200 });
  const submitted = await submit(by, body, answer.body);
  expect(submitted).toMatchObject({ status: 200 });
  await desk.mine();
  const settled = await settledPurchase(desk, submitted.body.settlementTxid);
  return { promised: answer.body, bought: submitted.body, settled };
}

const paidTo = (address: string, { outputs }: Awaited<ReturnType<typeof settledPurchase>>) =>
  outputs.filter((output) => output.address === address).map(({ valueSats }) => valueSats);

describe('a purchase over HTTP', () => {
  test('of several listings of two sellers is one transaction, with each listing in the order asked', async () => {
    const [own] = await desk.inscribe(other);
    const refs = [
      ...(await list(desk, seller, [next()], 40_000)),
      ...(await list(desk, other, [own!], 60_000)),
      ...(await list(desk, seller, [next()], 50_000)),
    ];
    const { promised, bought, settled } = await purchase(buyer, refs);
    expect(promised.listings).toMatchObject(
      refs.map((ref, i) => ({ ...ref, priceSats: [40_000, 60_000, 50_000][i] })),
    );
    expect(bought).toMatchObject({
      settlementTxid: promised.expectedSettlementTxid,
      listingTransferTxids: promised.expectedListingTransferTxids,
      listings: refs,
    });
    // Spec, "Purchase flow": which figure contains which
    const parts: number[] = promised.listings.flatMap(
      (one: { buyerPayTotalSats: number; inscriptionUtxoValueSats: number }) => [
        one.buyerPayTotalSats,
        one.inscriptionUtxoValueSats,
      ],
    );
    const { listingTransferFeeSats, estimatedNetworkFeeSats, donationSats, cpfpFeeSats } = promised;
    parts.push(listingTransferFeeSats, estimatedNetworkFeeSats, donationSats);
    expect(parts.reduce((total, part) => total + part)).toBe(promised.totalBuyerCostSats);
    expect(cpfpFeeSats).toBeLessThan(estimatedNetworkFeeSats);
    expect(new Set(bought.pendingSaleIds).size).toBe(3);
    expect(settled.paidBy(buyer.payment.address)).toBe(promised.totalBuyerCostSats);
    const { sales } = (await api.get('/sales', buyer)).body;
    for (const [i, saleId] of bought.pendingSaleIds.entries())
      expect(sales).toContainEqual(
        expect.objectContaining({
          saleId,
          txid: bought.settlementTxid,
          inscriptionId: refs[i]!.inscriptionId,
        }),
      );
  });

  test('of a bundle is one listing under any of its inscriptions, and moves them all', async () => {
    const [first, second] = [next(), next()];
    const move = { send: false, with: second };
    const raw = await moveInscription(desk, seller, first, seller.ordinals.address, move);
    await desk.miner.mineOnly([raw]);
    await desk.settle();
    const [{ listingId }] = (await list(desk, seller, [first])) as [ListingRef];
    for (const inscriptionId of [first, second]) {
      const { listings } = (await api.get(`/listings?inscriptionId=${inscriptionId}`, buyer)).body;
      expect(listings).toMatchObject([{ listingId, inscriptionId }]);
    }
    // Spec, "Purchase flow": both calls return the ids that were asked for, canonical or not.
    const quoted = await preflight(buyer, [{ listingId, inscriptionId: first }]);
    expect(quoted.answer.body.listings).toMatchObject([{ listingId, inscriptionId: first }]);
    const { promised, bought } = await purchase(buyer, [{ listingId, inscriptionId: second }]);
    expect(promised.listings).toMatchObject([
      { listingId, inscriptionId: second, inscriptionUtxoValueSats: 2 * POSTAGE_SATS },
    ]);
    expect(bought.listings).toEqual([{ listingId, inscriptionId: second }]);
    expect(bought.pendingSaleIds).toHaveLength(1);
    for (const id of [first, second]) {
      const { location, address } = (await desk.ctx.ordinals.inscription(id))!;
      expect([location.txid, address]).toEqual([bought.settlementTxid, buyer.ordinals.address]);
      expect((await api.get(`/listings?inscriptionId=${id}`, buyer)).body.listings).toEqual([]);
    }
    const { items } = (await api.get(`/collection/${SLUG}/inscriptions?limit=100`, buyer)).body;
    const price = promised.listings[0].priceSats / 100_000_000;
    for (const id of [first, second])
      expect(items.find((item: { id: string }) => item.id === id)).toMatchObject({ lastSale: price });
  });

  test('with a donation rounds up to the initiative, and repeats that it does', async () => {
    const refs = await list(desk, seller, [next()]);
    const plain = await preflight(buyer, refs);
    expect(plain.answer.body).toMatchObject({
      donationInitiative: { name: DONATION.name, url: DONATION.url },
      donationSats: 0,
    });
    const { body, answer } = await preflight(buyer, refs, { roundUpDonation: true });
    expect(answer.body.totalBuyerCostSats % DONATION.roundUpToSats).toBe(0);
    const forgot = await submit(buyer, body, answer.body, { roundUpDonation: false });
    expect([forgot.status, Object.keys(forgot.body)]).toEqual([409, ['error']]);
    const given = await submit(buyer, body, answer.body);
    expect(given).toMatchObject({ status: 200 });
    const settled = await settledPurchase(desk, given.body.settlementTxid);
    expect(paidTo(DONATION.address, settled)).toEqual([answer.body.donationSats]);
    await desk.mine();
  });

  test('without an initiative says so, and asking for one is 409', async () => {
    const settings = { ...desk.ctx.settings, donation: null };
    const without = await serveDesk(desk, { settings });
    const refs = await list(desk, seller, [next()]);
    const body = purchaseBody(buyer, refs, await desk.coinsOf(buyer));
    const answer = await without.post(`${PURCHASES}/preflight`, buyer, body);
    expect(answer.body).toMatchObject({ donationInitiative: null, donationSats: 0 });
    const asked = await without.post(`${PURCHASES}/preflight`, buyer, { ...body, roundUpDonation: true });
    expect(asked).toMatchObject({ status: 409 });
    await without.close();
  });
});

describe('a profile with two bindings', () => {
  /** Another wallet of the same profile. */
  async function second(trader: Trader): Promise<Trader> {
    const { ordinals, payment } = walletOf(`second ${randomUUID()}`, 'p2wpkh');
    const walletBindingId = randomUUID();
    await insertBinding(desk.ctx.db, {
      id: walletBindingId,
      profileId: trader.caller.profileId,
      label: 'second',
      ordinalsAddress: ordinals.address,
      paymentAddress: payment.address,
      createdAt: desk.clock.now(),
    });
    await desk.miner.pay([{ address: payment.address, sats: 500_000 }]);
    await desk.mine();
    return { ...trader, ordinals, payment, walletBindingId };
  }

  test('lists with one and buys with the other, each with its own addresses', async () => {
    const wallet = await second(seller);
    const [own] = await desk.inscribe(other);
    const { settled, bought } = await purchase(wallet, await list(desk, other, [own!]));
    expect(settled.inputs.map(({ address }) => address)).toContain(wallet.payment.address);
    expect((await desk.ctx.ordinals.inscription(own!))!.address).toBe(wallet.ordinals.address);
    await list(desk, seller, [next()]);
    const { listings } = (await api.get(`/listings?sellerAddress=${seller.ordinals.address}&limit=1`, buyer))
      .body;
    expect(listings).toHaveLength(1);
    const { sales } = (await api.get('/sales', buyer)).body;
    expect(sales).toContainEqual(
      expect.objectContaining({
        txid: bought.settlementTxid,
        buyerAddress: wallet.ordinals.address,
        sellerAddress: other.ordinals.address,
      }),
    );
    const { walletBindings } = (await api.get('/me', seller)).body;
    expect(walletBindings).toHaveLength(2);
  });

  test("is refused (403) with another profile's binding, and (400) with the key of its other wallet", async () => {
    const refs = await list(desk, seller, [next()]);
    const wallet = await second(buyer);
    const { body } = await preflight(buyer, refs);
    const ask = (change: object) => api.post(`${PURCHASES}/preflight`, buyer, { ...body, ...change });
    expect(await ask({ walletBindingId: other.walletBindingId })).toMatchObject({ status: 403 });
    expect(await ask({ walletBindingId: wallet.walletBindingId })).toMatchObject({ status: 400 });
  });
});

describe('spendableUtxos', () => {
  test('may be left out by a binding whose provider is looked up, and by no other', async () => {
    const refs = await list(desk, seller, [next()]);
    const { spendableUtxos: _, ...body } = purchaseBody(buyer, refs, []);
    const ask = () => api.post(`${PURCHASES}/preflight`, buyer, body);
    expect(await ask()).toMatchObject({ status: 400 });
    await setBindingProvider(desk.ctx.db, buyer.walletBindingId, 'acme');
    expect((await api.get('/me', buyer)).body.walletBindings).toContainEqual(
      expect.objectContaining({ walletBindingId: buyer.walletBindingId, provider: 'acme' }),
    );
    const { status, body: promised } = await ask();
    expect(status).toBe(200);
    expect(await desk.coinsOf(buyer)).toEqual(expect.arrayContaining(promised.selectedPaymentUtxos));
    // a submit sends them all the same
    const bought = await submit(buyer, { ...body, spendableUtxos: await desk.coinsOf(buyer) }, promised);
    expect(bought).toMatchObject({ status: 200 });
    await desk.mine();
    await setBindingProvider(desk.ctx.db, buyer.walletBindingId, 'unknown');
  });
});

describe('a referral', () => {
  const payoutAddress = testAddress('partner', 'p2wpkh').address;
  const partner = {
    id: randomUUID(),
    name: 'ann',
    status: 'active',
    payoutAddress,
    shareBps: 2_500,
  } as const;

  test('is resolved when the listings sell, is one payout at most, and is in no answer', async () => {
    await insertPartner(desk.ctx.db, { ...partner, createdAt: desk.clock.now() });
    await setCollectionPartner(desk.ctx.db, SLUG, partner.id);
    const refs = await list(desk, seller, [next(), next()]);
    await setCollectionPartner(desk.ctx.db, SLUG, null);

    const early = await preflight(buyer, refs);
    await changePartner(desk.ctx.db, 'ann', { shareBps: 5_000 });
    expect(await submit(buyer, early.body, early.answer.body)).toMatchObject({ status: 409 });
    const { promised, settled } = await purchase(buyer, refs);
    const revenue = promised.listings.reduce(
      (sum: number, listing: { marketplaceRevenueSats: number }) => sum + listing.marketplaceRevenueSats,
      0,
    );
    expect(paidTo(payoutAddress, settled)).toEqual([revenue / 2]);
    expect(JSON.stringify([early.answer.body, promised])).not.toMatch(/partner|referral|"ann"/i);
  });

  test('is none for a partner who is inactive when the listing sells', async () => {
    await setCollectionPartner(desk.ctx.db, SLUG, partner.id);
    const refs = await list(desk, seller, [next()]);
    await changePartner(desk.ctx.db, 'ann', { status: 'inactive' });
    expect(paidTo(payoutAddress, (await purchase(buyer, refs)).settled)).toEqual([]);
  });
});
