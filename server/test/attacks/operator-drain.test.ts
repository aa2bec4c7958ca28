/**
 * Attacker: anybody with some inscriptions and one coin of 100,000 sats, which moves from profile to profile to sign in.
 * Aim:      the operator's sats: each listing that is taken down costs it the fee of spending an anchor, and the attacker nothing.
 * Guard:    ceilings per day: for a profile, for an inscription whoever lists it, and for all profiles that have not paid for theirs.
 */

import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { Refusal } from '@ordbook/protocol/refusals';
import { sumSats } from '@ordbook/protocol/sats';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts';
import { costsOf } from '../../src/store/listing/closing-costs.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { preflightListing } from '../../src/trading/listing/list.ts';
import { cancelOffer } from '../../src/trading/offer/close.ts';
import { acceptOffer, makeCounter, makeOffer } from '../support/bidding.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { buy, list, listingBody, refusalOf } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Inscriptions that each profile has. */
const HELD = 3;

let desk: Desk;
let priceSats: number;
beforeAll(async () => {
  desk = await openDesk({ anchors: 60 });
  ({ priceSats } = await costsOf(desk.ctx.db, crypto.randomUUID(), new Date(0)));
});
afterAll(() => desk?.close());
beforeEach(() => desk.clock.step(2 * DAY_MS));

/** The same desk with ceilings of so many closings. */
const withCeilings = (ceilings: { readonly inscription: number; readonly all: number }): TradingContext => ({
  ...desk.ctx,
  settings: {
    ...desk.ctx.settings,
    profileDailyCostSats: 20 * ceilings.inscription * priceSats,
    unpaidDailyCostSats: ceilings.all * priceSats,
  },
});
const without = () => withCeilings({ inscription: 1_000, all: 0 });

async function newcomer(count = HELD): Promise<{ trader: Trader; ids: string[] }> {
  const [trader] = (await desk.traders(['p2wpkh'], 4)) as [Trader];
  return { trader, ids: count === 0 ? [] : await desk.inscribe(trader, count) };
}

/** Lists and delists these, up to five times. Returns how often, and the code of the refusal that ended it. */
async function drain(ctx: TradingContext, { trader, ids }: { trader: Trader; ids: readonly string[] }) {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    try {
      const listings = await list({ ctx }, trader, ids);
      const { caller, walletBindingId } = trader;
      await delistListings(ctx, caller, { slug: SLUG, walletBindingId, listings });
    } catch (error) {
      if (error instanceof Refusal) return { rounds, refused: error.code };
      throw error;
    }
    await desk.mine();
    desk.clock.step(1);
  }
  return { rounds: 5, refused: null };
}

/** What the operator's coins are worth, on the chain. */
async function operatorSats(): Promise<number> {
  const { coins } = await desk.ctx.chain.addressCoins(anchorAddress(desk.ctx.keys, 'regtest'));
  return sumSats(coins.map(({ valueSats }) => valueSats));
}

/** What the attack costs the operator, once blocks have all of it. */
async function lossOf<Result>(attack: () => Promise<Result>): Promise<{ lost: number; result: Result }> {
  const before = await operatorSats();
  const result = await attack();
  await desk.mine(2);
  await desk.mine(2);
  return { lost: before - (await operatorSats()), result };
}

const preflight = (ctx: TradingContext, { trader, ids }: { trader: Trader; ids: readonly string[] }) =>
  preflightListing(ctx, trader.caller, listingBody(trader, ids));

