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
  const attackBy = async (ctx: TradingContext) => {
    const profiles = [await newcomer(), await newcomer(), await newcomer(), await newcomer()];
    return lossOf(async () => {
      const ends = [];
      for (const profile of profiles) ends.push(await drain(ctx, profile));
      return ends;
    });
  };

  test('without the ceiling of all profiles, each of them costs the operator as much again', async () => {
    const { lost, result } = await attackBy(without());
    expect(result).toEqual(Array.from({ length: 4 }, () => ({ rounds: 5, refused: null })));
    expect(lost).toBeGreaterThanOrEqual(4 * 5 * HELD * priceSats * 0.9);
  });

  test('with it, all together cost the ceiling, and what was open when it was reached', async () => {
    const ctx = withCeilings({ inscription: 1_000, all: ALL });
    const { lost, result } = await attackBy(ctx);
    const refused = 'unpaid_ceiling';
    // Listing the same ones again is over at half of the ceiling; then each may list what it has once.
    expect(result).toEqual([
      { rounds: 2, refused },
      { rounds: 1, refused },
      { rounds: 1, refused },
      { rounds: 0, refused },
    ]);
    console.info(`lost ${lost} sats, ceiling ${ALL * priceSats}`);
    expect(lost).toBeLessThanOrEqual(2 * ALL * priceSats);
  });
});
