import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/base/clock.ts';
import { costsOf, setRevocationPrice } from '../../../src/store/listing/closing-costs.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { preflightCounter, submitCounter } from '../../../src/trading/counter/make.ts';
import {
  type CostAccount,
  requireWithinDailyCost,
  withinCeilingAt,
} from '../../../src/trading/listing/daily-cost.ts';
import { delistListings, expireListings } from '../../../src/trading/listing/delist.ts';
import { preflightListing, submitListing } from '../../../src/trading/listing/list.ts';
import { cancelOffer } from '../../../src/trading/offer/close.ts';
import { endTradesIn } from '../../../src/trading/operation/end-trades.ts';
import { endEverythingOpen } from '../../../src/trading/restored.ts';
import { makeCounter, makeOffer, signedCounter } from '../../support/bidding.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { buy, list, listingBody, refusalOf, refusedWith, signedListing } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ago = (hours: number, sats: number) => ({ at: new Date(NOW.getTime() - hours * HOUR_MS), sats });
const account = (parts: Partial<CostAccount>): CostAccount => ({
  ceilingSats: 1_000,
  openSats: 0,
  closings: [],
  paidSats: 0,
  ...parts,
});
const hoursUntil = (parts: Partial<CostAccount>) => {
  const at = withinCeilingAt(account(parts), NOW);
  return at && (at.getTime() - NOW.getTime()) / HOUR_MS;
};

describe('the cost of a profile', () => {
  test('is what its closings of 24 hours cost, and what closing its open listings would', () => {
    expect(hoursUntil({ openSats: 600, closings: [ago(25, 9_000), ago(3, 400)] })).toBe(0);
    expect(hoursUntil({ openSats: 600, closings: [ago(25, 9_000), ago(3, 401)] })).toBe(21);
  });

  test('is within its ceiling again as soon as enough closings are 24 hours old', () => {
    const closings = [ago(20, 300), ago(10, 300), ago(5, 300)];
    expect(hoursUntil({ openSats: 200, closings })).toBe(4);
    expect(hoursUntil({ openSats: 500, closings })).toBe(14);
    expect(hoursUntil({ openSats: 1_000, closings })).toBe(19);
  });

  test('is above its ceiling for as long as its open listings alone are', () => {
    expect(hoursUntil({ openSats: 1_001, closings: [ago(20, 300)] })).toBeNull();
  });

  test('may be higher by the fees that its sales paid, less what it cost before', () => {
    expect(hoursUntil({ openSats: 5_000, paidSats: 4_000 })).toBe(0);
    expect(hoursUntil({ openSats: 5_001, paidSats: 4_000 })).toBeNull();
    expect(hoursUntil({ openSats: 4_000, paidSats: 4_000, closings: [ago(30, 1_000)] })).toBe(0);
    expect(hoursUntil({ openSats: 4_001, paidSats: 4_000, closings: [ago(30, 1_000)] })).toBeNull();
    expect(hoursUntil({ openSats: 1_000, paidSats: 500, closings: [ago(30, 9_000)] })).toBe(0);
    // A closing that leaves the 24 hours uses the fees up: it is not forgotten.
    expect(hoursUntil({ openSats: 1_000, paidSats: 500, closings: [ago(20, 500)] })).toBe(0);
    expect(hoursUntil({ openSats: 1_100, paidSats: 500, closings: [ago(20, 500)] })).toBeNull();
  });
});

