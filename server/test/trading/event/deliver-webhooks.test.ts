import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventShape } from '../../../src/api/event/shape.ts';
import { insertBlocks } from '../../../src/store/chain/blocks.ts';
import { numberEvents } from '../../../src/store/event/number-events.ts';
import { deadDeliveries, deleteWebhook } from '../../../src/store/event/webhooks.ts';
import { actsPage } from '../../../src/store/operation/acts.ts';
import type { Database } from '../../../src/store/port.ts';
import {
  AT_ONCE,
  AT_ONCE_IN_ALL,
  createWebhookDelivery,
  pauseMs,
} from '../../../src/trading/event/deliver-webhooks.ts';
import {
  addWebhook,
  removeWebhook,
  resendDead,
  shownWebhooks,
} from '../../../src/trading/operation/webhooks.ts';
import { flawOf } from '../../../src/webhook/https-sender.ts';
import type { Sent, WebhookSender } from '../../../src/webhook/port.ts';
import { signedHeaders } from '../../../src/webhook/signature.ts';
import { StandingClock } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';
import { by } from '../../support/operator.ts';
import { tellEvent } from '../../support/tell-event.ts';

const HOUR = 3_600_000;
const URL = 'https://partner.example/hook';

let db: Database;
let close: () => Promise<void>;
let clock: StandingClock;
let posted: { url: string; headers: Readonly<Record<string, string>>; body: string }[];
let answer: (body: { type: string; data: { height: number } }) => Sent;

beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
  clock = new StandingClock();
  posted = [];
  answer = () => ({ status: 204 });
});
afterEach(() => close());

const answering: WebhookSender = {
  async post(url, headers, body) {
    posted.push({ url, headers, body });
    return answer(JSON.parse(body));
  },
};
const delivery = (sender = answering) =>
  createWebhookDelivery({
    db,
    clock,
    log: pino({ level: 'silent' }),
    sender,
    shapeOf: (event) => eventShape(event, { contentUrl: 'http://market.test/content' }),
    giveUpMs: 24 * HOUR,
    spread: () => 0,
  });
/** A sender whose posts are not answered before `release`, where `hangs` says so. */
function holding(hangs: (url: string) => boolean) {
  let count = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sender: WebhookSender = {
    async post(url, headers, body) {
      posted.push({ url, headers, body });
      if (!hangs(url)) return { status: 204 };
      count += 1;
      await released;
      return { status: 204 };
    },
  };
  return { sender, held: () => count, release: () => release() };
}
/** The acts of the operator see the same database and clock. */
const operation = () => ({ db, clock, flawOf: (url: string) => flawOf(url, { allowPrivate: false }) });
const add = (wanted: { url?: string; topics?: string[]; slugs?: string[]; withPrivate?: boolean } = {}) =>
  addWebhook(operation(), by('agreed'), {
    ...{ url: URL, topics: null, slugs: null, withPrivate: false },
    ...wanted,
  });
const block = (height: number) =>
  insertBlocks(db, [{ height, hash: height.toString(16).padStart(64, '0'), blockTime: new Date(0) }]);
/** `count` changes, each of a subject of its own. */
const trades = async (count: number) => {
  for (let i = 0; i < count; i++) await trade(`trade:${i}`);
};
const trade = (subject: string, audience: 'members' | 'own' = 'members') =>
  tellEvent(db, {
    type: 'trade.moved',
    subject,
    audience,
    state: { kind: 'fill', from: null, status: 'pending' },
  });
/** So much time passes for what is waiting. It is the database's: no clock of a process counts. */
const wait = (ms: number) =>
  sql`update webhook_deliveries set due_at = due_at - ${ms}::double precision * interval '1 millisecond',
    give_up_at = give_up_at - ${ms}::double precision * interval '1 millisecond'`.execute(db);
const heights = () => posted.map(({ body }) => JSON.parse(body).data.height);

