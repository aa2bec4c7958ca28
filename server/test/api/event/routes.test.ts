import { connect } from 'node:net';
import { EVENT_SCHEMAS, type Topic } from '@ordbook/api/event/event';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken } from '../../../src/api/edge/bearer.ts';
import { createApi } from '../../../src/api/server.ts';
import type { EventSettings } from '../../../src/api/settings.ts';
import { shownChanges } from '../../../src/store/database/shown-changes.ts';
import { apiSettings } from '../../support/api.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer } from '../../support/bidding.ts';
import { makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { listening, type Subscriber, subscribe } from '../../support/event-stream.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { tellEvent } from '../../support/tell-event.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let other: Trader;
let ids: string[];
let base: string;
let app: ReturnType<typeof createApi>;
let registry: Registry;
const open: Subscriber[] = [];

beforeAll(openMarket);
beforeEach(() => serve());
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await app.close();
});
afterAll(() => desk.close());

async function openMarket() {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [seller, buyer, other] = (await desk.traders(['p2wpkh', 'p2tr', 'p2wpkh'])) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 4);
}

/** For a test that reads events from the first on. */
async function openFreshMarket() {
  await app.close();
  await desk.close();
  await openMarket();
  await serve();
}

async function serve(events: Partial<EventSettings> = {}) {
  registry = new Registry();
  app = createApi(
    desk.ctx,
    apiSettings({ metrics: registry, events: { ...apiSettings().events, ...events } }),
  );
  base = await listening(app);
}
const tokenOf = ({ caller }: Trader, ms = 3_600_000) =>
  issueToken(app, desk.clock, ms, caller.profileId).sessionToken;
async function follow(options: Parameters<typeof subscribe>[1] = {}): Promise<Subscriber> {
  const one = await subscribe(base, options);
  open.push(one);
  return one;
}
const typesOf = (one: Subscriber) => one.events().map(({ type }) => type);
const until = (one: Subscriber, type: string, times = 1) =>
  one.until((frames) => frames.filter(({ data }) => data.type === type).length >= times);
const topicsOf = (one: Subscriber) => [...new Set(one.events().map(({ topic }) => topic))].sort();

/** Everything that a trade can tell: a sale, an offer, a counter and a collection offer. */
async function tradeEverything(): Promise<void> {
  await buy(desk, buyer, await list(desk, seller, [ids[0]!]));
  await desk.mine();
  const offer = await makeOffer(desk, buyer, ids[1]!);
  const counter = await makeCounter(desk, seller, offer, { priceSats: 70_000 });
  await acceptCounter(desk, buyer, counter);
  await acceptOffer(desk, seller, await makeOffer(desk, other, ids[2]!));
  await makeOffers(desk, buyer);
  await desk.mine();
}

describe('a stream without a token', () => {
  test('has blocks, listings, sales and floors, and nothing of offers or trades', async () => {
    await openFreshMarket();
    const anyone = await follow({ lastEventId: '0-0' });
    await tradeEverything();
    await until(anyone, 'sale.confirmed', 3);
    expect(topicsOf(anyone)).toEqual(['block', 'floor', 'listing', 'sale']);
    expect(typesOf(anyone)).not.toContain('sale.pending');
    expect(JSON.stringify(anyone.frames)).not.toContain(buyer.caller.profileId);
  });

  test('is refused the topics that need a session', async () => {
    for (const topic of ['offer', 'collection_offer', 'counter', 'trade'])
      expect((await follow({ query: `?topics=${topic}` })).status).toBe(401);
  });
});

test('an event of another process that pages show makes them be read again, and one of a trade alone does not', async () => {
  const stream = await follow({ token: tokenOf(seller) });
  const changed = async (type: string) => {
    const before = shownChanges();
    // as another process would: this one notes no change of what pages show
    await tellEvent(desk.ctx.db, {
      type,
      subject: 'elsewhere',
      audience: type === 'trade.moved' ? 'own' : 'public',
      profileIds: [seller.caller.profileId],
      state: { height: 1, hash: 'x', time: desk.clock.now(), kind: 'fill', from: null, status: 'x' },
    });
    await until(stream, type);
    return shownChanges() > before;
  };
  expect(await changed('trade.moved')).toBe(false);
  expect(await changed('block.applied')).toBe(true);
});

