import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { walletOf } from '../../sandbox/src/keys.ts';
import { upsertCollection } from '../../server/src/store/catalogue/collections.ts';
import { storedTip } from '../../server/src/store/chain/blocks.ts';
import { findPostgres } from '../real/parts.ts';
import { type Postgres, startPostgres } from '../real/postgres.ts';
import { type Chain, startChain, startReplica, until } from './replica.ts';
import { signIn } from './sign-in.ts';

vi.setConfig({ testTimeout: 180_000 });

const part = findPostgres();
const hasOwn = part !== undefined && part.kind !== 'given';
/** Below what clients and proxies wait for, even when a connection is open and says nothing. */
const BOUND_MS = 45_000;

let postgres: Postgres;
let chain: Chain;
let service: Awaited<ReturnType<typeof startReplica>>;
let token: string;
let walletBindingId: string;

beforeAll(async () => {
  if (!hasOwn) return;
  postgres = await startPostgres();
  chain = await startChain();
  service = await startReplica(chain, { DATABASE_URL: postgres.url, LIMIT_SCALE: '100' });
  service.ledFollower.start();
  const session = await signIn(service, walletOf('outages', 'p2wpkh'));
  token = session.sessionToken;
  walletBindingId = session.walletBindings[0]!.walletBindingId;
  const collection = {
    slug: 'mice',
    name: 'Mice',
    kind: 'gallery',
    sources: [],
    createdAt: new Date(),
  } as const;
  await upsertCollection(service.ctx.db, { ...collection, sources: [] });
  await followed();
});
afterAll(async () => {
  postgres?.outage?.thaw();
  await service?.close();
  await chain?.close();
  await postgres?.stop();
});

const delist = () => ({
  walletBindingId,
  listings: [{ listingId: crypto.randomUUID(), inscriptionId: `${'ab'.repeat(32)}i0` }],
});

/** What is asked, its answer while the database is away, and when it is there. */
const REQUESTS: readonly (readonly [path: string, away: number, well: number, body?: () => object])[] = [
  ['/me', 503, 200],
  ['/listings', 503, 200],
  ['/me/offers', 503, 200],
  ['/collection/mice/collection-offers', 503, 200],
  ['/collection/mice/listings/delist', 503, 409, delist],
  // these routes declare 500 and not 503
  ['/sales', 500, 200],
  ['/collection-stats/floors?slugs=mice', 500, 200],
  ['/collection/mice/inscriptions', 500, 200],
];

async function send(path: string, body?: object) {
  const started = Date.now();
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  return { path, status: answer.status, body: (await answer.json()) as object, ms: Date.now() - started };
}

const sendAll = () => Promise.all(REQUESTS.map(([path, , , body]) => send(path, body?.())));
const health = async () => (await fetch(`${service.url}/healthz`)).status;
/** Mines a block and waits until the follower has stored it. */
async function followed(): Promise<void> {
  const { height } = await chain.miner.mine(1);
  await until(
    'the follower follows',
    async () => ((await storedTip(service.ctx.db).catch(() => null))?.height ?? -1) >= height,
    60_000,
  );
}

describe.runIf(hasOwn)('while PostgreSQL', () => {
  test.each([
    ['is stopped', () => postgres.outage!.halt(), () => postgres.outage!.resume()],
    ['answers nothing', () => postgres.outage!.freeze(), async () => postgres.outage!.thaw()],
  ])(
    '%s, requests are refused within a bounded time; the service goes on when it is back',
    async (_, leave, comeBack) => {
      await leave();
      // first pages are kept for a second
      await sleep(1_100);
      const refused = await sendAll();
      for (const [i, { path, status, body, ms }] of refused.entries()) {
        expect([path, status, body]).toEqual([
          path,
          REQUESTS[i]![1],
          { error: expect.stringMatching(/database/) },
        ]);
        expect(ms, path).toBeLessThan(BOUND_MS);
      }
      expect(await health()).toBe(503);
      await comeBack();
      await until('health', async () => (await health()) === 200, 60_000);
      expect((await sendAll()).map(({ path, status }) => [path, status])).toEqual(
        REQUESTS.map(([path, , well]) => [path, well]),
      );
      await followed();
    },
  );
});
