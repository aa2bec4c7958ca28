import { expect, test } from 'vitest';
import { txidOf } from '../../src/transaction/txid.ts';
import {
  ballast,
  coinFrom,
  type FundedNode,
  fundedNode,
  pass,
  send,
  spend,
  submit,
  verdict,
} from '../support/open-coins.ts';

const minimumOf = async (node: FundedNode) =>
  ((await node.call('getmempoolinfo')) as { mempoolminfee: number }).mempoolminfee;

/** A node with room for two large transactions, offered three. */
async function fullNode(clock: () => number = Date.now) {
  const node = await fundedNode({ policy: { maxMempoolVsize: 10_000 }, clock });
  const sent = [];
  for (const feeSats of [5000, 10_000, 20_000]) {
    const coin = await node.coin();
    const tx = spend([coin], [...ballast(100), coin.valueSats - 100_000 - feeSats]);
    await send(node.call, tx).catch(() => undefined);
    sent.push(txidOf(tx));
  }
  return { ...node, sent };
}

test('a full mempool evicts what pays least and asks more from then on', async () => {
  const node = await fullNode();
  expect(await node.call('getrawmempool')).toEqual(node.sent.slice(1).toReversed());
  expect(await minimumOf(node)).toBeGreaterThan(0.00001);
  expect(await verdict(node.call, pass(await node.coin(), 95))).toBe('mempool min fee not met');
});

test('what a full mempool evicts at once was not accepted', async () => {
  const node = await fullNode();
  const coin = await node.coin();
  const large = spend([coin], [...ballast(100), coin.valueSats - 100_000 - 9000]);
  await expect(send(node.call, large)).rejects.toMatchObject({ code: -26, message: 'mempool full' });
});

test('below the mempool minimum a parent enters with a child that pays for both', async () => {
  const node = await fullNode();
  const parent = pass(await node.coin(), 20);
  const child = pass(coinFrom(parent), 2000);
  expect((await submit(node.call, [parent, child])).package_msg).toBe('success');
});

test('the mempool minimum halves with time once a block came', async () => {
  let nowMs = Date.now();
  const node = await fullNode(() => nowMs);
  const raised = await minimumOf(node);
  await node.mine(1);
  nowMs += 3 * 60 * 60 * 1000;
  expect((await minimumOf(node)) / raised).toBeCloseTo(0.5, 1);
  nowMs += 24 * 60 * 60 * 1000;
  expect(await minimumOf(node)).toBe(0.000001);
});

test('each block starts the time again: what passed before it, unasked, does not lower the minimum', async () => {
  let nowMs = Date.now();
  const node = await fullNode(() => nowMs);
  const raised = await minimumOf(node);
  await node.mine(1);
  for (let block = 0; block < 3; block += 1) {
    nowMs += 3 * 60 * 60 * 1000;
    await node.mine(1);
  }
  expect(await minimumOf(node)).toBe(raised);
  nowMs += 3 * 60 * 60 * 1000;
  expect((await minimumOf(node)) / raised).toBeCloseTo(0.5, 1);
});
