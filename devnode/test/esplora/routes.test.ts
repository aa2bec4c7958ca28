import { hex } from '@scure/base';
import { beforeAll, expect, test } from 'vitest';
import { scriptHashOf } from '../../src/esplora/script-hash.ts';
import { hash256 } from '../../src/script/hashes.ts';
import { hashToHex, hexToHash } from '../../src/transaction/hash-hex.ts';
import { createWorld, type World } from '../../src/world/world.ts';

type Json = Record<string, unknown>;
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const SCRIPT = hex.decode('0014751e76e8199196d454941c45d1b3a323f1433bd6');

let world: World;
let txids: string[];
beforeAll(async () => {
  world = await createWorld();
  txids = [];
  for (let i = 0; i < 30; i++)
    txids.push((await world.fund(ADDRESS, 1000 + i, { confirm: i % 5 === 4 })).txid);
  txids.push((await world.fund(ADDRESS, 5000, { confirm: false })).txid);
});

const get = async (path: string) => (await world.esplora(path)) as Json;
const list = async (path: string) => (await world.esplora(path)) as Json[];
const tip = async () => Number(await world.esplora('/blocks/tip/height'));

test('a block is found by height, and described by hash', async () => {
  const hash = await world.esplora(`/block-height/${await tip()}`);
  expect(await get(`/block/${hash}`)).toMatchObject({
    id: hash,
    height: await tip(),
    tx_count: 6,
    bits: 0x207fffff,
  });
  expect(await get(`/block/${hash}/status`)).toEqual({
    in_best_chain: true,
    height: await tip(),
    next_best: null,
  });
  expect(await world.esplora(`/block/${hash}/header`)).toBe(
    await world.call('getblockheader', [hash, false]),
  );
  const ids = (await world.esplora(`/block/${hash}/txids`)) as string[];
  expect(await world.esplora(`/block/${hash}/txid/1`)).toBe(ids[1]);
  expect((await list(`/block/${hash}/txs`)).map(({ txid }) => txid)).toEqual(ids);
  await expect(world.esplora('/block-height/9999')).rejects.toThrow('404 Block not found');
  await expect(world.esplora(`/block/${'ab'.repeat(32)}`)).rejects.toThrow('404 Block not found');
});

test('a block that left the chain says so', async () => {
  const fork = world.fork();
  const old = await fork.call('getbestblockhash');
  await fork.reorg(1);
  expect(await fork.esplora(`/block/${String(old)}/status`)).toEqual({ in_best_chain: false });
});

test('blocks come ten to a page, newest first', async () => {
  const page = await list('/blocks');
  expect(page.map(({ height }) => height)).toEqual(
    Array.from({ length: 10 }, (_, i) => (page[0]!['height'] as number) - i),
  );
  expect((await list('/blocks/3')).map(({ height }) => height)).toEqual([3, 2, 1, 0]);
});

test('the history of an address comes by pages, unconfirmed transactions first', async () => {
  const first = await list(`/address/${ADDRESS}/txs`);
  expect(first).toHaveLength(26);
  expect(first[0]).toMatchObject({ txid: txids.at(-1), status: { confirmed: false } });
  const last = first.at(-1)!['txid'] as string;
  const second = await list(`/address/${ADDRESS}/txs/chain/${last}`);
  expect(new Set([...first, ...second].map(({ txid }) => txid))).toEqual(new Set(txids));
  const heights = [...first.slice(1), ...second].map(
    ({ status }) => (status as Json)['block_height'] as number,
  );
  expect(heights).toEqual(heights.toSorted((a, b) => b - a));
  expect(await list(`/address/${ADDRESS}/txs/chain/${'ab'.repeat(32)}`)).toEqual([]);
});

test('a script hash has the routes of its address', async () => {
  const hash = scriptHashOf(SCRIPT);
  for (const path of ['', '/utxo', '/txs', '/txs/chain', '/txs/mempool']) {
    const [byHash, byAddress] = [
      await get(`/scripthash/${hash}${path}`),
      await get(`/address/${ADDRESS}${path}`),
    ];
    expect({ ...byHash, scripthash: 0, address: 0 }).toEqual({ ...byAddress, scripthash: 0, address: 0 });
  }
  expect(await list(`/scripthash/${'ab'.repeat(32)}/txs`)).toEqual([]);
  await expect(world.esplora('/scripthash/zz/txs')).rejects.toThrow('400 Invalid hex string');
});

test('a merkle proof leads from the transaction to the root of its block', async () => {
  const hash = String(await world.esplora(`/block-height/${await tip()}`));
  const { merkle_root } = await get(`/block/${hash}`);
  for (const txid of (await world.esplora(`/block/${hash}/txids`)) as string[]) {
    const { merkle, pos } = (await get(`/tx/${txid}/merkle-proof`)) as { merkle: string[]; pos: number };
    let [node, at] = [hexToHash(txid), pos];
    for (const sibling of merkle.map(hexToHash)) {
      node = hash256(Uint8Array.from(Buffer.concat(at % 2 ? [sibling, node] : [node, sibling])));
      at >>= 1;
    }
    expect(hashToHex(node)).toBe(merkle_root);
    expect(await world.esplora(`/tx/${txid}/merkleblock-proof`)).toMatch(/^[0-9a-f]+$/);
  }
  await expect(world.esplora(`/tx/${txids.at(-1)}/merkle-proof`)).rejects.toThrow(/404 .*unconfirmed/);
});

test('the mempool is summed up and listed', async () => {
  expect(await get('/mempool')).toMatchObject({ count: 1 });
  expect(await world.esplora('/mempool/txids')).toEqual([txids.at(-1)]);
  const [newest] = (await world.esplora('/mempool/recent')) as Record<string, unknown>[];
  const { fee, vout } = (await world.esplora(`/tx/${txids.at(-1)}`)) as {
    fee: number;
    vout: { value: number }[];
  };
  const value = vout.reduce((sum, output) => sum + output.value, 0);
  expect(newest).toMatchObject({ txid: txids.at(-1), fee, value });
});

test('an unknown transaction or block has the status of one outside the chain', async () => {
  const unknown = '00'.repeat(32);
  expect(await world.esplora(`/tx/${unknown}/status`)).toEqual({ confirmed: false });
  expect(await world.esplora(`/block/${unknown}/status`)).toEqual({ in_best_chain: false });
});
