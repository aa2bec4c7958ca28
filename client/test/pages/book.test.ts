import { expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import { collectionOffers, inscriptions, listings, offerHistory, sales } from '../../src/pages/book.ts';
import { sampleResponse } from '../responses/samples.ts';

/** A session whose service has these pages of an operation, and what it was asked. */
function serviceWith(operation: string, pages: readonly object[]) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (request) => {
    const { pathname, search } = new URL((request as Request).url);
    asked.push(`${pathname.replace('/api/v1', '')}${search}`);
    return Response.json({ ...sampleResponse(operation), ...pages[asked.length - 1] });
  };
  return { asked, session: { client: createClient({ baseUrl: 'http://market.test', fetch }) } as Session };
}

const cursor = (nextCursor: string | null) => {
  return { pagination: { pageSize: 1, hasNext: nextCursor !== null, nextCursor } };
};

async function countOf(elements: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of elements) count += 1;
  return count;
}

test('listings are walked page by page, each cursor sent back with its query', async () => {
  const { asked, session } = serviceWith('GET /listings', [cursor('a'), cursor('b'), cursor(null)]);
  expect(await countOf(listings(session, { collectionSlug: 'mice', limit: 1 }))).toBe(3);
  expect(asked).toEqual([
    '/listings?collectionSlug=mice&limit=1',
    '/listings?collectionSlug=mice&limit=1&cursor=a',
    '/listings?collectionSlug=mice&limit=1&cursor=b',
  ]);
});

test('a page is fetched only when the one before is used up', async () => {
  const { asked, session } = serviceWith('GET /sales', [cursor('a'), cursor(null)]);
  for await (const sale of sales(session)) {
    expect(sale).toHaveProperty('saleId');
    break;
  }
  expect(asked).toEqual(['/sales']);
});

test('a cursor that came before is refused: the pages would never end', async () => {
  const { asked, session } = serviceWith('GET /collection/{slug}/inscriptions', [
    cursor('a'),
    cursor('b'),
    cursor('a'),
  ]);
  await expect(countOf(inscriptions(session, 'mice'))).rejects.toMatchObject({
    name: 'UnexpectedResponse',
    field: 'nextCursor',
  });
  expect(asked).toHaveLength(3);
});

test('the history of offers is walked by page numbers, and an empty page ends it', async () => {
  const { asked, session } = serviceWith('GET /inscriptions/{id}/offers/history', [
    { hasMore: true },
    { hasMore: true, offers: [] },
  ]);
  expect(await countOf(offerHistory(session, 'x'))).toBe(1);
  expect(asked).toEqual(['/inscriptions/x/offers/history?page=0', '/inscriptions/x/offers/history?page=1']);
});

test('the id of an offer has the name that the calls take', async () => {
  const { session } = serviceWith('GET /collection/{slug}/collection-offers', [{}]);
  const [offer] = await collectionOffers(session, 'mice');
  expect(offer).toHaveProperty('offerId');
  expect(offer).not.toHaveProperty('id');
});
