import { createWorld, type Endpoints, type World } from '@ordbook/devnode';
import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../server/src/api/server.ts';
import { ordContent } from '../../server/src/ordinals/ord-content.ts';
import type { TradingContext } from '../../server/src/trading/context.ts';
import { apiSettings } from '../../server/test/support/api.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';

const TOKEN = 'the-visitors-token';

/** A page that tries everything it should not, and writes into its title how each attempt ended. */
const attack = (victim: string, other: string) => `<!doctype html><title>running</title><script>
const attempts = {
  storage: () => localStorage.getItem('token'),
  cookie: () => document.cookie || 'none',
  parent: () => parent === self ? 'none' : parent.document.title,
  popup: () => window.open('${victim}/docs') ? 'opened' : Promise.reject(new Error('blocked')),
  origin: () => self.origin,
  openapi: () => fetch('${victim}/openapi.json').then((r) => r.text()),
  api: () => fetch('${victim}/api/v1/me', { headers: { authorization: 'Bearer x' } }).then((r) => r.status),
  credentials: () => fetch('${victim}/content/${other}', { credentials: 'include' }).then((r) => r.text()),
  elsewhere: () => fetch('http://127.0.0.1:9/stolen').then((r) => r.status),
  worker: () => navigator.serviceWorker.register('/content/${other}').then(() => 'registered'),
  inscription: () => fetch('/content/${other}').then((r) => r.text()),
  height: () => fetch('/r/blockheight').then((r) => r.text()),
};
(async () => {
  const ends = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try { ends[name] = String(await attempt()).slice(0, 80); } catch (error) { ends[name] = 'refused'; }
  }
  document.title = JSON.stringify(ends);
})();
</script>`;

describe.skipIf(!findChromium())('an inscription that is a page, in a real browser', () => {
  let world: World;
  let ord: Endpoints;
  let app: FastifyInstance;
  let browser: Browser;
  let page: Page;
  let site: string;
  let id: string;

  beforeAll(async () => {
    world = await createWorld();
    ord = await world.listen();
    const ctx = { settings: { network: 'regtest', domain: 'localhost' } } as unknown as TradingContext;
    const publicUrl = 'http://127.0.0.1';
    app = createApi(
      ctx,
      apiSettings({ publicUrl, content: ordContent({ url: ord.ordUrl, timeoutMs: 10_000 }) }),
    );
    app.get('/victim', async (_request, reply) =>
      reply
        .type('text/html')
        .header('set-cookie', 'session=secret')
        .send(`<!doctype html><title>victim</title><iframe></iframe>`),
    );
    site = await app.listen({ host: '127.0.0.1', port: 0 });
    const text = await world.inscribe({ contentType: 'text/plain', body: 'a plain inscription' });
    const page_ = await world.inscribe({
      contentType: 'text/html;charset=utf-8',
      body: attack(site, text.id),
    });
    id = page_.id;
    await world.ord('/status');
    browser = await startChromium();
    page = await (await browser.newContext()).newPage();
    await page.goto(`${site}/victim`);
    // what Chromium runs here is no code of Node: the texts are scripts of the page
    await page.evaluate(`localStorage.setItem('token', '${TOKEN}')`);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    await ord?.close();
  });

  const refused = {
    storage: 'refused',
    cookie: 'refused',
    popup: 'refused',
    origin: 'null',
    openapi: 'refused',
    api: 'refused',
    credentials: 'refused',
    elsewhere: 'refused',
    worker: 'refused',
  };
  const allowed = { inscription: 'a plain inscription', height: '112' };

  async function endsOf(frame: { title(): Promise<string> }): Promise<object> {
    await expect.poll(() => frame.title(), { timeout: 30_000 }).toMatch(/^\{/);
    return JSON.parse(await frame.title()) as object;
  }

  test('opened by itself, reads inscriptions and the chain and nothing of the API or of its visitor', async () => {
    const own = await page.context().newPage();
    await own.goto(`${site}/content/${id}`);
    expect(await endsOf(own)).toEqual({ ...refused, parent: 'none', ...allowed });
  });

  test('in a frame of a page of the same origin, does not reach that page either', async () => {
    await page.evaluate(`document.querySelector('iframe').src = '/content/${id}'`);
    await expect.poll(() => page.frames().length).toBe(2);
    expect(await endsOf(page.frames()[1]!)).toEqual({ ...refused, parent: 'refused', ...allowed });
  });

  test('the same attempts succeed in a page of the service itself, so the attack is a real one', async () => {
    expect(await page.evaluate(`localStorage.getItem('token')`)).toBe(TOKEN);
    expect(await page.evaluate(`document.cookie`)).toBe('session=secret');
    expect(await page.evaluate(`fetch('/openapi.json').then((r) => r.status)`)).toBe(200);
  });
});
