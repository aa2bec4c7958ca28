import { beforeAll, expect, test } from 'vitest';
import { sharedSandbox } from '../../sandbox/test/shared-sandbox.ts';
import { CHECKS } from '../src/checks/all.ts';
import { READS } from '../src/checks/reads.ts';
import { htmlOf, lineOf, runConformance, summaryOf } from '../src/index.ts';

let url: string;
beforeAll(async () => {
  ({ url } = await sharedSandbox());
}, 300_000);

const run = (only: readonly string[], more: object = {}) =>
  runConformance({ baseUrl: url, sandboxUrl: url, only, ...more });

/** A fetch that changes the JSON of successes at a path. */
const falsified =
  (path: string, change: (body: Record<string, never>) => unknown): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const isIt = new URL((input as Request).url).pathname.endsWith(path) && response.status === 200;
    return isIt ? Response.json(change((await response.json()) as never)) : response;
  };

// docs/conformance.md names some of these for statements of the specification
test('a sandbox passes a check of each kind, and those of reads', { timeout: 120_000 }, async () => {
  const kinds = ['sign-in.session', 'GET /me', 'bounds GET /listings', 'listing.delist'];
  const reads = READS.map(([, id]) => id).filter((id) => !/offers/.test(id));
  const { results } = await run([...kinds, ...reads, 'settles POST /collection/{slug}/purchases']);
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(18);
});

test.each<[string, string, (body: Record<string, never>) => unknown, string, RegExp]>([
  ['a field that is left out', '/me', ({ walletBindings }) => ({ walletBindings }), 'GET /me', /profile/],
  [
    'a field of another type',
    '/listings',
    (body) => ({ ...body, pagination: { pageSize: '1' } }),
    'bounds GET /listings',
    /pagination/,
  ],
])('%s fails, with what was expected and what came', async (_what, path, change, check, expected) => {
  const { results } = await run([check], { fetch: falsified(path, change) });
  const failed = results.find(({ outcome }) => outcome === 'failed')!;
  expect(failed.expected).toMatch(expected);
  expect(lineOf(failed)).toMatch(/^FAIL [\s\S]*specification: [\s\S]*expected: [\s\S]*came: /);
});

test('a server that is not there fails each check that needs nothing, and throws nothing', async () => {
  const { results, passed } = await runConformance({ baseUrl: 'http://127.0.0.1:1' });
  expect(passed).toBe(0);
  expect(results.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(2);
  expect(results.find(({ id }) => id.startsWith('settles'))).toMatchObject({ why: 'it needs --sandbox' });
});

test('a server that asks to wait, with 503 as with 429, is asked again', async () => {
  const asked = [503, 429];
  const later: typeof fetch = async (input, init) => {
    const status = asked.shift();
    return status ? new Response('{}', { status, headers: { 'retry-after': '0.01' } }) : fetch(input, init);
  };
  const { failed, passed } = await run(['sign-in.address'], { fetch: later });
  expect([failed, passed, asked]).toEqual([0, 1, []]);
});

test('a report is a page without a word that its server could make markup of', async () => {
  const report = await run(['sign-in.address'], {
    fetch: async () => Response.json({ error: '<script>' }, { status: 418 }),
  });
  expect(summaryOf(report)).toContain('0 passed, 1 failed');
  expect(htmlOf(report)).toContain('&lt;script&gt;');
  expect(htmlOf(report)).not.toContain('<script>');
});

test('each check has an id of its own, and says which sentence it holds', () => {
  expect(new Set(CHECKS.map(([, id]) => id)).size).toBe(CHECKS.length);
  expect(CHECKS.filter(([, , says]) => says.length < 10)).toEqual([]);
});
