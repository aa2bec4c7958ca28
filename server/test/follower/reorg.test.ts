import { createNode, createOrd, startOrdServer } from '@ordbook/devnode';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { createFollower } from '../../src/follower/follow.ts';
import { createLocationCheck } from '../../src/follower/locations.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { upsertCollection } from '../../src/store/catalogue/collections.ts';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { StandingClock, TEST_SETTINGS } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { randomChain, type Step } from './random-chain.ts';

const SLUG = 'children';
const RUNS = Number(process.env['REORG_RUNS'] ?? rounds(3));

const move = fc.record({
  kind: fc.constantFrom('transfer', 'merge', 'sale', 'sale', 'lose'),
  pick: fc.nat(50),
  to: fc.integer({ min: 1, max: 6 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mint'), to: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 6, arbitrary: move as fc.Arbitrary<Step> },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reorg'), depth: fc.integer({ min: 1, max: 6 }) }) },
);
// Reorgs of a first block are rare in short histories: each begins with some mints.
const history = fc
  .array(step, { minLength: 8, maxLength: 16 })
  .map((steps): Step[] => [
    { kind: 'mint', to: 1 },
    { kind: 'mint', to: 2 },
    { kind: 'mint', to: 3 },
    ...steps,
    { kind: 'empty' },
  ]);

