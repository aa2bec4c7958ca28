import { readFileSync } from 'node:fs';
import { REFUSALS, refuse } from '@ordbook/protocol/refusals';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { installErrors, narrow } from '../../../src/api/edge/errors.ts';
import { STATUSES } from '../../../src/api/edge/route-config.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

describe('errors', () => {
  test('the page of errors lists exactly the refusals, as they are', () => {
    const listed = page.split('\n').filter((line) => /^\| `\w+` \| \d{3} \|/.test(line));
    const known = Object.entries(REFUSALS).map(
      ([code, { status, meaning, action }]) => `| \`${code}\` | ${status} | ${meaning} | ${action} |`,
    );
    expect(listed).toEqual(known);
  });

  test('a declared status is shown as it is, an undeclared one as the nearest declared one', () => {
    expect(narrow(409, STATUSES.trade)).toBe(409);
    expect(narrow(409, STATUSES.listingPreflight)).toBe(400);
    expect(narrow(404, STATUSES.trade)).toBe(400);
    expect(narrow(404, STATUSES.collectionInscriptions)).toBe(404);
    expect(narrow(404, STATUSES.offers)).toBe(404);
    expect(narrow(503, STATUSES.sales)).toBe(500);
    expect(narrow(503, STATUSES.listings)).toBe(503);
    expect(narrow(413, STATUSES.me)).toBe(413);
    expect(narrow(404, undefined)).toBe(404);
  });

  test('a refusal that knows when to try again says so in Retry-After, and no other does', async () => {
    const app = Fastify();
    installErrors(app);
    app.get('/later', async () => refuse('cost_ceiling', 'used up', { retryAfterSeconds: 3_600 }));
    app.get('/never', async () => refuse('malformed', 'wrong'));
    const later = await app.inject('/later');
    expect([later.statusCode, later.headers['retry-after'], later.json()]).toEqual([
      429,
      '3600',
      { error: 'used up' },
    ]);
    expect((await app.inject('/never')).headers).not.toHaveProperty('retry-after');
  });
});
