import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventShape } from '../../../src/api/event/shape.ts';
import { addWebhook, listDead, listWebhooks, removeWebhook, resendDead } from '../../../src/cli/webhooks.ts';
import type { Database } from '../../../src/store/port.ts';
import { createWebhookDelivery, pauseMs } from '../../../src/trading/event/deliver-webhooks.ts';
import type { Sent, WebhookSender } from '../../../src/webhook/port.ts';
import { signedHeaders } from '../../../src/webhook/signature.ts';
import { StandingClock } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';

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
const add = async (options = {}) => {
  const [first, second] = await addWebhook(db, { WEBHOOKS_ALLOW_PRIVATE: false }, URL, options);
  return { id: first!.split(' ')[0]!, secret: second!.replace('secret: ', '') };
};
const block = (height: number) =>
  db
    .insertInto('blocks')
    .values({ height, hash: height.toString(16).padStart(64, '0'), blockTime: new Date(0) })
    .execute();
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
    for (const json of [false, true]) expect((await listWebhooks(db, { json })).join()).not.toContain(secret);
    expect(JSON.parse((await listWebhooks(db, { json: true }))[0]!)).toMatchObject({
      url: URL,
      topics: null,
    });
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
    clock.step(4_999);
    await delivery().run();
    expect(heights()).toEqual([1]);
    clock.step(1);
    await delivery().run();
    expect(heights()).toEqual([1, 1]);
    answer = () => ({ status: 200 });
    clock.step(10_000);
    await delivery().run();
    expect(heights()).toEqual([1, 1, 1, 2]);
    expect(new Set(posted.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect([0, 1, 2, 20].map((attempts) => pauseMs(attempts, 0))).toEqual([5_000, 10_000, 20_000, 2 * HOUR]);
    expect(pauseMs(0, 1)).toBe(6_000);
  });

  test('of one subject does not hold up those of another', async () => {
    await add();
    await block(1);
    await sql`insert into event_outbox (type, subject, audience, profile_ids, trade_id, state)
      values ('trade.moved', 'trade:x', 'members', '{}', null, '{"kind":"fill","from":null,"status":"pending","height":7}')`.execute(
      db,
    );
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
      clock.step(HOUR / 2);
    }
    expect(heights().at(-1)).toBe(2);
    expect((await listDead(db)).join()).toMatch(
      /block\.applied {2}chain {2}after \d+ attempts: connection refused/,
    );
    const tries = posted.length;
    await delivery().run();
    expect(posted.length).toBe(tries);
    answer = () => ({ status: 200 });
    clock.at = new Date();
    expect(await resendDead(db, { WEBHOOKS_GIVE_UP_HOURS: 24 }, id, {})).toBe('1 deliveries are sent again');
    clock.step(1_000);
    await delivery().run();
    expect(heights().at(-1)).toBe(1);
    expect(await listDead(db)).toEqual(['no dead deliveries']);
    expect(await listDead(db, { json: true })).toEqual([]);
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

  test('to one endpoint does not wait for another that is slow', async () => {
    const slow = 'https://slow.example/hook';
    await addWebhook(db, { WEBHOOKS_ALLOW_PRIVATE: false }, slow, {});
    await add();
    for (let i = 0; i < 40; i++)
      await sql`insert into event_outbox (type, subject, audience, profile_ids, trade_id, state)
        values ('trade.moved', ${`trade:${i}`}, 'members', '{}', null, '{"kind":"fill","from":null,"status":"pending"}')`.execute(
        db,
      );
    let release = () => {};
    const hangs = new Promise<void>((resolve) => {
      release = resolve;
    });
    const to = (wanted: string) => posted.filter(({ url }) => url === wanted).length;
    const sender = {
      async post(url: string, headers: Readonly<Record<string, string>>, body: string) {
        posted.push({ url, headers, body });
        if (url === slow) await hangs;
        return { status: 204 };
      },
    };
    const run = delivery(sender).run();
    await expect.poll(() => to(URL), { timeout: 20_000 }).toBe(40);
    expect(to(slow)).toBe(16);
    release();
    await run;
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
    await add({ topics: 'floor' });
    await add({ collections: 'Embers', topics: 'floor,block' });
    await add({ topics: 'trade' });
    await add({ topics: 'trade', withPrivate: true });
    await block(1);
    await sql`insert into event_outbox (type, subject, audience, profile_ids, trade_id, state)
      values ('trade.moved', 'trade:x', 'own', '{}', null, '{"kind":"fill","from":null,"status":"pending"}')`.execute(
      db,
    );
    await delivery().run();
    expect(posted.map(({ body }) => JSON.parse(body).type).sort()).toEqual(['block.applied', 'trade.moved']);
  });

  test('that is removed gets nothing more', async () => {
    const { id } = await add();
    await block(1);
    await removeWebhook(db, id);
    await delivery().run();
    expect(posted).toEqual([]);
    await expect(removeWebhook(db, id)).rejects.toThrow(`no webhook ${id}`);
  });

  test('needs https and a topic that exists', async () => {
    const settings = { WEBHOOKS_ALLOW_PRIVATE: false };
    await expect(addWebhook(db, settings, 'http://partner.example', {})).rejects.toThrow('https://');
    await expect(addWebhook(db, settings, 'https://127.0.0.1', {})).rejects.toThrow('public internet');
    await expect(addWebhook(db, settings, URL, { topics: 'prices' })).rejects.toThrow('no topic prices');
  });
});
