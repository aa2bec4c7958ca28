import { randomUUID } from 'node:crypto';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { shareOf } from '@ordbook/protocol/sats';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  changePartner,
  insertPartner,
  listPartners,
  setCollectionPartner,
} from '../../../src/store/account/partners.ts';
import { submitPurchase } from '../../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../../src/trading/purchase/buyable-listings.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { settledPurchase } from '../../support/settled-purchase.ts';
import { buy, list, refusedWith, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';
import { testAddress } from '../../support/wallet.ts';

const SHARE_BPS = 2_500;
const address = testAddress('partner', 'p2wpkh').address;
const partners = { ann: randomUUID(), ben: randomUUID() };

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 20);
  for (const [name, id] of Object.entries(partners))
    await insertPartner(desk.ctx.db, {
      id,
      name,
      status: 'active',
      payoutAddress: address,
      shareBps: SHARE_BPS,
      createdAt: desk.clock.now(),
    });
});
afterAll(() => desk?.close());
beforeEach(() =>
  changePartner(desk.ctx.db, 'ann', { status: 'active', payoutAddress: address, shareBps: SHARE_BPS }),
);

/** Listings made while the collection is credited to `partner`. */
async function listedFor(partner: keyof typeof partners | null, count = 1): Promise<ListingRef[]> {
  await setCollectionPartner(desk.ctx.db, SLUG, partner && partners[partner]);
  return list(
    desk,
    seller,
    Array.from({ length: count }, () => ids.pop()!),
  );
}

/** What a purchase of `refs` pays the partner, and the revenue that its preflight names. */
async function paidFor(refs: readonly ListingRef[]) {
  const { promised, answer } = await buy(desk, buyer, refs);
  const script = scriptOf(address, 'regtest');
  const settled = await settledPurchase(desk, answer.settlementTxid);
  await desk.mine();
  return {
    payouts: settled.outputs.filter((output) => output.script === script).map(({ valueSats }) => valueSats),
    revenue: promised.listings.reduce((sum, { marketplaceRevenueSats }) => sum + marketplaceRevenueSats, 0),
  };
}

describe('a referral', () => {
  test('stored on every listing gets one payout, its share of the revenue', async () => {
    const { payouts, revenue } = await paidFor(await listedFor('ann', 3));
    expect(payouts).toEqual([shareOf(revenue, SHARE_BPS)]);
    expect(await listPartners(desk.ctx.db)).toMatchObject([
      { name: 'ann', purchases: 1 },
      { name: 'ben', purchases: 0 },
    ]);
  });

  test('is that of the listing, whatever the collection says later', async () => {
    const refs = await listedFor('ann');
    await setCollectionPartner(desk.ctx.db, SLUG, null);
    expect((await paidFor(refs)).payouts).toHaveLength(1);
  });

  test('is none when the listings store different partners, or one stores none', async () => {
    expect((await paidFor([...(await listedFor('ann')), ...(await listedFor('ben'))])).payouts).toEqual([]);
    expect((await paidFor([...(await listedFor('ann')), ...(await listedFor(null))])).payouts).toEqual([]);
  });

  test.each([
    ['is inactive', { status: 'inactive' as const }],
    ['has no address', { payoutAddress: null }],
    ['has an address of another network', { payoutAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['has no share', { shareBps: 0 }],
    ['has a share below dust', { shareBps: 1 }],
  ])('is none when the partner %s', async (_, change) => {
    const refs = await listedFor('ann');
    await changePartner(desk.ctx.db, 'ann', change);
    expect((await paidFor(refs)).payouts).toEqual([]);
  });

  test('is resolved at the sale: a partner that changes after the preflight makes it stale', async () => {
    const refs = await listedFor('ann');
    const { body } = await signedPurchase(desk, buyer, refs);
    await changePartner(desk.ctx.db, 'ann', { shareBps: 3_000 });
    await refusedWith(desk, 'stale', () => submitPurchase(desk.ctx, buyer.caller, body));
    expect((await paidFor(refs)).payouts).toHaveLength(1);
  });
});
