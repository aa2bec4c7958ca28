import { expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import { myOffers } from '../../src/offer/my-offers.ts';
import { sampleResponse } from '../responses/samples.ts';

const sent = sampleResponse('GET /me/offers', 1) as { view: 'sent'; rows: object[] };
const idOf = (page: number, row: number) => `3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c${page}${row}`;

test('own offers are walked page by page, each cursor sent back with its view', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (request) => {
    const { search } = new URL((request as Request).url);
    asked.push(search);
    const page = asked.length;
    const body = {
      ...sent,
      rows: [1, 2].map((row) => ({ ...sent.rows[0], id: idOf(page, row) })),
      nextCursor: page < 3 ? `c${page}` : null,
    };
    return Response.json(body);
  };
  const session = { client: createClient({ baseUrl: 'http://127.0.0.1:1', fetch }) } as Session;
  const ids: string[] = [];
  for await (const { offerId } of myOffers(session, 'sent')) ids.push(offerId);
  expect(ids).toEqual([1, 2, 3].flatMap((page) => [idOf(page, 1), idOf(page, 2)]));
  expect(asked).toEqual(['?view=sent', '?view=sent&cursor=c1', '?view=sent&cursor=c2']);
});