describe('a stream with a token', () => {
  test('of a third party has offers, but no counter, no pending sale and no trade of others', async () => {
    await openFreshMarket();
    const third = (await desk.traders(['p2wpkh']))[0]!;
    const stream = await follow({ token: tokenOf(third), lastEventId: '0-0' });
    await tradeEverything();
    await until(stream, 'sale.confirmed', 3);
    expect(topicsOf(stream)).toEqual(['block', 'collection_offer', 'floor', 'listing', 'offer', 'sale']);
    expect(typesOf(stream)).not.toContain('sale.pending');
  });

  test('of a party has its counters and trades, and every event has the form of its schema', async () => {
    await openFreshMarket();
    const checks = Object.entries(EVENT_SCHEMAS).map(([topic, schema]) => [topic, Compile(schema)] as const);
    const streams = [
      await follow({ token: tokenOf(seller), lastEventId: '0-0' }),
      await follow({ token: tokenOf(buyer), lastEventId: '0-0' }),
    ];
    await tradeEverything();
    for (const stream of streams) {
      await until(stream, 'sale.confirmed', 3);
      expect(typesOf(stream)).toEqual(
        expect.arrayContaining(['counter.made', 'counter.accepted', 'sale.pending', 'trade.moved']),
      );
      for (const event of stream.events())
        expect(
          new Map<string, ReturnType<typeof Compile>>(checks).get(event.topic as Topic)!.Errors(event),
        ).toEqual([]);
    }
    const purchase = (one: Subscriber) =>
      one.events().filter(({ data }) => (data as { kind?: string }).kind === 'purchase').length;
    // A purchase is its buyer's own.
    expect(streams.map(purchase).map((count) => count > 0)).toEqual([false, true]);
  });

  test('that is invalid is refused, and not served as one without', async () => {
    expect((await follow({ token: 'no.such.token' })).status).toBe(401);
  });

  test('ends when the session expires, and names the cursor to resume', async () => {
    const stream = await follow({ token: tokenOf(seller, 1_000) });
    await stream.ended;
    expect(stream.frames.at(-1)).toMatchObject({ name: 'end', data: { reason: 'session_expired' } });
    expect(stream.frames.at(-1)!.id).toBe(stream.frames[0]!.id);
  });
});

describe('filters', () => {
  test('by topic, collection and inscription leave out the rest', async () => {
    await openFreshMarket();
    const listings = await follow({ query: '?topics=listing' });
    const elsewhere = await follow({ query: '?collections=elsewhere&topics=listing,floor,block' });
    const one = await follow({ query: `?inscriptions=${ids[1]}&topics=listing` });
    const collection = await follow({ query: `?collections=${SLUG.toUpperCase()}&topics=listing` });
    await list(desk, seller, ids);
    await desk.mine();
    await until(listings, 'listing.made', 4);
    await until(elsewhere, 'block.applied');
    await until(collection, 'listing.made', 4);
    await until(one, 'listing.made');
    expect(topicsOf(listings)).toEqual(['listing']);
    expect(topicsOf(elsewhere)).toEqual(['block']);
    expect(one.events().map(({ inscriptionIds }) => inscriptionIds)).toEqual([[ids[1]]]);
  });

  test.each([
    'topics=prices',
    'inscriptions=abc',
    'collections=a%20b',
    'after=12',
    `collections=${Array.from({ length: 51 }, (_, i) => `c${i}`)}`,
  ])('that are malformed are refused: %s', async (query) => {
    expect((await follow({ query: `?${query}` })).status).toBe(400);
  });

  test.each([
    ['?topics=listing,prices', '', 'topics has "prices", which is not a topic; use block, listing, sale'],
    ['?inscriptions=abc', '', 'inscriptions has "abc", which is not an inscription id'],
    ['?collections=a%20b', '', 'collections has "a b", which is not the slug of a collection'],
    ['?after=12', '', 'after must be the id of an event, such as 1042-9f3c1a2b04de, but is "12"'],
    ['', 'bogus', 'Last-Event-ID must be the id of an event, such as 1042-9f3c1a2b04de, but is "bogus"'],
  ])('name what is wrong, and what is allowed: %s %s', async (query, lastEventId, sentence) => {
    const { payload } = await app.inject({
      url: `/events${query}`,
      headers: lastEventId === '' ? {} : { 'last-event-id': lastEventId },
    });
    expect((JSON.parse(payload) as { error: string }).error).toContain(sentence);
  });
});

