import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { RelayEntry } from '../../src/relay/port.ts';
import { type EventPlace, eventsFrom, type StoredEvent } from '../../src/store/event/events.ts';
import type { Database } from '../../src/store/port.ts';
import { BEGINNING, createFeed, type EventFeed } from '../../src/trading/event/feed.ts';
import type { RelayFault } from '../../src/trading/event/follow-relay.ts';
import { createPublisher, type EventPublisher } from '../../src/trading/event/publish-events.ts';
import { createSeal, type SealKey } from '../../src/trading/event/sealed-event.ts';
import type { RelayUnderTest } from '../support/memory-relay.ts';

const POLL_MS = 100;
const KEY: SealKey = { id: 'k1', secret: 'a secret of all replicas, 32 bytes or more' };
const OTHER: SealKey = { id: 'k1', secret: 'a secret of somebody else, 32 bytes or more' };
const quiet = { info: () => {}, warn: () => {} };

interface Opened<T> {
  readonly value: T;
  close(): Promise<void>;
}

interface Replica {
  readonly feed: EventFeed;
  readonly read: { database: number; relay: number };
  readonly faults: Set<RelayFault>;
  /** What a subscriber has, since `from`. */
  readonly seen: StoredEvent[];
}

/** How events reach two replicas: over the database alone (`startRelay` null), or over a relay. */
export function fanOutContract(
  openDatabase: () => Promise<Opened<Database>>,
  startRelay: (() => Promise<RelayUnderTest>) | null,
): void {
  let database: Opened<Database>;
  let db: Database;
  let under: RelayUnderTest | null;
  let publisher: EventPublisher | null;
  let height = 0;
  const replicas: Replica[] = [];
  const publishers: EventPublisher[] = [];

  beforeAll(async () => {
    database = await openDatabase();
    db = database.value;
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    under = (await startRelay?.()) ?? null;
    publisher = under && publish();
    publisher?.start();
  });
  afterEach(async () => {
    for (const one of publishers.splice(0)) await one.stop();
    for (const { feed } of replicas.splice(0)) await feed.stop();
    await under?.stop();
  });

  function publish(): EventPublisher {
    const [relay, seal] = [under!.open(), createSeal([KEY], 'test')];
    const made = createPublisher({ db, clock: systemClock, log: quiet, relay, seal, pollMs: POLL_MS });
    publishers.push({
      ...made,
      async stop() {
        await made.stop();
        relay.close();
      },
    });
    return made;
  }

  async function replica({ key = KEY, from }: { key?: SealKey; from?: EventPlace } = {}): Promise<Replica> {
    const read = { database: 0, relay: 0 };
    const faults = new Set<RelayFault>();
    const feed = createFeed({
      db,
      clock: systemClock,
      log: quiet,
      pollMs: POLL_MS,
      ...(under ? { relay: { relay: under.open(), seal: createSeal([key], 'test') } } : {}),
      onRead: (source, count) => {
        read[source] += count;
      },
      onFault: (fault) => faults.add(fault),
    });
    const seen: StoredEvent[] = [];
    let place = from ?? (await feed.tip());
    void (async () => {
      for (;;) {
        const found = await feed.after(place, 3).catch(() => null);
        if (found === null || isStopped(feed)) return;
        seen.push(...found);
        place = found.at(-1) ?? place;
        if (found.length === 0) await feed.more(place.seq);
      }
    })();
    const one = { feed, read, faults, seen };
    replicas.push(one);
    return one;
  }
  const isStopped = (feed: EventFeed) => !replicas.some((one) => one.feed === feed) && replicas.length === 0;

  async function blocks(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      height += 1;
      const hash = randomBytes(32).toString('hex');
      await db
        .insertInto('blocks')
        .values({ height, hash, blockTime: new Date(0) })
        .execute();
    }
  }

  /** Waits until each has what the database has after `place`, and no more, in its order. */
  async function haveAll(some: readonly Replica[], place: EventPlace, count: number): Promise<void> {
    for (const { seen } of some) await expect.poll(() => seen.length, { timeout: 9_000 }).toBe(count);
    const rows = (await eventsFrom(db, place.seq + 1, 10_000)).slice(0, count);
    for (const { seen } of some) expect(seen).toEqual(rows);
  }
  const tip = async () => (await (await replica()).feed.tip()) as EventPlace;
  const used = async (one: Replica) => expect.poll(() => one.feed.usesRelay(), { timeout: 9_000 }).toBe(true);

  describe('two replicas', () => {
    test('have every event once, in the order of the database, with the same content', async () => {
      const place = await tip();
      const both = [await replica(), await replica()];
      await blocks(25);
      await haveAll(both, place, 25);
    });

    test('let a subscriber change between them without loss or repeat', async () => {
      const place = await tip();
      const first = await replica();
      await blocks(6);
      await haveAll([first], place, 6);
      const second = await replica({ from: first.seen[2]! });
      await blocks(3);
      await haveAll([second], first.seen[2]!, 6);
    });

    test('know no place of a history that the database lost, and go on in the new one', async () => {
      const one = await replica();
      if (under) await used(one);
      await blocks(3);
      await expect.poll(() => one.seen.length).toBe(3);
      const lost = one.seen[2]!;
      await publisher?.stop();
      await sql`delete from events where seq >= ${lost.seq - 1}`.execute(db);
      await sql`update event_numbering set last_seq = ${lost.seq - 2}`.execute(db);
      publisher?.start();
      await blocks(4);
      await expect.poll(() => one.feed.after(lost, 10), { timeout: 9_000 }).toBe(null);
      const after = await one.feed.after(one.seen[0]!, 10);
      expect(after!.map(({ seq }) => seq)).toEqual([0, 1, 2, 3].map((i) => lost.seq - 1 + i));
      expect(after!.map(({ mark }) => mark)).not.toContain(lost.mark);
    });
  });

  test('the beginning is a place while the first event is there', async () => {
    const one = await replica();
    expect(await one.feed.after(BEGINNING, 1)).toHaveLength(1);
  });

  if (startRelay) relayRules();

  function relayRules(): void {
    const written = (sealed: Buffer): Omit<RelayEntry, 'seq'> => ({ keyId: KEY.id, sealed });

    describe('a relay', () => {
      test('brings the events: the database is not read for them', async () => {
        const one = await replica();
        await used(one);
        const before = { ...one.read };
        await expect
          .poll(async () => {
            await blocks(1);
            return one.read.relay - before.relay;
          })
          .toBeGreaterThan(9);
        // The comparison with the database may be the first to read one.
        expect(one.read.database - before.database).toBeLessThan(5);
      });

      test('refuses a number that it has, and one before it', async () => {
        const relay = under!.open();
        const entry = (seq: number) => ({ seq, ...written(Buffer.from('x')) });
        await relay.clear();
        await publisher!.stop();
        expect(await relay.append([entry(900_007), entry(900_008)])).toBe(true);
        expect(await relay.append([entry(900_008)])).toBe(false);
        expect(await relay.append([entry(900_003)])).toBe(false);
        expect((await relay.after(900_007, 0)).map(({ seq }) => seq)).toEqual([900_008]);
        expect((await relay.newest())!.seq).toBe(900_008);
        await relay.clear();
        expect(await relay.newest()).toBe(null);
        relay.close();
      });

      test('that is emptied in the middle costs no event', async () => {
        const place = await tip();
        const both = [await replica(), await replica()];
        for (const one of both) await used(one);
        for (let i = 0; i < 4; i++) {
          await blocks(3);
          await under!.empty();
          await blocks(2);
        }
        await haveAll(both, place, 20);
      });

      test('that dies leaves the events to the database, and is used again when it is back, empty', async () => {
        const place = await tip();
        const one = await replica();
        await used(one);
        await blocks(2);
        await under!.fall();
        await blocks(3);
        await haveAll([one], place, 5);
        expect(one.feed.usesRelay()).toBe(false);
        expect(one.faults).toContain('unreachable');
        await under!.rise();
        await used(one);
        const before = one.read.relay;
        await blocks(4);
        await haveAll([one], place, 9);
        await expect
          .poll(async () => {
            await blocks(1);
            return one.read.relay;
          })
          .toBeGreaterThan(before);
      });

      test('with entries that nobody sealed tells nothing of them, and is cleaned by the leader', async () => {
        const place = await tip();
        const one = await replica();
        await used(one);
        const next = place.seq + 1;
        const forged = createSeal([OTHER], 'test').seal({
          event: { ...(await eventsFrom(db, place.seq, 1))[0]!, seq: next, type: 'block.forged' },
          before: place.mark,
        });
        await under!.write({ number: next }, forged);
        await under!.write({ number: next, part: 7 }, forged);
        await under!.write({ number: next + 1_000_000 }, written(randomBytes(200)));
        await expect.poll(() => [...one.faults]).toContain('foreign');
        await blocks(5);
        await haveAll([one], place, 5);
        await used(one);
      });

      test('with a genuine entry under another number, or of another place, tells nothing of it', async () => {
        const place = await tip();
        const one = await replica();
        await used(one);
        const [event] = await eventsFrom(db, place.seq, 1);
        const seal = createSeal([KEY], 'test');
        // What a replica sealed in a history that is gone, and an entry moved to another number.
        const gone = { event: { ...event!, seq: place.seq + 1, type: 'block.gone' }, before: 'gone' };
        await under!.write({ number: place.seq + 1 }, seal.seal(gone));
        await under!.write({ number: place.seq + 2 }, seal.seal({ event: event!, before: event!.mark }));
        await blocks(5);
        await haveAll([one], place, 5);
      });

      test('whose last number was raised by somebody is begun again', async () => {
        const place = await tip();
        const one = await replica();
        await under!.write({ number: 9_000_000_000_000 }, written(randomBytes(99)));
        await blocks(3);
        await haveAll([one], place, 3);
        await used(one);
      });

      test('whose leader is dead costs seconds, and no event; the next leader goes on', async () => {
        const place = await tip();
        const both = [await replica(), await replica()];
        for (const one of both) await used(one);
        await blocks(2);
        await haveAll(both, place, 2);
        await publisher!.stop();
        await blocks(3);
        await haveAll(both, place, 5);
        await expect.poll(() => [...both[0]!.faults], { timeout: 9_000 }).toContain('late');
        expect(both[0]!.feed.usesRelay()).toBe(false);
        publish().start();
        for (const one of both) await used(one);
        await blocks(3);
        await haveAll(both, place, 8);
      });

      test('that several calls publish to at once brings each event once', async () => {
        const place = await tip();
        const one = await replica();
        await used(one);
        for (let i = 0; i < 5; i++) {
          await blocks(1);
          await Promise.all(Array.from({ length: 8 }, () => publisher!.publish()));
        }
        await haveAll([one], place, 5);
      });

      test('with two leaders at a time brings each event once', async () => {
        const place = await tip();
        const both = [await replica(), await replica()];
        publish().start();
        for (const one of both) await used(one);
        for (let i = 0; i < 5; i++)
          await Promise.all([blocks(1), publisher!.publish(), publishers[1]!.publish()]);
        await haveAll(both, place, 5);
      });

      test('sealed with a key that a replica does not have yet is of no use to it, and costs no event', async () => {
        const place = await tip();
        const one = await replica({ key: { ...OTHER, id: 'k0' } });
        await blocks(5);
        await haveAll([one], place, 5);
        expect(one.read.relay).toBe(0);
      });
    });
  }
}
