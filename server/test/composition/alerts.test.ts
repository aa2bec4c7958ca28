import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAlerts, readTroubles, type Trouble } from '../../src/composition/alerts.ts';
import { BACKED_UP, recordAct } from '../../src/store/operation/acts.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { httpsSender } from '../../src/webhook/https-sender.ts';
import { openDesk } from '../support/desk.ts';

interface Posted {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly url: string;
  readonly body: string;
}

const DOWN: Trouble = {
  alert: 'OrdbookPartDown',
  subject: 'node',
  summary: 'node is not ready: unreachable',
};
const MINUTE = 60_000;

let server: Server;
let posted: Posted[];
let status: number;
let now: number;
let found: readonly Trouble[];
let warned: string[];

beforeEach(async () => {
  posted = [];
  warned = [];
  [status, now, found] = [200, Date.UTC(2026, 0, 2), []];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      posted.push({ headers: request.headers, url: request.url!, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const alerts = (fragment = '', read = async () => found) =>
  createAlerts({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts${fragment}`,
    sender: httpsSender({ allowPrivate: true }),
    clock: { now: () => new Date(now) },
    log: {
      ...{ info: () => undefined, error: () => undefined },
      warn: (_fields: object, message: string) => void warned.push(message),
    } as never,
    read,
  });
const bodies = () =>
  posted.map(({ body }) => JSON.parse(body) as { type: string; data: object; text: string });

test('what is wrong for a while is posted once, and once more when it is over', async () => {
  const look = alerts();
  found = [DOWN];
  await look();
  now += 2 * MINUTE - 1;
  await look();
  expect(posted).toEqual([]);
  now += 1;
  await look();
  await look();
  expect(bodies()).toMatchObject([
    {
      type: 'alert.firing',
      text: 'OrdbookPartDown: node is not ready: unreachable',
      data: { alert: 'OrdbookPartDown', subject: 'node', since: '2026-01-02T00:00:00.000Z' },
    },
  ]);
  found = [];
  await look();
  await look();
  expect(bodies().slice(1)).toMatchObject([{ type: 'alert.resolved', data: { subject: 'node' } }]);
});

test('a trouble that ends before its time is not posted, and is timed afresh when it returns', async () => {
  const look = alerts();
  for (const [troubles, wait] of [
    [[DOWN], MINUTE],
    [[], MINUTE],
    [[DOWN], MINUTE],
    [[DOWN], 0],
  ] as const) {
    found = troubles;
    await look();
    now += wait;
  }
  expect(posted).toEqual([]);
});

test('what the receiver does not take is posted again, the end of it too', async () => {
  const look = alerts();
  found = [DOWN];
  await look();
  now += 2 * MINUTE;
  status = 500;
  await look();
  status = 200;
  await look();
  found = [];
  status = 302;
  await look();
  status = 200;
  await look();
  await look();
  expect(bodies().map(({ type }) => type)).toEqual([
    ...['alert.firing', 'alert.firing', 'alert.resolved', 'alert.resolved'],
  ]);
  expect(warned).toHaveLength(2);
});

test('a secret in the fragment signs as webhooks are signed, and is not sent', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const look = alerts(`#${secret}`);
  found = [DOWN];
  await look();
  now += 2 * MINUTE;
  await look();
  const [{ headers, url, body }] = posted as [Posted];
  expect(url).toBe('/alerts');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  expect(JSON.stringify(posted)).not.toContain('whsec_');
});

test('a look that fails is warned about, and forgets nothing', async () => {
  let fails = false;
  const look = alerts('', async () => {
    if (fails) throw new Error('no');
    return found;
  });
  found = [DOWN];
  await look();
  now += 2 * MINUTE;
  fails = true;
  await look();
  fails = false;
  await look();
  expect(warned).toEqual(['looking for alerts: will try again']);
  expect(posted).toHaveLength(1);
});

test('while the database is down, that is the alert, and nothing is read from it', async () => {
  const parts = {
    database: { ready: false, detail: 'the database is unreachable' },
    node: { ready: true, detail: 'height 1' },
  };
  const clock = { now: () => new Date(now) };
  const closed = new Proxy({ clock } as TradingContext, {
    get: (ctx, name) => (name === 'clock' ? ctx.clock : expect.unreachable()),
  });
  const watched = { health: async () => ({ parts }), certificates: async () => expect.unreachable() };
  expect(await readTroubles(closed, watched)()).toEqual([
    {
      alert: 'OrdbookPartDown',
      subject: 'database',
      summary: 'database is not ready: the database is unreachable',
    },
  ]);
});

test('a backup of two days ago is old, a missing one two days after the start, and a certificate a month before its end', async () => {
  const desk = await openDesk();
  const { ctx, clock } = desk;
  const day = 86_400_000;
  const start = clock.at.getTime();
  const expiresAt = new Date(start + 31 * day);
  const read = readTroubles(ctx, {
    health: async () => ({ parts: { database: { ready: true, detail: '' } } }),
    certificates: async () => [{ setting: 'SIGNER_TLS_CERT', expiresAt }],
  });
  const foundAt = async (ms: number) => {
    clock.at = new Date(start + ms);
    const all = await read();
    return all.filter(({ alert }) => alert !== 'OrdbookPoolLow').map(({ summary }) => summary);
  };
  const expiring = `the certificate of SIGNER_TLS_CERT expires at ${expiresAt.toISOString()}`;
  expect(await foundAt(day)).toEqual([]);
  expect(await foundAt(2 * day + 1)).toEqual([
    `no backup has ended since the start, ${new Date(start).toISOString()}`,
    expiring,
  ]);
  await recordAct(ctx.db, { name: 'user ann' }, new Date(start + day), BACKED_UP);
  expect(await foundAt(3 * day)).toEqual([expiring]);
  expect(await foundAt(3 * day + 1)).toEqual([
    `no backup has ended since ${new Date(start + day).toISOString()}`,
    expiring,
  ]);
  await desk.close();
});

test('every alert has the name of a rule for Prometheus', async () => {
  const source = await readFile(new URL('../../src/composition/alerts.ts', import.meta.url), 'utf8');
  const rules = await readFile(new URL('../../../deploy/prometheus/rules.yml', import.meta.url), 'utf8');
  const named = new Set(source.match(/Ordbook[A-Z]\w+/g));
  expect([...named].filter((name) => !rules.includes(`alert: ${name}\n`))).toEqual([]);
});
