import { expect, test, vi } from 'vitest';

vi.mock('../../../src/app/place.ts', () => ({ place: { serviceUrl: 'https://market.example' } }));
const { metadataOf, metadataText, relativesOf } = await import('../../../src/pages/inscription/recursive.ts');

const signal = new AbortController().signal;
const answers = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );

test('relatives are one request to the index’s own endpoint, and an unknown one has none', async () => {
  answers(200, { ids: ['a'], more: true });
  expect(await relativesOf('b', 'children', signal)).toEqual({ ids: ['a'], more: true });
  expect(fetch).toHaveBeenCalledExactlyOnceWith('https://market.example/r/children/b', expect.anything());
  answers(404, {});
  expect(await relativesOf('b', 'parents', signal)).toEqual({ ids: [], more: false });
});

test('metadata is shown as text; none, too much and what is no CBOR are not shown', async () => {
  answers(200, 'a26161016162820203');
  expect(await metadataOf('b', signal)).toBe(JSON.stringify({ a: 1, b: [2, 3] }, null, 2));
  answers(404, {});
  expect(await metadataOf('b', signal)).toBeNull();
  expect(metadataText(`1a${'00'.repeat(60_000)}`)).toBeNull();
  expect(metadataText('ff')).toBeNull();
  expect(metadataText(`79ea60${'61'.repeat(60_000 - 20_000)}`)).toBeNull();
});

test('an index that fails is an error, so that nothing is taken for none', async () => {
  answers(503, {});
  await expect(relativesOf('b', 'parents', signal)).rejects.toThrow('503');
});
