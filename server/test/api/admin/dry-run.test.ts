import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAdminApi } from '../../../src/api/admin/server.ts';
import { bindingsOfOrdinalsAddress } from '../../../src/store/account/profiles.ts';
import { collectionBySlug } from '../../../src/store/catalogue/collections.ts';
import { insertWebhook } from '../../../src/store/event/webhooks.ts';
import { makeOffer } from '../../support/bidding.ts';
import { type Desk, OTHER_SLUG, openDesk, SLUG } from '../../support/desk.ts';
import { adminSettings } from '../../support/operator.ts';
import { type RegisteredRoute, withRoutes } from '../../support/registered-routes.ts';
import { list } from '../../support/trade.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A call of each act, in an order in which each changes something; what is in it may come from an earlier one. */
let calls: readonly { readonly route: string; readonly url?: string; readonly body?: object }[];
let desk: Desk;
let admin: Awaited<ReturnType<typeof createAdminApi>>;
let routes: readonly RegisteredRoute[];
let started = 0;

beforeAll(async () => {
  desk = await openDesk();
  const [seller, buyer] = await desk.traders(['p2tr', 'p2wpkh'], 4);
  const ids = await desk.inscribe(seller!, 3);
  const [listed, banned] = await list(desk, seller!, ids.slice(0, 2));
  const offer = await makeOffer(desk, buyer!, ids[2]!);
  const webhook = { id: randomUUID(), url: 'https://a.test/', topics: null, slugs: null, withPrivate: false };
  await insertWebhook(desk.ctx.db, { ...webhook, secret: 'secret', createdAt: desk.ctx.clock.now() });
  const collection = await collectionBySlug(desk.ctx.db, SLUG);
  const { listingId } = listed!;
  const wallet = seller!.ordinals.address;
  expect(banned).toBeDefined();
  const described = { slug: SLUG, name: 'Coals', kind: 'parent_child', sources: collection!.sources };
  const binding = (await bindingsOfOrdinalsAddress(desk.ctx.db, wallet))[0]!.id;
  calls = [
    { route: '/v1/pause', body: { scope: 'everything' } },
    { route: '/v1/resume', body: { scope: 'everything' } },
    { route: '/v1/fees', body: { fees: { buyerBps: 120 } } },
    { route: '/v1/partners', body: { name: 'acme', shareBps: 100, payoutAddress: null } },
    { route: '/v1/partners/:name', url: '/v1/partners/acme', body: { shareBps: 200 } },
    { route: '/v1/collections', body: { collections: [described] } },
    { route: '/v1/collections/:slug/flags', url: `/v1/collections/${SLUG}/flags`, body: { verified: false } },
    {
      route: '/v1/collections/:slug/partner',
      url: `/v1/collections/${SLUG}/partner`,
      body: { partner: 'acme' },
    },
    { route: '/v1/collections/:slug/feature', url: `/v1/collections/${SLUG}/feature`, body: { rank: 1 } },
    { route: '/v1/profiles', body: { wallet: wallet, username: 'ember' } },
    {
      route: '/v1/wallet-bindings/:id/provider',
      url: `/v1/wallet-bindings/${binding}/provider`,
      body: { provider: 'x' },
    },
    { route: '/v1/webhooks', body: { url: 'https://b.test/' } },
    { route: '/v1/webhooks/:id/resend', url: `/v1/webhooks/${webhook.id}/resend` },
    { route: '/v1/webhooks/:id/remove', url: `/v1/webhooks/${webhook.id}/remove` },
    { route: '/v1/offers/:id/close', url: `/v1/offers/${offer.offerId}/close` },
    { route: '/v1/listings/:id/delist', url: `/v1/listings/${listingId}/delist` },
    { route: '/v1/ban', body: { subject: seller!.caller.profileId } },
    { route: '/v1/unban', body: { subject: seller!.caller.profileId } },
    { route: '/v1/collections/:slug/remove', url: `/v1/collections/${OTHER_SLUG}/remove` },
    { route: '/v1/audit' },
  ];
  const access = { tokens: [], socketUser: 'ordbook' };
  const none = { isRunning: false, progress: null, everyHours: 0, last: null, failed: null };
  const audits = { state: () => none, start: () => ++started > 0 };
  ({ made: admin, routes } = await withRoutes(async () => {
    const live = { signers: () => [], audits };
    const app = createAdminApi(desk.ctx, adminSettings({ access, logger: pino({ level: 'silent' }), live }));
    await app.ready();
    return app;
  }));
});
afterAll(async () => {
  await admin?.close();
  await desk?.close();
});

/** A digest of every row of every table. */
async function allRows(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(desk.ctx.db);
  const digests = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ all: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as all from ${sql.table(name)} t`.execute(
      desk.ctx.db,
    );
    digests.push(`${name} ${rows[0]!.all}`);
  }
  return digests.join('\n');
}

describe('with X-Ordbook-Dry-Run', () => {
  test('every act of the API returns what it would, and changes no row of any table', async () => {
    const posts = routes.filter(({ method }) => method === 'POST').map(({ url }) => url);
    expect(calls.map(({ route }) => route).sort()).toEqual([...posts].sort());
    for (const { route, url = route, body } of calls) {
      const payload = { reason: 'a drill', ...body };
      const before = await allRows();
      const dry = await admin.inject({ method: 'POST', url, payload, headers: { 'x-ordbook-dry-run': '1' } });
      expect([route, dry.statusCode, dry.body]).toEqual([route, 200, dry.body]);
      expect([route, await allRows()]).toEqual([route, before]);
      const done = await admin.inject({ method: 'POST', url, payload, headers: { 'x-ordbook-by': 'ada' } });
      expect([route, done.statusCode]).toEqual([route, 200]);
      if (route !== '/v1/webhooks/:id/resend') expect([route, await allRows()]).not.toEqual([route, before]);
      // what ends is counted, not guessed
      if ('ended' in dry.json()) expect(dry.json().ended).toEqual(done.json().ended);
      if (route === '/v1/ban') expect(dry.json().ended.listings).toBeGreaterThan(0);
    }
    expect(started).toBe(1);
  });
});
