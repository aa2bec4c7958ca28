import { sumSats } from '@ordbook/protocol/sats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rounds } from '../../../../stack/rounds.ts';
import { HOUR_MS } from '../../../src/base/clock.ts';
import {
  changePartner,
  insertPartner,
  listPartners,
  setCollectionPartner,
} from '../../../src/store/account/partners.ts';
import { collectionBySlug, upsertCollection } from '../../../src/store/catalogue/collections.ts';
import { REVENUE_GROUPS, type Revenue, revenue, saleAccounts } from '../../../src/store/sale/revenue.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer } from '../../support/bidding.ts';
import { fill, makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { settledPurchase } from '../../support/settled-purchase.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';
import { testAddress } from '../../support/wallet.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const PARTNER = testAddress('a partner', 'p2wpkh').address;
const CREATOR = testAddress('a creator', 'p2tr').address;

let desk: Desk;
let seller: Trader;
let buyers: Trader[];
let stock: string[];
/** Of every settlement so far. */
const settled: string[] = [];

beforeAll(async () => {
  desk = await openDesk({ anchors: 250, tiers: [QUICK_TIER] });
  const wallets = await desk.traders(['p2tr', 'p2wpkh', 'p2tr', 'p2sh-p2wpkh'], 60, 900_000);
  seller = wallets[0]!;
  buyers = wallets.slice(1);
  stock = await desk.inscribe(seller, 150);
  await insertPartner(desk.ctx.db, {
    id: crypto.randomUUID(),
    name: 'ann',
    status: 'active',
    payoutAddress: PARTNER,
    shareBps: 0,
    createdAt: desk.clock.now(),
  });
  const [ann] = await listPartners(desk.ctx.db);
  await setCollectionPartner(desk.ctx.db, SLUG, ann!.id);
});
afterAll(() => desk?.close());

const addresses = () => fc.constantFrom(PARTNER, CREATOR, desk.ctx.settings.feeAddress);
const round = () =>
  fc.record({
    how: fc.constantFrom('purchase', 'purchase', 'purchase', 'offer', 'counter', 'fill'),
    prices: fc.array(fc.integer({ min: 10_000, max: 300_000 }), { minLength: 1, maxLength: 5 }),
    buyer: fc.nat(2),
    hours: fc.nat(30),
    partner: fc.record({ payoutAddress: addresses(), shareBps: fc.constantFrom(0, 1, 777, 5_000, 10_000) }),
    creator: fc.option(addresses()),
    fees: fc.record({
      sellerBps: fc.integer({ min: 100, max: 900 }),
      buyerBps: fc.integer({ min: 0, max: 900 }),
      minimumSats: fc.constantFrom(0, 300, 1_000),
      sellerRoyaltyBps: fc.integer({ min: 0, max: 500 }),
      buyerRoyaltyBps: fc.integer({ min: 0, max: 500 }),
    }),
  });

test('over random sales, every sum agrees with the outputs that pay the fee address, partners and creators', async () => {
  await fc.assert(
    fc.asyncProperty(round(), async ({ how, prices, buyer: which, hours, partner, creator, fees }) => {
      const buyer = buyers[which]!;
      desk.clock.step(hours * HOUR_MS);
      await changePartner(desk.ctx.db, 'ann', partner);
      const { partnerId, ...described } = (await collectionBySlug(desk.ctx.db, SLUG))!;
      await upsertCollection(desk.ctx.db, { ...described, partnerId, fees, payoutAddress: creator });
      const txid = await sell(how, buyer, prices);
      settled.push(txid);
      await desk.mine();
      await expectAccounted();
    }),
    { numRuns: rounds(30), endOnFailure: true },
  );
  await expectSumsAgree();
});

async function sell(how: string, buyer: Trader, prices: readonly number[]): Promise<string> {
  const priceSats = Math.ceil(prices[0]! / 5_000) * 5_000;
  if (how === 'purchase') {
    const refs = [];
    for (const price of prices) refs.push((await list(desk, seller, [stock.pop()!], price))[0]!);
    return (await buy(desk, buyer, refs)).answer.settlementTxid;
  }
  const coins = (await desk.coinsOf(buyer)).slice(0, 2);
  if (how === 'fill') {
    const { offerId } = await makeOffers(desk, buyer, { priceSats, spendableUtxos: coins });
    return (await fill(desk, seller, offerId, stock.pop()!)).answer.settlementTxid;
  }
  const offer = await makeOffer(desk, buyer, stock.pop()!, { priceSats, coins });
  if (how === 'offer') return (await acceptOffer(desk, seller, offer)).settlementTxid;
  const counter = await makeCounter(desk, seller, offer, { priceSats: priceSats + 10_000 });
  await desk.mine();
  return (await acceptCounter(desk, buyer, counter)).settlementTxid;
}

/** What the last settlement pays each address is what its sales say. */
async function expectAccounted(): Promise<void> {
  const { feeAddress } = desk.ctx.settings;
  const txid = settled.at(-1)!;
  const sales = (await saleAccounts(desk.ctx.db, { after: null, limit: 10_000 })).filter(
    (sale) => sale.txid === txid,
  );
  expect(sales.length).toBeGreaterThan(0);
  const { payoutAddress } = (await collectionBySlug(desk.ctx.db, SLUG))!;
  const { outputs } = await settledPurchase(desk, txid);
  for (const address of [feeAddress, PARTNER, CREATOR]) {
    const said = sumSats(
      sales.flatMap((sale) => [
        ...(address === feeAddress ? [sale.feePaidSats!] : []),
        ...(address === payoutAddress ? [sale.royaltySats!] : []),
        ...(address === sale.partnerAddress ? [sale.partnerSats!] : []),
      ]),
    );
    const paid = outputs.filter((output) => output.address === address).map(({ valueSats }) => valueSats);
    expect({ address, sats: said }).toEqual({ address, sats: sumSats(paid) });
  }
  // Without an address nothing is paid, and a partner that is paid is named.
  if (payoutAddress === null) expect(sales.every(({ royaltySats }) => royaltySats === 0)).toBe(true);
  for (const { partner, partnerAddress, partnerSats } of sales)
    if (partnerSats! > 0) expect([partner, partnerAddress]).not.toContain(null);
}

/** A figure that every group has. */
type Figure = { [Key in keyof Revenue]: Revenue[Key] extends number ? Key : never }[keyof Revenue];

/** The groups of each grouping add up to the same, which is what the sales say. */
async function expectSumsAgree(): Promise<void> {
  const sales = await saleAccounts(desk.ctx.db, { after: null, limit: 10_000 });
  expect(new Set(sales.map(({ txid }) => txid))).toEqual(new Set(settled));
  const [all] = await revenue(desk.ctx.db, {});
  const totals = (rows: readonly Revenue[]) => {
    const sum = (key: Figure) => sumSats(rows.map((row) => row[key]));
    return [
      sum('sales'),
      sum('sellerFeeSats'),
      sum('buyerFeeSats'),
      sum('royaltySats'),
      sum('partnerSats'),
      sum('anchorSats'),
      sum('feePaidSats'),
    ];
  };
  for (const by of REVENUE_GROUPS) expect(totals(await revenue(desk.ctx.db, { by }))).toEqual(totals([all!]));
  expect(all).toMatchObject({
    sales: sales.length,
    unknown: 0,
    feePaidSats: sumSats(sales.map(({ feePaidSats }) => feePaidSats!)),
    partnerSats: sumSats(sales.map(({ partnerSats }) => partnerSats!)),
  });
  const days = await revenue(desk.ctx.db, { by: 'day' });
  for (const { group, ...row } of days) {
    const since = new Date(`${group}T00:00:00Z`);
    const until = new Date(since.getTime() + 24 * HOUR_MS);
    expect(await revenue(desk.ctx.db, { since, until })).toEqual([{ group: null, ...row }]);
  }
  const [ann] = await listPartners(desk.ctx.db);
  const paid = sales.filter(({ partnerSats }) => partnerSats! > 0);
  expect(ann!.purchases).toBe(new Set(paid.map(({ txid }) => txid)).size);
}
