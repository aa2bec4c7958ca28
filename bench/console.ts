/**
 * The console in Chromium, on a sandbox: when the first content is there, and how evenly a collection of
 * 10,000 items scrolls, beside an empty page of the same height that scrolls in the same way.
 */
import { performance } from 'node:perf_hooks';
import type { Browser, Page } from 'playwright-core';
import { startSandbox } from '../sandbox/src/sandbox.ts';
import { startChromium } from '../stack/real/chromium.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ITEMS = 10_000;
const SLUG = 'embers';
/** Items of one response; a browser would load them in pages of 60 as it scrolls. */
const PAGE = 1_000;
const FRAMES = 600;
/** Pixels in each frame: a fast flick. */
const STEP = 150;

const sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
const browser = await startChromium();
try {
  // the first request for the console compiles it
  const started = performance.now();
  await (await fetch(sandbox.url)).text();
  const compiled = performance.now() - started;
  const loads: { paint: number; content: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) loads.push(await firstLoad(browser, sandbox.url));
  console.table({
    'compile from source, ms (once)': Math.round(compiled),
    'first paint, ms': Math.round(middle(loads.map(({ paint }) => paint))),
    'first content, ms': Math.round(middle(loads.map(({ content }) => content))),
  });
  const rows = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const list = await scrolled(await bigCollection(browser));
    const empty = await scrolled(await emptyPage(browser, list.height));
    rows.push({
      'frames, list': list.frames.length,
      'mean ms, list': mean(list.frames).toFixed(1),
      'mean ms, empty page': mean(empty.frames).toFixed(1),
      'list / empty': (mean(list.frames) / mean(empty.frames)).toFixed(2),
      '99th %, list': quantile(list.frames, 0.99).toFixed(1),
      '99th %, empty page': quantile(empty.frames, 0.99).toFixed(1),
      'frames above 33 ms, list': list.frames.filter((ms) => ms > 33.4).length,
      'above 33 ms, empty page': empty.frames.filter((ms) => ms > 33.4).length,
    });
  }
  console.table(rows);
} finally {
  await browser.close();
  await sandbox.close();
}

/** With an empty cache: until something is painted, and until the first collection is on the page. */
async function firstLoad(chromium: Browser, url: string): Promise<{ paint: number; content: number }> {
  const context = await chromium.newContext();
  const page = await context.newPage();
  await page.addInitScript(`new MutationObserver(() => {
    if (!window.contentAt && document.querySelector('.plate')) window.contentAt = performance.now();
  }).observe(document, { childList: true, subtree: true })`);
  await page.goto(url);
  await page.locator('.plate').first().waitFor();
  const content = (await page.evaluate('window.contentAt')) as number;
  const paint = (await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()`,
  )) as number;
  await context.close();
  return { paint, content };
}

/** The page of a collection whose items this makes up from those of the sandbox. */
async function bigCollection(chromium: Browser): Promise<Page> {
  const answer = await fetch(`${sandbox.url}/market/collections/${SLUG}/items?sort=oldest&limit=25`);
  const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
  const page = await (await chromium.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.route('**/market/collections/*/items?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const made = Array.from({ length: Math.min(PAGE, ITEMS - from) }, (_, i) => ({
      ...items[(from + i) % items.length],
      inscriptionId: `${(from + i).toString(16).padStart(64, '0')}i0`,
      inscription: from + i,
    }));
    const next = from + made.length;
    const pagination = {
      pageSize: made.length,
      hasNext: next < ITEMS,
      nextCursor: next < ITEMS ? String(next) : null,
    };
    return route.fulfill({ json: { items: made, pagination } });
  });
  await page.goto(`${sandbox.url}/collection/${SLUG}?sort=oldest`);
  await page.locator('.long-list .card').first().waitFor();
  // down to the end once, so that all of it is loaded
  for (let loaded = 0; loaded < ITEMS / PAGE + 2; loaded += 1) {
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.waitForTimeout(300);
  }
  return page;
}

async function emptyPage(chromium: Browser, height: number): Promise<Page> {
  const page = await (await chromium.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.setContent(`<!doctype html><div style="height:${height}px">empty</div>`);
  return page;
}

/** Scrolls by `STEP` in each frame; the time of each frame, ms. Closes the page. */
async function scrolled(page: Page): Promise<{ frames: number[]; height: number }> {
  const measured = (await page.evaluate(`new Promise((done) => {
    window.scrollTo(0, 0);
    const frames = [];
    let last = 0;
    const step = (now) => {
      if (last > 0) frames.push(now - last);
      last = now;
      window.scrollBy(0, ${STEP});
      if (frames.length < ${FRAMES}) requestAnimationFrame(step);
      else done({ frames, height: document.documentElement.scrollHeight });
    };
    requestAnimationFrame(step);
  })`)) as { frames: number[]; height: number };
  await page.context().close();
  return measured;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
