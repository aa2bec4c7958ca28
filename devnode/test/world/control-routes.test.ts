import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Endpoints, type World } from '../../src/world/world.ts';

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
let world: World;
let endpoints: Endpoints;
beforeAll(async () => {
  world = await createWorld();
  endpoints = await world.listen();
});
afterAll(() => endpoints?.close());

async function post(path: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(endpoints.esploraUrl + path, { method: 'POST', body: text });
  return { status: response.status, text: await response.text() };
}

test('the faucet pays an address and mines a block', async () => {
  const before = Number(await world.call('getblockcount'));
  const { status, text } = await post('/faucet', { address: ADDRESS, sats: 50_000 });
  expect(status).toBe(200);
  const { txid, vout } = JSON.parse(text);
  expect(await world.call('gettxout', [txid, vout])).toMatchObject({
    value: 0.0005,
    confirmations: 1,
    scriptPubKey: { address: ADDRESS },
  });
  expect(await world.call('getblockcount')).toBe(before + 1);
});

test('mine adds blocks, one by default, and returns the new tip', async () => {
  const before = Number(await world.call('getblockcount'));
  const { text } = await post('/mine', { blocks: 3 });
  expect(JSON.parse(text)).toEqual({ height: before + 3, hash: await world.call('getbestblockhash') });
  expect(JSON.parse((await post('/mine', '')).text).height).toBe(before + 4);
});

test.each([
  ['/faucet', { address: 'bcrt1q', sats: 50_000 }, /^address "bcrt1q" is not an address of regtest/],
  ['/faucet', { sats: 50_000 }, /^address undefined is not an address/],
  ['/faucet', { address: ADDRESS, sats: 0.5 }, /^sats 0.5 is not an amount/],
  ['/faucet', { address: ADDRESS, sats: '50000' }, /^sats "50000" is not an amount/],
  ['/faucet', { address: ADDRESS, sats: 10 }, /^the node refused 10 sats: dust/],
  ['/faucet', { address: ADDRESS, sats: 21e14 }, /^the purse has \d+ sats in mature coins, too little/],
  ['/mine', { blocks: 0 }, /^blocks 0 is not a whole number from 1 to 2000/],
  ['/mine', { blocks: 2001 }, /^blocks 2001 is not/],
  ['/mine', '{', /^the body is not a JSON object/],
  ['/mine', 'null', /^the body is not a JSON object/],
])('%s %j is refused by name and changes nothing', async (path, body, sentence) => {
  const before = [await world.call('getbestblockhash'), await world.call('getrawmempool')];
  const { status, text } = await post(path, body);
  expect(text).toMatch(sentence);
  expect(status).toBe(400);
  expect([await world.call('getbestblockhash'), await world.call('getrawmempool')]).toEqual(before);
});

test('what makes things happen is POST only, and Esplora is beside it', async () => {
  expect((await fetch(`${endpoints.esploraUrl}/mine`)).status).toBe(405);
  expect((await fetch(`${endpoints.esploraUrl}/blocks/tip/height`)).status).toBe(200);
});
