import { afterEach, expect, test, vi } from 'vitest';
import { post, readCsv, rehearse } from '../../../src/operator/api/admin.ts';
import { person, token } from '../../../src/operator/api/token.ts';

const asked: { path: string; headers: Record<string, string> }[] = [];
function serve(...answers: Response[]): void {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, headers });
    return answers.shift()!;
  });
}
afterEach(() => vi.unstubAllGlobals());

test('every page of a list is in its CSV, and the heads once', async () => {
  const link = '</v1/acts?limit=2&before=3>; rel="next"';
  serve(
    new Response('id,act\r\n5,ban\r\n', { headers: { link } }),
    new Response('id,act\r\n2,"un\nban"\r\n'),
  );
  expect(await readCsv('/v1/acts', { subject: 'me', limit: undefined })).toBe(
    'id,act\r\n5,ban\r\n2,"un\nban"\r\n',
  );
  expect(asked.map(({ path }) => path)).toEqual(['/v1/acts?subject=me', '/v1/acts?limit=2&before=3']);
  expect(asked.every(({ headers }) => headers['accept'] === 'text/csv')).toBe(true);
});

test('a refusal of a page is an error with its sentence', async () => {
  serve(Response.json({ error: 'no such filter' }, { status: 400 }));
  await expect(readCsv('/v1/acts')).rejects.toMatchObject({ status: 400, message: 'no such filter' });
});

test('a rehearsal asks for a dry run, and an act does not', async () => {
  serve(Response.json({}), Response.json({}));
  await rehearse('/v1/pause', { scope: 'everything', reason: 'a drill' });
  await post('/v1/pause', { scope: 'everything', reason: 'a drill' });
  expect(asked.map(({ headers }) => 'x-ordbook-dry-run' in headers)).toEqual([true, false]);
});

test('an act without a token has the name of the person, and one with a token that of the token alone', async () => {
  serve(Response.json({}), Response.json({}));
  person.set('Ann Lee');
  await post('/v1/pause', { scope: 'everything', reason: 'a drill' });
  token.set('secret');
  await post('/v1/pause', { scope: 'everything', reason: 'a drill' });
  token.set(null);
  person.set('');
  expect(asked.map(({ headers }) => headers['x-ordbook-by'])).toEqual(['Ann Lee', undefined]);
});
