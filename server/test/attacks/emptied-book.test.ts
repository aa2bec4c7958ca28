/**
 * Attacker: a member with one coin, which pays any number of offers as long as none is accepted.
 * Aim:      the offers of others on an inscription: outbid all of them, so that they end, and cancel then.
 * Guard:    a profile has few of the offers that an inscription keeps.
 */

import { Refusal } from '@ordbook/protocol/refusals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MOST_OF_PROFILE_ON_INSCRIPTION, MOST_ON_INSCRIPTION } from '../../src/trading/offer/room.ts';
import { makeOffer, offerNow } from '../support/bidding.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { floodOffers } from '../support/flood.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let desk: Desk;
let attacker: Trader;
let buyer: Trader;
let id: string;
beforeAll(async () => {
  desk = await openDesk({ anchors: 4 });
  const [seller, ...buyers] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2wpkh'], 2)) as Trader[];
  [attacker, buyer] = buyers as [Trader, Trader];
  [id] = (await desk.inscribe(seller!)) as [string];
});
afterAll(() => desk?.close());

/** Offers that one coin of the attacker pays, each above the last one. Returns how many were made. */
async function outbid(most: number): Promise<number> {
  const [coin] = await desk.coinsOf(attacker);
  for (let made = 0; made < most; made += 1) {
    const bid = { priceSats: 60_000 + 1_000 * made, coins: [coin!] };
    try {
      await makeOffer(desk, attacker, id, bid);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many_offers') return made;
      throw error;
    }
  }
  return most;
}

test('without the guard, one coin ends the offers of everybody else', async () => {
  const honest = await makeOffer(desk, buyer, id);
  const first = await makeOffer(desk, attacker, id, { priceSats: 60_000 });
  await floodOffers(desk.ctx.db, first.offerId, MOST_ON_INSCRIPTION - 2);
  expect((await offerNow(desk, honest)).state).toBe('active');
  // another profile, so that the guard does not see those copies
  await makeOffer(desk, buyer, id, { priceSats: 61_000 });
  expect(await offerNow(desk, honest)).toMatchObject({ state: 'cancelled', signatures: null });
  await sql`truncate offers, submissions cascade`.execute(desk.ctx.db);
});

test('with it, an attacker needs a profile, with coins of its own, for each few of them', async () => {
  const honest = await makeOffer(desk, buyer, id);
  expect(await outbid(MOST_OF_PROFILE_ON_INSCRIPTION + 1)).toBe(MOST_OF_PROFILE_ON_INSCRIPTION);
  expect((await offerNow(desk, honest)).state).toBe('active');
});

test('an offer that is invalidated counts, since it may come back', async () => {
  await sql`
    update offers set state = 'invalidated', closed_at = now() where buyer_profile_id = ${attacker.caller.profileId}::uuid`.execute(
    desk.ctx.db,
  );
  expect(await outbid(1)).toBe(0);
});
