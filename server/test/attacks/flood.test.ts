/**
 * A member stores thousands of rows, at no cost. Blocks, polls and purchases of others take what they took
 * before: statements and calls of the node are counted, and the times are printed.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { HOUR_MS } from '../../src/base/clock.ts';
import { createFollower, type Follower } from '../../src/follower/follow.ts';
import { issueChallenges } from '../../src/trading/account/sign-in.ts';
import { makeCounter, makeOffer, makeOffers, offerNow } from '../support/bidding.ts';
import { makeOffers as makeCollectionOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import {
  type Cost,
  floodCollectionOffers,
  floodCounters,
  floodListings,
  floodOffers,
  floodRows,
  metered,
} from '../support/flood.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { leavePgliteAsItIs } from '../support/prepared-statements.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

const FLOOD = rounds(5_000, 8);
/** Offers that one statement changes, and those that one poll checks. */
const [CHANGED_AT_ONCE, CHECKED_PER_POLL] = [100, 100];
const LISTINGS_PER_POLL = 200;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
// Times are compared: a quiet block is mostly parsing, which a service on PGlite does too.
leavePgliteAsItIs();

let desk: Desk;
let meter: ReturnType<typeof metered>;
let follower: Follower;
let attacker: Trader;
let seller: Trader;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
});
beforeEach(async () => {
  [attacker, seller] = (await desk.traders(['p2wpkh', 'p2wpkh'], 2)) as [Trader, Trader];
  meter = metered(desk.ctx);
  follower = createFollower(meter.ctx, { pollMs: 60_000 });
  await follower.sync();
});
afterEach(async () => {
  await sql`truncate offers, collection_offers, collection_offer_drafts cascade`.execute(desk.ctx.db);
});
afterAll(() => desk?.close());

/** What one block without transactions takes. */
async function block(): Promise<Cost> {
  await desk.miner.mineOnly([]);
  meter.take();
  await follower.sync();
  return meter.take();
}

