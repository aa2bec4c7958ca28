import { beforeEach, expect, test } from 'vitest';
import { type FundedNode, fundedNode } from '../support/open-coins.ts';

let node: FundedNode;
beforeEach(async () => {
  node = await fundedNode();
});

const tip = async () => ({
  hash: await node.call('getbestblockhash'),
  height: await node.call('getblockcount'),
});

test('waitfornewblock responds with the next block', async () => {
  const waiting = node.call('waitfornewblock', [0]);
  await node.mine(1);
  expect(await waiting).toEqual(await tip());
});

test('waitfornewblock responds at once when the tip that the caller knows is an old one', async () => {
  const old = await node.call('getbestblockhash');
  await node.mine(1);
  expect(await node.call('waitfornewblock', [0, old])).toEqual(await tip());
});

test('waitfornewblock responds with the old tip when the time is over', async () => {
  expect(await node.call('waitfornewblock', [20])).toEqual(await tip());
});

test('waitforblockheight and waitforblock respond when they have what they wait for', async () => {
  const { height } = (await tip()) as { height: number };
  const waiting = node.call('waitforblockheight', [height + 2]);
  let early = true;
  void waiting.then(() => {
    early = false;
  });
  await node.mine(1);
  expect(early).toBe(true);
  await node.mine(1);
  expect(await waiting).toEqual(await tip());
  expect(await node.call('waitforblock', [await node.call('getbestblockhash')])).toEqual(await tip());
});

test('a negative timeout is refused', async () => {
  await expect(node.call('waitfornewblock', [-1])).rejects.toMatchObject({
    code: -1,
    message: 'Negative timeout',
  });
});
