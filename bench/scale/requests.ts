import { type CursorQuery, createCursors } from '../../server/src/api/edge/cursor.ts';
import { createLogger } from '../../server/src/api/edge/log.ts';
import type { PageKey } from '../../server/src/store/database/page-key.ts';
import type { Database } from '../../server/src/store/port.ts';
import { TOKEN_KEYS, testApi, testWallet } from '../../server/test/support/api.ts';
import { ENDLESS_LIMITS } from '../edge.ts';
import type { Size } from './fill.ts';
import { drawn, NO_UUID } from './reads.ts';

/** The API on one database, listening on loopback, and a client that is signed in. */
export interface Edge {
  /** Resolves when the whole answer is there. Throws when it is not 200. */
  get(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openEdge(db: Database): Promise<Edge> {
  const api = await testApi(db, {
    logger: createLogger('silent'),
    rateLimits: ENDLESS_LIMITS,
    signers: () => [],
    checkResponses: false,
  });
  const { token } = await api.signIn(testWallet('bench'));
  const base = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: `Bearer ${token}` };
  return {
    async get(path) {
      const answer = await fetch(`${base}/api/v1${path}`, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${text}`);
    },
    close: () => api.app.close(),
  };
}

const cursors = createCursors(TOKEN_KEYS);
const cursor = (query: CursorQuery, key: PageKey) => `cursor=${cursors.write(query, key)}`;
const listings = (sort: string, collectionSlug?: string) => ({
  ...{ route: 'listings', sort, collectionSlug },
  inscriptionId: undefined,
  sellerAddress: undefined,
});

type Request = (size: Size, random: () => number) => string;

/** Every read of the book that the API has, with parameters drawn anew at each call: paths. */
const REQUESTS: Readonly<Record<string, Request>> = {
  'listings, recent': () => '/listings',
  'listings, recent, deep': (_size, random) =>
    `/listings?${cursor(listings('recent'), [drawn.listedAt(random), NO_UUID])}`,
  'listings, price': () => '/listings?sort=price',
  'listings, price, deep': (_size, random) =>
    `/listings?sort=price&${cursor(listings('price'), [drawn.price(random), NO_UUID])}`,
  'listings of a collection, recent, deep': (size, random) => {
    const slug = drawn.slug(size, random);
    const page = cursor(listings('recent', slug), [drawn.listedAt(random), NO_UUID]);
    return `/listings?collectionSlug=${slug}&${page}`;
  },
  'listings of a collection, price': (size, random) =>
    `/listings?sort=price&collectionSlug=${drawn.slug(size, random)}`,
  'listings of a seller': (size, random) => `/listings?sellerAddress=${drawn.owner(size, random)}`,
  'listings of an inscription': (size, random) => `/listings?inscriptionId=${drawn.id(size, random)}`,
  sales: () => '/sales',
  'sales, deep': (size, random) =>
    `/sales?${cursor({ route: 'sales', collectionSlug: undefined }, [drawn.soldAt(size, random), 0, 0, NO_UUID])}`,
  'sales of a collection, deep': (size, random) => {
    const slug = drawn.slug(size, random);
    const page = cursor({ route: 'sales', collectionSlug: slug }, [
      drawn.soldAt(size, random),
      0,
      0,
      NO_UUID,
    ]);
    return `/sales?collectionSlug=${slug}&${page}`;
  },
  'floor of one collection': (size, random) => `/collection-stats/floors?slugs=${drawn.slug(size, random)}`,
  'floors of 20 collections': (size, random) =>
    `/collection-stats/floors?slugs=${drawn.slugs(size, random, 20).join(',')}`,
  'inscriptions of a collection, deep': (size, random) => {
    const slug = drawn.slug(size, random);
    const query = { route: 'collection-inscriptions', slug, sort: 'oldest' };
    return `/collection/${slug}/inscriptions?${cursor(query, [drawn.below(random, size.inscriptions), 0])}`;
  },
  'inscriptions of a collection, newest': (size, random) =>
    `/collection/${drawn.slug(size, random)}/inscriptions?sort=newest`,
};

/** The same requests as reads to be measured. */
export const REQUEST_READS = Object.fromEntries(
  Object.entries(REQUESTS).map(([name, path]) => [
    name,
    (edge: Edge, size: Size, random: () => number) => edge.get(path(size, random)),
  ]),
);
