import { beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../src/world/world.ts';

type Json = Record<string, unknown>;

let base: World;
beforeAll(async () => {
  base = await createWorld();
});

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const height = (world: World) => world.call('getblockcount');
const inscription = async (world: World, id: string) => (await world.ord(`/inscription/${id}`)) as Json;
const pool = async (world: World) => (await world.call('getrawmempool')) as string[];

test('equal seeds and equal calls make equal chains, other seeds others', async () => {
  const play = async (seed: string) => {
    const world = await createWorld({ seed });
    await world.fund(ADDRESS, 50_000);
    await world.inscribe({ body: 'hello' });
    return world.call('getbestblockhash');
  };
  expect(await play('one')).toBe(await play('one'));
  expect(await play('one')).not.toBe(await play('two'));
});

test('fund pays exactly the amount, in a block or in the mempool', async () => {
  const world = base.fork();
  const coin = await world.fund(ADDRESS, 50_000);
  expect(await world.call('gettxout', [coin.txid, coin.vout])).toMatchObject({
    value: 0.0005,
    confirmations: 1,
  });
  const waiting = await world.fund(ADDRESS, 60_000, { confirm: false });
  expect(await pool(world)).toEqual([waiting.txid]);
  expect(waiting.valueSats).toBe(60_000);
});

test('the purse pays on from its unconfirmed change when its coins are used up', async () => {
  const world = await createWorld({ blocks: 101 });
  for (let i = 0; i < 5; i++) await world.fund(ADDRESS, 1000, { confirm: false });
  expect(await pool(world)).toHaveLength(5);
});

test('an empty purse says what to do', async () => {
  const world = await createWorld({ blocks: 1 });
  await expect(world.fund(ADDRESS, 1000)).rejects.toThrow(/mine more blocks to it/);
});

test('an address of another network is named', async () => {
  await expect(base.fund('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 1000)).rejects.toThrow(
    /another network/,
  );
});

test('inscribe makes an inscription with content, title, traits and metadata', async () => {
  const world = base.fork();
  const { id, txid, vout } = await world.inscribe({
    body: '<svg/>',
    contentType: 'image/svg+xml',
    title: 'First',
    traits: { colour: 'red', size: 3, rare: true },
    metadata: { artist: 'someone', list: [1, -2, null] },
    to: ADDRESS,
  });
  expect(await inscription(world, id)).toMatchObject({
    id,
    address: ADDRESS,
    content_type: 'image/svg+xml',
    value: 10_000,
    satpoint: `${txid}:${vout}:0`,
    properties: { attributes: { title: 'First', traits: { colour: 'red', size: 3, rare: true } } },
  });
  expect(await world.ord(`/content/${id}`)).toBe('<svg/>');
  expect(await world.ord(`/r/metadata/${id}`)).toMatch(/^a2/);
});

test('a batch lies on outputs of its own, in one reveal', async () => {
  const world = base.fork();
  const made = await world.inscribe([
    { body: 'a' },
    { body: 'b', to: ADDRESS, postageSats: 546 },
    { body: 'c' },
  ]);
  expect(made.map(({ vout }) => vout)).toEqual([0, 1, 2]);
  for (const { id, txid, vout } of made)
    expect(await inscription(world, id)).toMatchObject({ satpoint: `${txid}:${vout}:0` });
});

test('children name their parent, which stays with the world', async () => {
  const world = base.fork();
  const parent = await world.inscribe({ body: 'parent' });
  const children = await world.inscribe([1, 2].map((n) => ({ body: `child ${n}`, parent: parent.id })));
  for (const { id, vout } of children) {
    expect(await inscription(world, id)).toMatchObject({ parents: [parent.id] });
    expect(vout).toBeGreaterThan(0);
  }
  expect(await inscription(world, parent.id)).toMatchObject({ address: world.owner.address, child_count: 2 });
  const other = await world.inscribe({ body: 'sold', to: ADDRESS });
  await expect(world.inscribe({ body: 'x', parent: other.id })).rejects.toThrow(
    /not on an output of the world/,
  );
});

test('a delegate shows the content of another inscription', async () => {
  const world = base.fork();
  const { id } = await world.inscribe({ body: 'original' });
  const copy = await world.inscribe({ delegate: id });
  expect(await world.ord(`/content/${copy.id}`)).toBe('original');
});

test('a reveal that nodes would not relay is refused with its size', async () => {
  const body = new Uint8Array(400_000);
  await expect(base.fork().inscribe({ body })).rejects.toThrow(/more than the 400000 that nodes relay/);
});

test('a reorg returns transactions to the mempool, or mines them again', async () => {
  const world = base.fork();
  const start = Number(await height(world));
  const { txid } = await world.fund(ADDRESS, 50_000);
  await world.reorg(1);
  expect(await pool(world)).toEqual([txid]);
  expect(await height(world)).toBe(start + 2);
  await world.reorg(1, { empty: false });
  expect(await pool(world)).toEqual([]);
  await expect(world.reorg(0)).rejects.toThrow(RangeError);
});

test('the mempool loses what a test drops, and its minimum is what a test sets', async () => {
  const world = base.fork();
  const kept = await world.fund(ADDRESS, 1000, { confirm: false });
  const dropped = await world.fund(ADDRESS, 2000, { confirm: false });
  expect(world.node.mempool.drop(dropped.txid)).toBe(1);
  expect(await pool(world)).toEqual([kept.txid]);
  world.node.mempool.clear();
  expect(await pool(world)).toEqual([]);
  world.node.mempool.setMinimum(5000);
  await expect(world.fund(ADDRESS, 1000)).rejects.toThrow(/mempool min fee not met/);
  world.node.mempool.setMinimum(0);
  await world.fund(ADDRESS, 1000);
});

test('the clock stands still until a block or a test moves it', async () => {
  const world = base.fork();
  const before = world.clock.now();
  await world.mine(2);
  expect(world.clock.now() - before).toBe(1_200_000);
  world.clock.advance(86_400_000);
  const [hash] = await world.mine(1);
  const { time } = (await world.call('getblockheader', [hash])) as { time: number };
  expect(time * 1000).toBe(world.clock.now());
  expect(() => world.clock.advance(-1)).toThrow(RangeError);
});

test('forks change apart from each other and from their origin', async () => {
  const [one, two] = [base.fork(), base.fork()];
  const { id } = await one.inscribe({ body: 'only here' });
  await two.mine(3);
  expect(await inscription(one, id)).toMatchObject({ id });
  await expect(two.ord(`/inscription/${id}`)).rejects.toThrow(/404/);
  expect(await height(base)).toBe(110);
});

test('a snapshot is returned to as often as wanted, mempool and indexes included', async () => {
  const world = base.fork();
  await world.fund(ADDRESS, 7000, { confirm: false });
  const saved = world.snapshot();
  const [tip, waiting] = [await world.call('getbestblockhash'), await pool(world)];
  for (let i = 0; i < 2; i++) {
    const { id } = await world.inscribe({ body: `try ${i}` });
    await world.reorg(3);
    world.restore(saved);
    expect(await world.call('getbestblockhash')).toBe(tip);
    expect(await pool(world)).toEqual(waiting);
    await expect(world.ord(`/inscription/${id}`)).rejects.toThrow(/404/);
    expect(await world.esplora('/blocks/tip/hash')).toBe(tip);
  }
});

test('a fork is there in milliseconds', async () => {
  const world = await createWorld({ blocks: 500 });
  const begun = performance.now();
  for (let i = 0; i < 10; i++) world.fork();
  expect((performance.now() - begun) / 10).toBeLessThan(50);
});

test('a dumped world continues where it was, invalidated blocks and mempool included', async () => {
  const world = base.fork();
  const { id } = await world.inscribe({ body: 'kept' });
  await world.mine(1);
  await world.call('invalidateblock', [await world.call('getbestblockhash')]);
  const waiting = await world.fund(ADDRESS, 5000, { confirm: false });
  const text = world.dump();
  const again = await createWorld({ state: text });
  expect(await again.call('getchaintips')).toEqual(await world.call('getchaintips'));
  expect(await pool(again)).toEqual([waiting.txid]);
  expect(await inscription(again, id)).toMatchObject({ id });
  expect(again.dump()).toBe(text);
});

test.each([
  ['{}', /no state that devnode wrote/],
  ['not JSON', /no state that devnode wrote/],
])('the state %s is refused', async (state, sentence) => {
  await expect(createWorld({ state })).rejects.toThrow(sentence);
});

test('a state with a changed block is refused with the reason', async () => {
  const state = JSON.parse(base.dump()) as { blocks: string[] };
  state.blocks[5] = `${state.blocks[5]!.slice(0, -2)}ff`;
  await expect(createWorld({ state: JSON.stringify(state) })).rejects.toThrow(/not valid: bad-txnmrklroot/);
});

test('listen serves RPC, ord and Esplora of the same chain', async () => {
  const world = base.fork();
  const { rpcUrl, ordUrl, esploraUrl, close } = await world.listen();
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      body: JSON.stringify({ method: 'getblockcount', id: 1 }),
    });
    expect(await response.json()).toMatchObject({ result: 110 });
    expect(await (await fetch(`${esploraUrl}/blocks/tip/height`)).text()).toBe('110');
    expect(await (await fetch(`${ordUrl}/blockheight`)).text()).toBe('110');
  } finally {
    await close();
  }
});

test('the policy names the node that is followed', async () => {
  const world = await createWorld({ policy: 'knots', blocks: 1 });
  expect(await world.call('getmempoolinfo')).toMatchObject({ fullrbf: true });
  await expect(createWorld({ policy: 'other' as 'core' })).rejects.toThrow(
    'policy other is unknown; use core or knots',
  );
});