describe('a profile that its listings could cost too much', () => {
  let desk: Desk;
  let seller: Trader;
  let buyer: Trader;
  let ids: string[];
  let priceSats: number;
  const next = (count = 1) => ids.splice(0, count);
  /** The same desk with a ceiling of so many listings. */
  const withCeiling = (listings: number): TradingContext => ({
    ...desk.ctx,
    settings: { ...desk.ctx.settings, profileDailyCostSats: listings * priceSats },
  });
  const delist = (ctx: TradingContext, listings: Awaited<ReturnType<typeof list>>) =>
    delistListings(ctx, seller.caller, { slug: SLUG, walletBindingId: seller.walletBindingId, listings });
  const preflight = (ctx: TradingContext, items: readonly string[]) =>
    preflightListing(ctx, seller.caller, listingBody(seller, items));
  /** A seller of whom nothing is known yet. */
  const newSeller = async (count: number) => {
    [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
    ids = await desk.inscribe(seller, count);
  };

  beforeAll(async () => {
    desk = await openDesk({ anchors: 80 });
    [buyer] = (await desk.traders(['p2wpkh'], 8)) as [Trader];
    ({ priceSats } = await costsOf(desk.ctx.db, buyer.caller.profileId, new Date(0)));
  });
  afterAll(() => desk?.close());

  test('lists as many as the ceiling allows, open ones counted, and is told 429 with the time to wait', async () => {
    await newSeller(8);
    const ctx = withCeiling(5);
    expect(priceSats).toBeGreaterThan(90);
    const refs = await list({ ctx }, seller, next(3));
    await list({ ctx }, seller, next(2));
    const refusal = await refusalOf(preflight(ctx, next()));
    expect(refusal).toMatchObject({ code: 'cost_ceiling', status: 429, retryAfterSeconds: DAY_MS / 1000 });
    expect(refusal.message).toContain('5 open ones');
    // Closing them is never refused, and frees nothing for a day.
    await delist(ctx, refs);
    desk.clock.step(HOUR_MS);
    const later = await refusalOf(preflight(ctx, [ids[0]!]));
    expect(later.retryAfterSeconds).toBe((DAY_MS - HOUR_MS) / 1000);
    const freeAt = new Date(desk.clock.now().getTime() + DAY_MS - HOUR_MS);
    expect(later.message).toContain(`try again at ${freeAt.toISOString()}`);
    desk.clock.step(DAY_MS - HOUR_MS - 1);
    await refusedWith(desk, 'cost_ceiling', () => preflight(ctx, [ids[0]!]));
    desk.clock.step(1);
    await preflight(ctx, next());
  });

  test('is refused by the submit too, when it signed more than one preflight’s worth', async () => {
    await newSeller(4);
    const ctx = withCeiling(2);
    const one = await signedListing(ctx, seller, listingBody(seller, next(2)));
    const two = await signedListing(ctx, seller, listingBody(seller, next(2)));
    const outcomes = await Promise.allSettled(
      [one, two].map((body) => submitListing(ctx, seller.caller, body)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'cost_ceiling' },
    });
  });

  test('is charged for listings that expire as for those that it takes down', async () => {
    await newSeller(3);
    const ctx = withCeiling(2);
    await list({ ctx }, seller, next(2), 50_000, 1);
    desk.clock.step(DAY_MS);
    await expireListings(ctx);
    await refusedWith(desk, 'cost_ceiling', () => preflight(ctx, next()));
    desk.clock.step(DAY_MS);
  });

  test('pays nothing for what it sells, and may cost what its sales paid in fees', async () => {
    await newSeller(6);
    const ctx = withCeiling(1);
    for (let sale = 0; sale < 2; sale += 1) {
      await buy(desk, buyer, await list({ ctx }, seller, next()));
      await desk.mine();
    }
    // Two fees of 1,000 sats.
    const room = 1 + Math.floor(2_000 / priceSats);
    const more = (count: number) =>
      requireWithinDailyCost(
        ctx,
        seller.caller,
        Array.from({ length: count }, () => ids[0]!),
      );
    await more(room);
    await expect(more(room + 1)).rejects.toMatchObject({
      code: 'cost_ceiling',
    });
  });

  test('makes no counter either, and is charged for those that end without a sale', async () => {
    await newSeller(3);
    const ctx = withCeiling(1);
    const [first, second] = await Promise.all(
      next(2).map((id) => makeOffer(desk, buyer, id, { priceSats: 50_000 })),
    );
    const late = await signedCounter({ ...desk, ctx }, seller, second!, { priceSats: 70_000 });
    const counter = await makeCounter({ ...desk, ctx }, seller, first!, { priceSats: 70_000 });
    await refusedWith(desk, 'cost_ceiling', () =>
      preflightCounter(ctx, seller.caller, {
        ...second!,
        walletBindingId: seller.walletBindingId,
        ordinalsPublicKey: seller.ordinals.publicKey,
        priceSats: 80_000,
      }),
    );
    await refusedWith(desk, 'cost_ceiling', () => submitCounter(ctx, seller.caller, late.body));
    await cancelOffer(ctx, seller.caller, { ...counter, walletBindingId: seller.walletBindingId });
    await refusedWith(desk, 'cost_ceiling', () => preflight(ctx, next()));
    desk.clock.step(DAY_MS);
  });

  test('costs more while fees are high: what is open counts as of now, what is closed as of then', async () => {
    await newSeller(4);
    const ctx = withCeiling(10);
    const refs = await list({ ctx }, seller, next(2));
    await setRevocationPrice(desk.ctx.db, 6 * priceSats);
    await refusedWith(desk, 'cost_ceiling', () => preflight(ctx, [ids[0]!]));
    await delist(ctx, refs);
    await setRevocationPrice(desk.ctx.db, priceSats);
    await refusedWith(desk, 'cost_ceiling', () => preflight(ctx, [ids[0]!]));
    desk.clock.step(DAY_MS);
    await preflight(ctx, next());
  });

  test.each([
    ['restores a backup', (ctx: TradingContext) => endEverythingOpen(ctx)],
    ['ends what is open in a collection', (ctx: TradingContext) => endTradesIn(ctx, SLUG, 'removed')],
  ])('is charged for nothing when the operator %s, and nobody else waits for it', async (_, end) => {
    desk.clock.step(DAY_MS);
    await newSeller(3);
    const own = withCeiling(2);
    const ctx = { ...own, settings: { ...own.settings, unpaidDailyCostSats: 1 } };
    const [listed, offered, free] = next(3) as [string, string, string];
    await list({ ctx }, seller, [listed]);
    const offer = await makeOffer(desk, buyer, offered, { priceSats: 50_000 });
    await makeCounter({ ...desk, ctx }, seller, offer, { priceSats: 70_000 });
    await refusedWith(desk, 'cost_ceiling', () => preflight(ctx, [free]));
    await end(ctx);
    await desk.settle();
    await preflight(ctx, [listed, offered]);
  });

  test('has no ceiling where the operator sets none', async () => {
    const ctx = { ...desk.ctx, settings: { ...desk.ctx.settings, profileDailyCostSats: 0 } };
    await requireWithinDailyCost(
      ctx,
      seller.caller,
      Array.from({ length: 1_000 }, () => ids[0]!),
    );
  });
});