describe('a subscriber that comes back', () => {
  test('gets what it missed, once and in order, from any replica', async () => {
    await openFreshMarket();
    const whole = await follow({ lastEventId: '0-0', token: tokenOf(seller) });
    await tradeEverything();
    await until(whole, 'sale.confirmed', 3);
    const second = createApi(desk.ctx, apiSettings());
    const elsewhere = await listening(second);
    for (const at of [0, 3, 10]) {
      const rest = await subscribe(elsewhere, { lastEventId: whole.frames[at]!.id!, token: tokenOf(seller) });
      await until(
        rest,
        'sale.confirmed',
        whole.frames.slice(at + 1).filter(({ data }) => data.type === 'sale.confirmed').length,
      );
      await rest.until((frames) => frames.at(-1)?.name === 'ready');
      const newest = whole.frames.at(-1)!;
      const missed = whole.frames.slice(at + 1).filter(({ name }) => name === 'message');
      // `ready` comes once it has caught up
      expect(rest.frames).toEqual([
        ...missed,
        { id: newest.id, name: 'ready', data: { resumeFrom: newest.id } },
      ]);
      rest.close();
    }
    await second.close();
  });

  test('with a cursor that was deleted, or of another history, gets a reset with the newest cursor', async () => {
    await openFreshMarket();
    const whole = await follow({ lastEventId: '0-0' });
    await list(desk, seller, ids);
    await desk.mine();
    const { rows } = await sql<{ newest: number }>`select max(seq) as newest from events`.execute(
      desk.ctx.db,
    );
    await whole.until((frames) => frames.at(-1)?.data.sequence === rows[0]!.newest);
    const known = whole.frames[2]!.id!;
    await sql`delete from events where seq <= ${whole.events()[2]!.sequence}`.execute(desk.ctx.db);
    await app.close();
    await serve();
    const newest = whole.frames.at(-1)!.id;
    const seq = newest!.split('-')[0];
    for (const lastEventId of [known, '0-0', `${seq}-abcdef`, `${Number(seq) + 50}-abcdef`]) {
      const again = await follow({ lastEventId });
      await again.until((frames) => frames.length > 0);
      expect(again.frames[0]).toMatchObject({ name: 'reset', id: newest, data: { resumeFrom: newest } });
    }
  });

  test('whose database lost its last commits gets a reset, and then what comes', async () => {
    await openFreshMarket();
    const stream = await follow();
    await desk.mine();
    await until(stream, 'block.applied');
    await sql`delete from events where seq = (select max(seq) from events)`.execute(desk.ctx.db);
    await sql`update event_numbering set last_seq = last_seq - 1`.execute(desk.ctx.db);
    await desk.mine();
    await stream.until((frames) => frames.some(({ name }) => name === 'reset'));
    await desk.mine();
    await stream.until(
      (frames) => frames.at(-1)!.name === 'message' && frames.some(({ name }) => name === 'reset'),
    );
    expect(stream.frames.at(-1)!.data.type).toBe('block.applied');
  });
});

describe('a subscriber', () => {
  test('that does not read is dropped, with the cursor to resume, and nobody else waits', {
    timeout: 60_000,
  }, async () => {
    await app.close();
    await serve({ drainMs: 1_000 });
    const slow = await follow();
    slow.response.pause();
    (slow.response.socket as { pause(): void }).pause();
    const quick = await follow();
    // Events of 200 kB each, more than the sockets hold.
    const hash = 'ab'.repeat(100_000);
    for (let height = 1; height <= 60; height++)
      await tellEvent(desk.ctx.db, {
        type: 'block.applied',
        subject: 'chain',
        audience: 'public',
        state: { height, hash, time: new Date() },
      });
    await until(quick, 'block.applied', 60);
    await expect
      .poll(() => registry.metrics(), { timeout: 30_000 })
      .toMatch(/^ordbook_event_streams_ended_total\{reason="slow"\} 1$/m);
    (slow.response.socket as { resume(): void }).resume();
    slow.response.resume();
    await slow.ended.catch(() => undefined);
    const seen = slow.events().filter(({ type }) => type === 'block.applied').length;
    expect(seen).toBeLessThan(60);
    expect(await registry.metrics()).toMatch(/^ordbook_event_subscribers 1$/m);
    expect(await registry.metrics()).toMatch(/^ordbook_event_lag_seconds [\d.]+$/m);
  });

  test('beyond the limit of one caller is refused until another ends', async () => {
    await app.close();
    await serve({ maxStreamsPerCaller: 2 });
    const [first] = [await follow(), await follow()];
    expect((await follow()).status).toBe(429);
    first!.close();
    await expect.poll(async () => (await follow()).status).toBe(200);
  });

  test('whose client leaves while an earlier response is still open', async () => {
    await app.close();
    await serve({ maxStreams: 2 });
    const subscribers = async () => /^ordbook_event_subscribers (\d+)$/m.exec(await registry.metrics())?.[1];
    const { hostname, port } = new URL(base);
    const ask = 'GET /events HTTP/1.1\r\nhost: x\r\n\r\n';
    const client = connect(Number(port), hostname, () => client.write(ask + ask));
    await expect.poll(subscribers).toBe('2');
    client.destroy();
    await expect.poll(subscribers).toBe('0');
  });

  test('beyond the limit of the process is refused', async () => {
    await app.close();
    await serve({ maxStreams: 1 });
    await follow();
    expect((await follow()).status).toBe(503);
  });

  test('hears of a shutdown, with the cursor to resume', async () => {
    const stream = await follow();
    await stream.until((frames) => frames.length > 0);
    await app.close();
    await stream.ended;
    expect(stream.frames.at(-1)).toMatchObject({
      name: 'end',
      data: { reason: 'shutdown', resumeFrom: stream.frames[0]!.id },
    });
  });

  test('gets a response that no proxy buffers, caches or compresses, readable by any page', async () => {
    const { headers } = await follow();
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });
});