describe('after reorgs of up to six blocks', () => {
  test('everything is as if only the branch that stayed had ever been seen', {
    timeout: RUNS * 160_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const lived = await watched(steps, { every: 1 });
        const replayed = await replay(lived.parentId, lived.from, lived.blocks);
        expect(lived.state).toEqual(replayed);
        expect(lived.errors).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test('places and members are right even when most blocks were seen several at once', {
    timeout: RUNS * 160_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 2, max: 5 }), async (steps, every) => {
        const lived = await watched(steps, { every });
        const replayed = await replay(lived.parentId, lived.from, lived.blocks);
        expect(lived.state.places).toEqual(replayed.places);
        expect(lived.state.counts).toEqual(replayed.counts);
        expect(lived.errors).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('a sale of another marketplace', () => {
  const sold: Step[] = [
    { kind: 'mint', to: 1 },
    { kind: 'mint', to: 2 },
    { kind: 'sale', pick: 0, to: 3 },
  ];

  test('is stored with its block and makes the last sale', async () => {
    const { state } = await watched(sold, { every: 1 });
    expect(state.sales).toMatchObject([
      { state: 'confirmed', saleType: 'external', collectionSlug: SLUG, priceSats: 40_000 },
    ]);
    expect(state.lastSales.filter((row) => row['lastSaleSats'] !== null)).toHaveLength(1);
  });
  test('goes with its block', async () => {
    const { state } = await watched([...sold, { kind: 'reorg', depth: 1 }], { every: 1 });
    expect(state.sales).toEqual([]);
    expect(state.lastSales.filter((row) => row['lastSaleSats'] !== null)).toEqual([]);
    expect(state.places).toHaveLength(2);
  });
  test('goes, with the inscription itself, in a reorg below its birth', async () => {
    const { state } = await watched([...sold, { kind: 'reorg', depth: 2 }], { every: 1 });
    expect(state.places).toHaveLength(1);
    expect(state.counts.collections).toMatchObject([{ memberCount: 1, ownerCount: 1 }]);
  });
});

describe('a sat that a miner lost', () => {
  // Of two on one coin the second is beyond the 330 sats that are kept.
  const lost: Step[] = [
    { kind: 'mint', to: 1 },
    { kind: 'mint', to: 2 },
    { kind: 'merge', pick: 0, to: 3 },
    { kind: 'lose', pick: 0, to: 3 },
    { kind: 'empty' },
  ];

  test.each([
    ['was known before', 1],
    ['is known since', 5],
  ])('is where the index counts it among all lost sats, when the inscription %s', async (_when, every) => {
    const { state, errors } = await watched(lost, { every });
    const gone = state.places.filter((place) => place['ownerAddress'] === null);
    expect(gone).toMatchObject([{ satOffset: expect.any(Number), stale: false }]);
    expect(gone[0]!['satOffset']).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });
});

describe('a place that is not the index’s', () => {
  test('is corrected, and told as an error', async () => {
    const node = createNode();
    const chain = await randomChain(node);
    const follower = await follow(node.call);
    await follower.collect(chain.parentId);
    await chain.take({ kind: 'mint', to: 1 });
    const tip = await follower.sync();
    const { db } = follower.ctx;
    const before = await stateOf(db, 0);
    await sql`update locations set owner_address = 'nobody', sat_offset = 7`.execute(db);
    // The first call starts at a random row, the second at the first one.
    const check = createLocationCheck(follower.ctx, 1_000);
    await check(tip);
    await check(tip);
    expect(await stateOf(db, 0)).toEqual(before);
    expect(follower.errors).toEqual(['an inscription was not where the index has it: corrected']);
    await follower.close();
  });
});

/** A follower of a node through its own index, with an empty database. */
async function follow(call: RpcCall) {
  const ord = createOrd({ call });
  const server = await startOrdServer(ord, { port: 0 });
  const { db, close } = await openTestDatabase();
  const errors: string[] = [];
  const signer = marketSigner({
    market: '0a'.repeat(32),
    anchor: '0b'.repeat(32),
    network: 'regtest',
    feeAddress: TEST_SETTINGS.feeAddress,
  });
  const note = (_fields: object, message: string) => void errors.push(message);
  const ctx: TradingContext = {
    chain: bitcoind({ url: '', call, timeoutMs: 60_000 }),
    ordinals: ordServer({ url: server.url, timeoutMs: 60_000 }),
    prices: null,
    signer,
    keys: await signer.publicKeys(),
    db,
    settings: TEST_SETTINGS,
    clock: new StandingClock(),
    log: { info: () => undefined, warn: () => undefined, error: note },
    flows: FLOWS,
  };
  const follower = createFollower(ctx, { pollMs: 60_000 });
  return {
    ctx,
    errors,
    collect: (parentId: string) =>
      upsertCollection(db, {
        slug: SLUG,
        name: SLUG,
        kind: 'parent_child',
        sources: [parentId],
        createdAt: new Date(0),
      }),
    async sync() {
      await ord.sync();
      return follower.sync();
    },
    async close() {
      await follower.stop();
      await server.close();
      await ord.close();
      await close();
    },
  };
}

/** Plays a history before a follower that looks after every `every` steps; then everything is compared with the index. */
async function watched(steps: readonly Step[], { every }: { every: number }) {
  const node = createNode();
  const chain = await randomChain(node);
  const from = chain.height;
  const follower = await follow(node.call);
  await follower.collect(chain.parentId);
  await follower.sync();
  for (const [i, step] of steps.entries()) {
    await chain.take(step);
    if (i % every === 0) await follower.sync();
  }
  const tip = await follower.sync();
  await createLocationCheck(follower.ctx, 1_000)(tip);
  await createLocationCheck(follower.ctx, 1_000)(tip);
  const state = await stateOf(follower.ctx.db, from);
  const { errors } = follower;
  await follower.close();
  return { parentId: chain.parentId, from, blocks: await chain.blocksFrom(1), state, errors };
}

/** A second follower that sees the blocks of the last branch only, one by one. */
async function replay(parentId: string, from: number, blocks: readonly string[]) {
  const node = createNode();
  for (const raw of blocks.slice(0, from)) await node.call('submitblock', [raw]);
  const follower = await follow(node.call);
  await follower.collect(parentId);
  await follower.sync();
  for (const raw of blocks.slice(from)) {
    await node.call('submitblock', [raw]);
    await follower.sync();
  }
  const state = await stateOf(follower.ctx.db, from);
  await follower.close();
  return state;
}

/** Everything that the follower keeps, without what may differ: made-up ids and when a row was read. */
async function stateOf(db: Database, from: number) {
  const all = async (query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows as Record<string, unknown>[];
  const owners = await all(sql`select owner_key::text, held from collection_owners order by 1`);
  expect(owners).toEqual(
    await all(sql`select owner_key(m.slug, l.owner_address)::text, count(*)::integer as held
      from collection_members m join locations l using (inscription_key)
      where l.owner_address is not null group by 1 order by 1`),
  );
  return {
    places:
      await all(sql`select id, number, title, traits, genesis_height, txid, vout, sat_offset, value_sats, owner_address, stale
      from inscriptions join locations on inscription_key = key order by id`),
    counts: {
      collections: await all(sql`select slug, member_count, owner_count from collections`),
      members: await all(sql`select m.slug, i.id, m.position from collection_members m
        join inscriptions i on i.key = m.inscription_key order by i.id`),
      traits: await all(sql`select * from collection_traits order by 1, 2, 3`),
      owners,
      readings: await all(sql`select slug, source_id, items_read, finished from source_readings`),
    },
    sales:
      await all(sql`select state, sale_type, txid, inscription_id, collection_slug, seller_address, buyer_address, price_sats,
      sold_at, block_height, block_position from sales order by block_height, txid, inscription_id`),
    lastSales: await all(sql`select id, last_sale_sats from inscriptions order by id`),
    blocks: await all(sql`select height, hash from blocks where height >= ${from} order by height`),
    moves: await all(sql`select m.height, i.id, m.txid, m.vout, m.sat_offset, m.value_sats, m.owner_address
      from inscription_moves m join inscriptions i on i.key = m.inscription_key order by m.height, i.id`),
  };
}
