import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stride } from '../../../../stack/rounds.ts';
import { createFollower } from '../../../src/follower/follow.ts';
import { submitListing } from '../../../src/trading/listing/list.ts';
import { submitPurchase } from '../../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../../src/trading/purchase/buyable-listings.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { dyingContext, Killed } from '../../support/dying-context.ts';
import { list, listingBody, signedListing, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ anchors: 400 });
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 100, 200_000)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 99);
  ids.push(...(await desk.inscribe(seller, 99)));
});
afterAll(() => desk?.close());

/** Odd, so that every other kill is followed by a repeat. */
const STRIDE = stride(3);

/** A world after every kill: slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

/** Runs `work` in a process that is killed at one effect. Answers whether it was. */
async function killedAt(effect: number, answersLost: boolean, work: (ctx: Desk['ctx']) => Promise<unknown>) {
  const dying = dyingContext(desk.ctx, effect, { answersLost });
  try {
    await work(dying.ctx);
    return { killed: false, effects: dying.effects() };
  } catch (error) {
    if (error instanceof Killed) return { killed: true, effects: dying.effects() };
    throw error;
  }
}

/** After a restart and a block: the listing is sold with its inscription moved, or it is buyable with nothing moved. */
async function boughtOrNot({ listingId, inscriptionId }: ListingRef): Promise<'bought' | 'not'> {
  const listing = await desk.listing(listingId);
  const inscription = await desk.ctx.ordinals.inscription(inscriptionId);
  const { rows: sales } = await sql<{ state: string; purchase: string }>`
    select s.state, p.state as purchase from sales s join purchases p on p.id = s.purchase_id
    where s.listing_id = ${listingId}`.execute(desk.ctx.db);
  if (listing.state === 'sold') {
    expect(sales).toEqual([{ state: 'confirmed', purchase: 'confirmed' }]);
    expect(inscription?.address).toBe(buyer.ordinals.address);
    return 'bought';
  }
  expect(listing.state).toBe('buyable');
  expect(sales).toEqual([]);
  expect(inscription?.address).toBe(seller.ordinals.address);
  return 'not';
}

/** Every assigned anchor belongs to exactly one live listing or open purchase, or is on its way through the pool. */
async function lostAnchors(): Promise<unknown[]> {
  const { rows } = await sql`
    select a.id, a.state from anchors a
    where a.state = 'assigned' and a.spent_height is null and a.fan_out_hex is null
      and not exists (select 1 from listings l where l.anchor_id = a.id
        and l.state in ('pending_public', 'buyable', 'hidden_locked'))
      and not exists (select 1 from purchases p where p.anchor_id = a.id
        and p.state in ('broadcasting', 'pending'))`.execute(desk.ctx.db);
  return rows;
}

describe.each([
  ['before each effect', false],
  ['after each effect, before its answer is heard', true],
])('a purchase whose service is killed %s', (_, answersLost) => {
  test('is wholly made or not at all once the service is up again, and can be repeated', async () => {
    const outcomes: string[] = [];
    for (let effect = 1; ; effect += STRIDE) {
      const [ref] = await list(desk, seller, [next()]);
      const { body } = await signedPurchase(desk, buyer, [ref!]);
      const { killed } = await killedAt(effect, answersLost, (ctx) =>
        submitPurchase(ctx, buyer.caller, body),
      );
      if (!killed) break;
      await desk.restarted().follower.sync();
      const repeats = effect % 2 === 0;
      const answer = repeats ? await submitPurchase(desk.ctx, buyer.caller, body) : null;
      await desk.mine();
      const outcome = await boughtOrNot(ref!);
      if (repeats) {
        expect(outcome).toBe('bought');
        expect(await submitPurchase(desk.ctx, buyer.caller, body)).toEqual(answer);
      } else outcomes.push(outcome);
    }
    // Early kills leave nothing; from the commit of the purchase on, the follower finishes it.
    expect(outcomes.length).toBeGreaterThan(5 / STRIDE);
    expect(outcomes.at(0)).toBe('not');
    expect(outcomes.at(-1)).toBe('bought');
    expect(outcomes.lastIndexOf('not')).toBeLessThan(outcomes.indexOf('bought'));
    expect(await lostAnchors()).toEqual([]);
  });
});

test('a listing whose service is killed at any effect is wholly made or not at all, and can be repeated', async () => {
  for (let effect = 1; ; effect += STRIDE) {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [ids[0]!, ids[1]!]));
    const { killed } = await killedAt(effect, false, (ctx) => submitListing(ctx, seller.caller, body));
    if (!killed) break;
    await desk.restarted().follower.sync();
    const { rows } = await sql<{ listings: number }>`
      select count(*)::int as listings from listings
      where transfer_txid is not null and state = 'buyable'
        and inscription_id in (${ids[0]}, ${ids[1]})`.execute(desk.ctx.db);
    expect([0, 2]).toContain(rows[0]!.listings);
    const { listings } = await submitListing(desk.ctx, seller.caller, body);
    for (const { listingId } of listings) {
      expect(await desk.listing(listingId)).toMatchObject({ state: 'buyable' });
      await desk.ctx.db
        .updateTable('listings')
        .set({ state: 'cancelled' })
        .where('id', '=', listingId)
        .execute();
      await desk.ctx.db
        .updateTable('anchors')
        .set({ state: 'retired' })
        .where('id', '=', (await desk.listing(listingId)).anchorId)
        .execute();
    }
  }
});

test('a follower that is killed at any effect of a block confirms the sale once it is up again', async () => {
  for (let effect = 1, killed = true; killed; effect += 3 * stride(2)) {
    const [ref] = await list(desk, seller, [next()]);
    const { body } = await signedPurchase(desk, buyer, [ref!]);
    await submitPurchase(desk.ctx, buyer.caller, body);
    await desk.miner.mine(1);
    const dying = dyingContext({ ...desk.ctx }, effect);
    // Troubles while settling are logged and tried again: a killed process shows by its effects only.
    await createFollower(dying.ctx, { pollMs: 60_000 })
      .sync()
      .catch((error: unknown) => {
        if (!(error instanceof Killed) && (error as Error).name !== 'Refusal') throw error;
      });
    killed = dying.effects() >= effect;
    await desk.settle();
    expect(await boughtOrNot(ref!)).toBe('bought');
  }
  expect(await lostAnchors()).toEqual([]);
});
