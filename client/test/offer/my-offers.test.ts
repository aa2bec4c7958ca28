import { expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import { myOffers } from '../../src/offer/my-offers.ts';

test('own offers are walked page by page, each cursor sent back with its view', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (request) => {
    const { search } = new URL((request as Request).url);
    asked.push(search);
    const page = asked.length;
    const body = {
      view: 'sent',
      rows: [{ id: `${page}a` }, { id: `${page}b` }],
      nextCursor: page < 3 ? `c${page}` : null,
    };
    return Response.json(body);
  };
  const session = { client: createClient({ baseUrl: 'http://127.0.0.1:1', fetch }) } as Session;
  const ids: string[] = [];
  for await (const { id } of myOffers(session, 'sent')) ids.push(id);
  expect(ids).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
  expect(asked).toEqual(['?view=sent', '?view=sent&cursor=c1', '?view=sent&cursor=c2']);
});
