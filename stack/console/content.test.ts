import { deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import { startChromium } from '../real/chromium.ts';
import { findChromium } from '../real/parts.ts';
import { seriousFindings, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

interface Inscribed {
  readonly type: string;
  readonly body: Buffer | string;
}

const PROGRAM = `<script>onmessage = null; parent.postMessage('ran', '*'); document.title = 'ran'</script>program`;
const KINDS: readonly Inscribed[] = [
  { type: 'text/html;charset=utf-8', body: PROGRAM },
  { type: 'text/plain', body: 'A <b>text</b> of its own.' },
  { type: 'audio/mpeg', body: 'none' },
  { type: 'video/webm', body: 'none' },
  { type: 'font/woff2', body: 'none' },
  { type: 'model/gltf-binary', body: 'none' },
  { type: 'application/pdf', body: 'none' },
  { type: 'application/octet-stream', body: 'none' },
];

describe.skipIf(!findChromium())('the content of inscriptions, in a real browser', () => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, blockSeconds: 0, settings: { POLL_MS: 200 } });
    browser = await startChromium();
    const { wallet } = await trader(sandbox, 'p2tr');
    await sandboxAt(sandbox.url).inscribe(wallet.ordinalsAddress, SLUG, 70);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  /** A collection whose items have this content, in turn. `bytes`: what the service says of each length. */
  async function open(contents: readonly Inscribed[], bytes?: number) {
    const visited = await visit(browser, 'about:blank');
    const { page } = visited;
    const ids = new Map<string, Inscribed>();
    const changed = (item: { inscriptionId: string }) => {
      if (!ids.has(item.inscriptionId)) ids.set(item.inscriptionId, contents[ids.size % contents.length]!);
      const { type, body } = ids.get(item.inscriptionId)!;
      const contentType = type.startsWith('image/') ? 'image' : 'html';
      Object.assign(item, { rawContentType: type, contentType, contentBytes: bytes ?? body.length });
    };
    await page.route(/\/market\/(collections\/.*\/items|inscriptions\/)/, async (route) => {
      const json = await (await route.fetch()).json();
      for (const item of json.items ?? [json.item]) changed(item);
      await route.fulfill({ json });
    });
    let sent = 0;
    await page.route(/\/content\//, (route) => {
      const { type, body } = ids.get(route.request().url().split('/').at(-1)!) ?? contents[0]!;
      sent += body.length;
      return route.fulfill({ contentType: type, body });
    });
    await page.goto(`${sandbox.url}/collection/${SLUG}?sort=newest`);
    await page.locator('.card').first().waitFor();
    return { ...visited, sent: () => sent };
  }

  test('a portrait and a wide picture are whole, on their cards and their pages', async () => {
    for (const [width, height] of [
      [120, 900],
      [900, 120],
    ] as const) {
      const { page, close } = await open([{ type: 'image/png', body: png(width, height) }]);
      const card = page.locator('.card canvas').first();
      const ratio = () =>
        card.evaluate((drawn: { width: number; height: number }) => drawn.width / drawn.height);
      await expect.poll(ratio).toBeCloseTo(width / height, width > height ? 0 : 1);
      expect(await overhang(page, '.card .content', 'canvas')).toBe(0);
      await page.locator('.card-link').first().click();
      await page.locator('.content-whole img').waitFor();
      expect(await overhang(page, '.content-whole', 'img')).toBe(0);
      await close();
    }
  });

  test('cards run nothing; a page runs on the page of its item, after a click, until it is stopped', async () => {
    const { page, close } = await open(KINDS.slice(0, 1));
    await page.evaluate(`addEventListener('message', ({ data }) => { window.said = data })`);
    await page.locator('.card', { hasText: 'Page' }).first().waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.locator('.card-link').first().click();
    await page.getByRole('button', { name: 'Run it' }).waitFor();
    expect([await page.locator('iframe').count(), await page.evaluate('window.said')]).toEqual([
      0,
      undefined,
    ]);
    await page.getByRole('button', { name: 'Run it' }).click();
    await expect.poll(() => page.evaluate('window.said')).toBe('ran');
    await page.getByRole('button', { name: 'Stop it' }).click();
    expect(await page.locator('iframe').count()).toBe(0);
    await close();
  });

  test('sixty cards load at most 1.5 MB, until the visitor wants the large ones too', async () => {
    const picture = png(300, 200, 90_000);
    const { page, sent, close } = await open([{ type: 'image/png', body: picture }]);
    for (let y = 0; y < 12; y++) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(50);
    }
    let seen = 0;
    // the stream of events never ends, so what is loaded is complete once it stays the same
    const settled = () => {
      const isSettled = sent() > 0 && sent() === seen;
      seen = sent();
      return isSettled;
    };
    await expect.poll(settled, { interval: 1_500, timeout: 30_000 }).toBe(true);
    // more than 60 items are shown: two allowances; above them are four samples of the collection
    expect(sent()).toBeLessThanOrEqual(2 * 1_500_000 + 4 * picture.length);
    const before = sent();
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: 'Load them' }).click();
    await page.mouse.wheel(0, 900);
    await expect.poll(sent).toBeGreaterThan(before);
    await close();
  });

  test('text, players, and a card with type and size for what no browser shows, without a finding of axe', async () => {
    const { page, close } = await open(KINDS, 2_100);
    await page.getByText('A <b>text</b> of its own.').first().waitFor();
    expect(await page.locator('.content-none').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/3D model\s+2.1 kB/), expect.stringContaining('PDF')]),
    );
    for (const [index, shown] of [
      [1, '.content-text'],
      [5, '.content-none'],
    ] as const) {
      await page.locator('.card-link').nth(index).click();
      await page.locator(`.plate ${shown}`).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.goBack();
    }
    await close();
  });
});

/** Pixels by which an element reaches out of the box that it is in. */
function overhang(page: Page, box: string, element: string): Promise<number> {
  return page
    .locator(`${box} ${element}`)
    .first()
    .evaluate((shown) => {
      const of = (one: unknown) => (one as { getBoundingClientRect(): DOMRectLike }).getBoundingClientRect();
      interface DOMRectLike {
        readonly width: number;
        readonly height: number;
      }
      const [inner, outer] = [of(shown), of((shown as unknown as { parentElement: unknown }).parentElement)];
      return Math.max(0, inner.width - outer.width, inner.height - outer.height);
    });
}

/** A grey picture, with as many bytes after its end as make it `length` long. */
function png(width: number, height: number, length = 0): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const made = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 90))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return Buffer.concat([made, Buffer.alloc(Math.max(0, length - made.length))]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}