const count = async (table: 'offers' | 'collection_offers', state: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.ref(table)} where state = ${state}`.execute(desk.ctx.db);
  return rows[0]!.count;
};

/** As many polls would. */
async function invalidateTheRest(): Promise<void> {
  await sql`alter table offers disable trigger user`.execute(desk.ctx.db);
  await sql`update offers set state = 'invalidated', closed_at = now() where state = 'active'`.execute(
    desk.ctx.db,
  );
  await sql`alter table offers enable trigger user`.execute(desk.ctx.db);
}

const SLACK_MS = 500;

/** What the cheapest of three takes: the first also compiles and plans. */
async function cheapest(work: () => Promise<Cost>): Promise<Cost> {
  const costs = [await work(), await work(), await work()];
  return costs.reduce((least, cost) => (cost.ms < least.ms ? cost : least));
}

/**
 * As `compare`, where one statement changes many rows: their number is fixed, and the processor feels it.
 * What such work grew by before was seconds; `SLACK_MS` is what another process on the machine may take.
 */
function compareTimes(what: string, quiet: Cost, flooded: Cost): void {
  compare(what, quiet, flooded);
  expect(flooded.ms).toBeLessThanOrEqual(3 * quiet.ms + SLACK_MS);
}

function compare(what: string, quiet: Cost, flooded: Cost): void {
  const ratio = (flooded.ms / quiet.ms).toFixed(1);
  console.log(
    `${what}: ${quiet.trips} → ${flooded.trips} round trips, ${flooded.coins} coins, ${ratio} times as long`,
  );
  expect(flooded.trips).toBeLessThanOrEqual(3 * quiet.trips);
}

describe('offers on a coin that only the mempool spends', () => {
  test('are invalidated many by one statement, and the next blocks check a fixed number of them', async () => {
    const [id] = await desk.inscribe(seller);
    const coins = await desk.coinsOf(attacker);
    const offer = await makeOffer(desk, attacker, id!, { coins: [coins[0]!] });
    const quiet = await cheapest(block);
    await floodOffers(desk.ctx.db, offer.offerId, FLOOD);
    compare('a block with active offers', quiet, await block());
    await spendCoins(desk, attacker, coins);
    meter.take();
    const poll = async () => {
      await follower.sync();
      return meter.take();
    };
    compareTimes('a poll that finds the spend', quiet, await cheapest(poll));
    expect(await count('offers', 'invalidated')).toBeLessThanOrEqual(3 * 2 * CHANGED_AT_ONCE);
    await invalidateTheRest();
    for (let more = 0; more < 2; more += 1) {
      const flooded = await block();
      compare('a block with invalidated offers', quiet, flooded);
      expect(flooded.coins).toBeLessThanOrEqual(quiet.coins + 3 * CHECKED_PER_POLL);
    }
    await desk.miner.mineOnly([
      await spendCoins(desk, attacker, [coins[1]!], { feeSats: 3_000, send: false }),
    ]);
    await follower.sync();
    expect(await count('offers', 'active')).toBeGreaterThanOrEqual(CHANGED_AT_ONCE);
    expect((await offerNow(desk, offer)).expiresAt.getTime()).toBeGreaterThan(desk.clock.now().getTime());
  });

  test('expire many by one statement, a fixed number on each poll', async () => {
    const [id] = await desk.inscribe(seller);
    const offer = await makeOffer(desk, attacker, id!, { validityHours: 24 });
    const quiet = await cheapest(block);
    await floodOffers(desk.ctx.db, offer.offerId, FLOOD);
    desk.clock.at = new Date(desk.clock.at.getTime() + 25 * HOUR_MS);
    compareTimes('a block at which offers expire', quiet, await cheapest(block));
    expect(await count('offers', 'expired')).toBe(3 * CHANGED_AT_ONCE);
    expect(
      await sql`select from offers where state = 'expired' and signatures is not null`.execute(desk.ctx.db),
    ).toMatchObject({ rows: [] });
  });
});

test('a purchase waits for few offers of others on what it buys', async () => {
  const buyers = await desk.traders(['p2wpkh', 'p2wpkh'], 1, 1_000_000);
  const bought = async (buyer: Trader, flood: number): Promise<Cost> => {
    const ids = await desk.inscribe(seller, 5);
    const refs = await list(desk, seller, ids);
    if (flood > 0)
      for (const offerId of await makeOffers(desk, attacker, ids))
        await floodOffers(desk.ctx.db, offerId, flood / ids.length);
    await follower.sync();
    meter.take();
    await buy({ ...desk, ctx: meter.ctx }, buyer, refs);
    return meter.take();
  };
  const quiet = await bought(buyers[0]!, 0);
  const flooded = await bought(buyers[1]!, FLOOD);
  console.log(`a purchase: ${(flooded.ms / quiet.ms).toFixed(1)} times as long`);
  expect(flooded.trips).toBeLessThanOrEqual(3 * quiet.trips);
  expect(await count('offers', 'invalidated')).toBe(20);
  const before = await block();
  await desk.mine();
  compare('the block after its own', before, await block());
});

test('listings that wait for a confirmation are checked a fixed number at a time', async () => {
  const [id] = await desk.inscribe(seller);
  const [listing] = await list(desk, seller, [id!]);
  const quiet = await block();
  await floodListings(desk.ctx.db, listing!.listingId, FLOOD);
  for (let more = 0; more < 2; more += 1) {
    const flooded = await block();
    compare('a block with pending listings', quiet, flooded);
    // three coins of each, and once more where the node has none of them
    expect(flooded.coins).toBeLessThanOrEqual(quiet.coins + 2 * 3 * LISTINGS_PER_POLL);
  }
});

test('counters cost no more than inscription offers', async () => {
  const [id] = await desk.inscribe(seller);
  const offer = await makeOffer(desk, attacker, id!);
  const made = await makeCounter(desk, seller, offer);
  const quiet = await block();
  await floodCounters(desk.ctx.db, made.offerId, FLOOD);
  compare('a block with active counters', quiet, await block());
});

test('sign-in requests and stored answers are deleted by their time, and cost a block nothing', async () => {
  const { ordinals, payment } = attacker;
  await issueChallenges(desk.ctx, { ordinalsAddress: ordinals.address, paymentAddress: payment.address });
  const [id] = await desk.inscribe(seller);
  await makeOffer(desk, attacker, id!);
  const quiet = await block();
  await floodRows(desk.ctx.db, { table: 'auth_requests', key: 'id', time: 'created_at' }, FLOOD);
  await floodRows(desk.ctx.db, { table: 'submissions', key: 'key', time: 'created_at' }, FLOOD);
  compare('a block with sign-in requests and stored answers', quiet, await block());
  desk.clock.at = new Date(desk.clock.at.getTime() + 31 * 24 * HOUR_MS);
  compare('a block at which they are deleted', quiet, await block());
});

test('collection offers cost no more than inscription offers', async () => {
  const [coin, other] = await desk.coinsOf(attacker);
  await desk.inscribe(seller);
  const made = await makeCollectionOffers(desk, attacker, { spendableUtxos: [coin!] });
  const quiet = await block();
  await floodCollectionOffers(desk.ctx.db, made.offerId, FLOOD);
  compare('a block with active collection offers', quiet, await block());
  await spendCoins(desk, attacker, [coin!, other!]);
  meter.take();
  await follower.sync();
  compare('the poll that finds the spend', quiet, meter.take());
  expect(await count('collection_offers', 'invalidated')).toBeGreaterThanOrEqual(CHANGED_AT_ONCE);
  const flooded = await block();
  compare('a block with invalidated collection offers', quiet, flooded);
  expect(flooded.coins).toBeLessThanOrEqual(quiet.coins + 5 * CHECKED_PER_POLL);
});