describe('profile after profile lists and delists', () => {
  const ALL = 4 * HELD;
  const attackBy = async (ctx: TradingContext, count: number) => {
    const profiles: Awaited<ReturnType<typeof newcomer>>[] = [];
    while (profiles.length < count) profiles.push(await newcomer());
    return lossOf(async () => {
      const ends = [];
      for (const profile of profiles) ends.push(await drain(ctx, profile));
      return ends;
    });
  };

  test('without the ceiling of all profiles, each of them costs the operator as much again', async () => {
    const { lost, result } = await attackBy(without(), 2);
    expect(result).toEqual([
      { rounds: 5, refused: null },
      { rounds: 5, refused: null },
    ]);
    // A quarter less until the pool lacks the anchors and makes new ones.
    expect(lost).toBeGreaterThan(0.7 * 2 * 5 * HELD * priceSats);
  });

  test('with it, all together cost the ceiling, and what was open when it was reached', async () => {
    const ctx = withCeilings({ inscription: 1_000, all: ALL });
    const { lost, result } = await attackBy(ctx, 4);
    const refused = 'unpaid_ceiling';
    // Listing the same ones again is over at half of the ceiling; then each may list once what it has.
    expect(result).toEqual([
      { rounds: 2, refused },
      { rounds: 1, refused },
      { rounds: 1, refused },
      { rounds: 0, refused },
    ]);
    // A closing that shares its fan-out with two others costs a third more than one that shares it with many.
    expect(lost).toBeLessThan(1.5 * ALL * priceSats);
  });

  test('a profile whose sales pay goes on, whatever it sold; others wait until closings are a day old', async () => {
    const ctx = withCeilings({ inscription: 1_000, all: HELD });
    const [sold, accepted, late, buyer] = [
      await newcomer(2),
      await newcomer(2),
      await newcomer(1),
      await newcomer(0),
    ];
    await buy(desk, buyer.trader, await list({ ctx }, sold.trader, [sold.ids[0]!]));
    await acceptOffer(desk, accepted.trader, await makeOffer(desk, buyer.trader, accepted.ids[0]!));
    await desk.mine();
    await drain(ctx, await newcomer());
    for (const { trader, ids } of [sold, accepted]) await list({ ctx }, trader, [ids[1]!]);
    const refusal = await refusalOf(preflight(ctx, late));
    expect(refusal).toMatchObject({ code: 'unpaid_ceiling', status: 503 });
    // One closing of the three is enough to be below it again, and all three were at the same moment.
    const freeAt = new Date(desk.clock.now().getTime() + refusal.retryAfterSeconds! * 1000);
    expect(refusal.message).toContain(`try again at ${freeAt.toISOString().slice(0, 19)}`);
    desk.clock.step(refusal.retryAfterSeconds! * 1000 - 1_000);
    expect(await refusalOf(preflight(ctx, late))).toMatchObject({ code: 'unpaid_ceiling' });
    desk.clock.step(1_000);
    await preflight(ctx, late);
  });

  test('a sale opens no more than its fee covers, however many its profile lists before one is taken down', async () => {
    const ctx = withCeilings({ inscription: 1_000, all: HELD });
    const covered = Math.floor(1_000 / priceSats);
    const [seller, buyer] = [await newcomer(covered + 5), await newcomer(0)];
    const [first, ...others] = seller.ids as [string, ...string[]];
    await buy(desk, buyer.trader, await list({ ctx }, seller.trader, [first]));
    await desk.mine();
    await drain(ctx, await newcomer());
    const { lost, result } = await lossOf(async () => {
      const listings: Awaited<ReturnType<typeof list>> = [];
      let refused: string | null = null;
      for (const id of others) {
        try {
          listings.push(...(await list({ ctx }, seller.trader, [id])));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused = error.code;
          break;
        }
      }
      const { caller, walletBindingId } = seller.trader;
      await delistListings(ctx, caller, { slug: SLUG, walletBindingId, listings });
      return { opened: listings.length, refused };
    });
    expect(result).toEqual({ opened: covered, refused: 'unpaid_ceiling' });
    expect(lost).toBeLessThan(1.5 * 1_000);
  });

  test('a sale buys no more than its fee: what it does not cover counts, and then its profile waits too', async () => {
    const ctx = withCeilings({ inscription: 1_000, all: 2 * HELD });
    const seller = await newcomer(HELD + 1);
    const buyer = await newcomer(0);
    const [first, ...others] = seller.ids as [string, ...string[]];
    await buy(desk, buyer.trader, await list({ ctx }, seller.trader, [first]));
    await desk.mine();
    const rounds = Math.ceil(1_000 / priceSats / HELD);
    expect(await drain(ctx, { trader: seller.trader, ids: others })).toEqual({
      rounds,
      refused: 'unpaid_ceiling',
    });
  });
});

describe('one inscription goes from profile to profile', () => {
  const INSCRIPTION = 2;
  /** The first lists and delists, and moves the inscription to the second, which does the same. */
  const attackBy = async (ctx: TradingContext) => {
    const [first, second] = [await newcomer(1), await newcomer(0)];
    const ends = [await drain(ctx, first)];
    await moveInscription(desk, first.trader, first.ids[0]!, second.trader.ordinals.address);
    await desk.mine();
    const moved = { trader: second.trader, ids: first.ids };
    return { ends: [...ends, await drain(ctx, moved)], moved };
  };

  test('without its own ceiling, it costs the operator as often as it has an owner', async () => {
    const { ends } = await attackBy(without());
    expect(ends.map(({ rounds }) => rounds)).toEqual([5, 5]);
  });

  test('with it, its closings of a day are few, whoever lists it', async () => {
    const ctx = withCeilings({ inscription: INSCRIPTION, all: 0 });
    const { ends, moved } = await attackBy(ctx);
    const refused = 'cost_ceiling';
    expect(ends).toEqual([
      { rounds: INSCRIPTION, refused },
      { rounds: 0, refused },
    ]);
    const refusal = await refusalOf(preflight(ctx, moved));
    expect(refusal.status).toBe(429);
    desk.clock.step(refusal.retryAfterSeconds! * 1000);
    await preflight(ctx, moved);
  });

  test('counters count as listings do', async () => {
    const ctx = withCeilings({ inscription: 1, all: 0 });
    const [owner, buyer] = [await newcomer(1), await newcomer(0)];
    const offer = await makeOffer(desk, buyer.trader, owner.ids[0]!);
    const counter = await makeCounter({ ...desk, ctx }, owner.trader, offer);
    const { caller, walletBindingId } = owner.trader;
    await cancelOffer(ctx, caller, { ...counter, walletBindingId });
    expect(await refusalOf(preflight(ctx, owner))).toMatchObject({ code: 'cost_ceiling' });
  });

  test('who buys it here may list it at once', async () => {
    const ctx = withCeilings({ inscription: 1, all: 0 });
    const [seller, buyer] = [await newcomer(1), await newcomer(0)];
    // A sale has the time of its block, and blocks have the time of this machine.
    desk.clock.at = new Date(Date.now() - HOUR_MS);
    expect((await drain(ctx, seller)).rounds).toBe(1);
    await acceptOffer(desk, seller.trader, await makeOffer(desk, buyer.trader, seller.ids[0]!));
    await desk.mine();
    desk.clock.at = new Date();
    await preflight(ctx, { trader: buyer.trader, ids: seller.ids });
  });
});
