import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visit {
  readonly page: Page;
  /** What must not happen in any tab: requests to other hosts, errors of pages, violations of their policy. */
  readonly troubles: string[];
  close(): Promise<void>;
}

export interface VisitOptions {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  /** Other addresses that the page may ask, if its user names them. */
  readonly others?: readonly string[];
}

/**
 * Every scheme and every width. A scheme changes colours, and a width what is beside what: no page needs all
 * pairs.
 */
export const LOOKS = [
  ['light', 360],
  ['dark', 820],
  ['light', 1440],
] as const;

/** Opens an address of the console as a visitor. What goes wrong from then on is in `troubles`. */
export async function visit(
  browser: Browser,
  address: string,
  { scheme = 'light', width = 1280, others = [] }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 900 },
    // a proxy here has a certificate that nobody signed
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const { origin } = new URL(address);
  const troubles: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    const may = [origin, ...others].some((one) => url.startsWith(`${one}/`));
    if (!/^(data|blob|about):/.test(url) && !may) troubles.push(`request to ${url}`);
  });
  context.on('response', async (response) => {
    if (response.status() < 500) return;
    const body = await response.text().catch(() => '');
    troubles.push(`${response.status()} for ${response.url()}: ${body}`);
  });
  context.on('weberror', (error) => troubles.push(String(error.error())));
  context.on('console', (message) => {
    // the page asks a service whether it is a sandbox, which most are not
    const isAsked = message.location().url === `${origin}/sandbox/world`;
    if (message.type() === 'error' && !isAsked) troubles.push(message.text());
  });
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`);
  await page.goto(address);
  return { page, troubles, close: () => context.close() };
}

/** The serious and critical findings of axe on the page as it is now, each with where it is. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // axe's own text is compiled by the browser, which the policy of the page would refuse as a script of it
  await page.evaluate(axe);
  return (await page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }).then((found) =>
    found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(' | ')))`)) as string[];
}

/**
 * Pixels by which the page, or what is in the first element of this selector, is wider than there is room.
 */
export async function overflow(page: Page, selector = 'html'): Promise<number> {
  return (await page.evaluate(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
  )) as number;
}