describe('a webhook delivery', () => {
  test('is what a subscriber gets, signed with the secret that was shown once', async () => {
    const { secret } = await add();
    await block(1);
    await delivery().run();
    const [{ headers, body, url }] = posted as [(typeof posted)[0]];
    const event = JSON.parse(body);
    expect(url).toBe(URL);
    expect(event).toMatchObject({ version: 1, type: 'block.applied', data: { height: 1 } });
    expect(headers).toEqual(signedHeaders(secret, { id: event.id, body, at: clock.now() }));
    const shown = await shownWebhooks({ db });
    expect(shown).toMatchObject([{ url: URL, topics: null }]);
    const acts = await actsPage(db, { before: null, limit: 9 });
    expect(acts).toMatchObject([{ act: 'add webhook', reason: 'agreed', after: { url: URL } }]);
    expect(JSON.stringify([shown, acts])).not.toContain(secret);
  });

  test('starts with what happens after the endpoint was added, and ends when it was taken', async () => {
    await block(1);
    await delivery().run();
    await add();
    await block(2);
    await delivery().run();
    await delivery().run();
    expect(heights()).toEqual([2]);
  });

  test('that fails is sent again with growing pauses, under the same id, and holds up what comes after it', async () => {
    await add();
    await block(1);
    await block(2);
    answer = () => ({ status: 500 });
    await delivery().run();
    expect(heights()).toEqual([1]);
    await wait(3_000);
    await delivery().run();
    expect(heights()).toEqual([1]);
    await wait(2_000);
    await delivery().run();
    expect(heights()).toEqual([1, 1]);
    answer = () => ({ status: 200 });
    await wait(10_000);
    await delivery().run();
    expect(heights()).toEqual([1, 1, 1, 2]);
    expect(new Set(posted.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect([0, 1, 2, 20].map((attempts) => pauseMs(attempts, 0))).toEqual([5_000, 10_000, 20_000, 2 * HOUR]);
    expect(pauseMs(0, 1)).toBe(6_000);
  });

  test('of one subject does not hold up those of another', async () => {
    await add();
    await block(1);
    await trade('trade:x');
    answer = ({ type }) => (type === 'block.applied' ? { fault: 'refused' } : { status: 200 });
    await delivery().run();
    expect(posted.map(({ body }) => JSON.parse(body).type)).toEqual(['block.applied', 'trade.moved']);
  });

  test('is dead after a day, is listed, no longer blocks its subject, and can be sent again', async () => {
    const { id } = await add();
    await block(1);
    await block(2);
    answer = ({ data }) => (data.height === 1 ? { fault: 'connection refused' } : { status: 200 });
    for (let hour = 0; hour < 49; hour++) {
      await delivery().run();
      await wait(HOUR / 2);
    }
    expect(heights().at(-1)).toBe(2);
    expect(await deadDeliveries(db, 9)).toMatchObject([
      { webhookId: id, type: 'block.applied', subject: 'chain', lastError: 'connection refused' },
    ]);
    const tries = posted.length;
    await delivery().run();
    expect(posted.length).toBe(tries);
    answer = () => ({ status: 200 });
    expect(await resendDead(operation(), by('mended'), { webhookId: id }, 24 * HOUR)).toBe(1);
    await delivery().run();
    expect(heights().at(-1)).toBe(1);
    expect(await deadDeliveries(db, 9)).toEqual([]);
  });

  test('is stored before it is sent: a crash in between sends it again, and loses none', async () => {
    await add();
    for (const height of [1, 2, 3]) await block(height);
    let crashes = 2;
    answer = () => {
      if (crashes-- > 0) throw new Error('killed');
      return { status: 200 };
    };
    for (let i = 0; i < 5; i++)
      await delivery()
        .run()
        .catch(() => undefined);
    expect(heights().filter((height, i, all) => height !== all[i - 1])).toEqual([1, 2, 3]);
  });

  test('that is not answered delays no other subject, and no other endpoint', async () => {
    const slow = 'https://slow.example/hook';
    await add({ url: slow });
    await add();
    await trades(3 * AT_ONCE);
    const held = holding(
      (url) => url === slow && posted.filter((post) => post.url === slow).length % 3 === 0,
    );
    const webhooks = delivery(held.sender);
    const to = (wanted: string) => posted.filter(({ url }) => url === wanted).length;
    while (to(URL) < 3 * AT_ONCE || to(slow) < 3 * AT_ONCE) await webhooks.run();
    // a third is not answered, and each has a cursor of its own
    expect(held.held()).toBe(AT_ONCE);
    held.release();
    await webhooks.landed();
    expect(await webhooks.run()).toBe(0);
  });

  test('comes after the one before it of the same subject, whatever each takes', async () => {
    await add();
    for (let i = 0; i < 60; i++) await trade(`trade:${i % 7}`);
    await numberEvents(db, clock.now());
    const events = await db.selectFrom('events').select(['seq', 'subject']).execute();
    const subjects = new Map(events.map(({ seq, subject }) => [seq, subject]));
    const inAir = new Map<string, number>();
    const seen = new Map<string, number[]>();
    let most = 0;
    const sender: WebhookSender = {
      async post(_url, _headers, body) {
        const { sequence } = JSON.parse(body);
        const subject = subjects.get(sequence)!;
        inAir.set(subject, (inAir.get(subject) ?? 0) + 1);
        most = Math.max(most, ...inAir.values());
        seen.set(subject, [...(seen.get(subject) ?? []), sequence]);
        await new Promise((resolve) => setTimeout(resolve, (sequence * 7) % 11));
        inAir.set(subject, inAir.get(subject)! - 1);
        return { status: 200 };
      },
    };
    const webhooks = delivery(sender);
    while ((await webhooks.run()) > 0);
    expect(most).toBe(1);
    expect(seen.size).toBe(7);
    for (const order of seen.values()) expect(order).toEqual([...order].sort((x, y) => x - y));
    expect([...seen.values()].flat()).toHaveLength(60);
  });

  test.each([
    [1, AT_ONCE],
    [8, AT_ONCE_IN_ALL],
  ])('to %i endpoints is one of at most %i in the air', async (endpoints, most) => {
    for (let i = 0; i < endpoints; i++) await add({ url: `https://e${i}.example/hook` });
    await trades(AT_ONCE + 1);
    const held = holding(() => true);
    const webhooks = delivery(held.sender);
    while (held.held() < most) await webhooks.run();
    expect(await webhooks.run()).toBe(0);
    expect(held.held()).toBe(most);
    held.release();
    await webhooks.landed();
    while ((await webhooks.run()) > 0);
    expect(posted).toHaveLength(endpoints * (AT_ONCE + 1));
  });

  test.each([
    ['ahead', 10 * HOUR],
    ['behind', -10 * HOUR],
  ])('does not wait for a leader whose clock was %s', async (_, ms) => {
    const { id } = await add();
    clock.step(ms);
    await block(1);
    answer = () => ({ status: 500 });
    await delivery().run();
    clock.step(-ms);
    answer = () => ({ status: 200 });
    await wait(5_000);
    await delivery().run();
    expect(heights()).toEqual([1, 1]);
    // nor for one that the database's own clock made due, when that was ahead
    await block(2);
    answer = () => ({ status: 500 });
    await delivery().run();
    await wait(-10 * HOUR);
    answer = () => ({ status: 200 });
    await delivery().run();
    expect(heights()).toEqual([1, 1, 2, 2]);
    expect(await deadDeliveries(db, 1)).toEqual([]);
    expect(await deleteWebhook(db, id)).toBe(true);
  });

  test('of two processes at a time stores each event once', async () => {
    await add();
    for (let height = 1; height <= 20; height++) await block(height);
    const one = delivery();
    answer = () => ({ fault: 'not now' });
    await Promise.all([one.run(), delivery().run(), delivery().run()]);
    const { rows } = await sql<{ count: number }>`select count(*) from webhook_deliveries`.execute(db);
    expect(rows[0]!.count).toBe(20);
  });
});

describe('an endpoint', () => {
  test('gets only its topics and collections, and nothing private unless it was added with it', async () => {
    await add({ topics: ['floor'] });
    await add({ slugs: ['embers'], topics: ['floor', 'block'] });
    await add({ topics: ['trade'] });
    await add({ topics: ['trade'], withPrivate: true });
    await block(1);
    await trade('trade:x', 'own');
    await delivery().run();
    expect(posted.map(({ body }) => JSON.parse(body).type).sort()).toEqual(['block.applied', 'trade.moved']);
  });

  test('that is removed gets nothing more', async () => {
    const { id } = await add();
    await block(1);
    await removeWebhook(operation(), by('left'), id);
    await delivery().run();
    expect(posted).toEqual([]);
    await expect(removeWebhook(operation(), by('left'), id)).rejects.toThrow(`no webhook ${id}`);
  });

  test('needs https and a public address', async () => {
    await expect(add({ url: 'http://partner.example' })).rejects.toThrow('https://');
    await expect(add({ url: 'https://127.0.0.1' })).rejects.toThrow('public internet');
    expect(await shownWebhooks({ db })).toEqual([]);
  });
});
