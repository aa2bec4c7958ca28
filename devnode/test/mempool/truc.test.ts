import { beforeEach, expect, test } from 'vitest';
import { txidOf, wtxidOf } from '../../src/transaction/txid.ts';
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

const TRUC = { version: 3 };
let node: FundedNode;
beforeEach(async () => {
  node = await fundedNode();
});

const trucParent = async () => {
  const coin = await node.coin();
  const half = Math.floor(coin.valueSats / 2);
  const tx = spend([coin], [half, half - 1000], TRUC);
  await send(node.call, tx);
  return tx;
};

test('a version 3 transaction has at most 10,000 vB', async () => {
  const coin = await node.coin();
  const large = spend([coin], [...ballast(240), coin.valueSats - 1_000_000], TRUC);
  expect(await verdict(node.call, large)).toBe('TRUC-violation');
});

test('a version 3 child has at most 1,000 vB', async () => {
  const coin = coinFrom(await trucParent());
  const large = spend([coin], [...ballast(24), coin.valueSats - 100_000], TRUC);
  expect(await verdict(node.call, large)).toBe('TRUC-violation');
  expect(await verdict(node.call, pass(coin, 1000, TRUC))).toBe('allowed');
});

test('version 3 and other versions do not spend each other unconfirmed', async () => {
  expect(await verdict(node.call, pass(coinFrom(await trucParent()), 1000))).toBe('TRUC-violation');
  const plain = pass(await node.coin(), 1000);
  await send(node.call, plain);
  expect(await verdict(node.call, pass(coinFrom(plain), 1000, TRUC))).toBe('TRUC-violation');
});

test('a version 3 transaction has one unconfirmed ancestor', async () => {
  const child = pass(coinFrom(await trucParent()), 1000, TRUC);
  await send(node.call, child);
  expect(await verdict(node.call, pass(coinFrom(child), 1000, TRUC))).toBe('TRUC-violation');
});

test('a second version 3 child evicts its sibling by paying more', async () => {
  const parent = await trucParent();
  const first = pass(coinFrom(parent, 0), 1000, TRUC);
  await send(node.call, first);
  await expect(send(node.call, pass(coinFrom(parent, 1), 900, TRUC))).rejects.toMatchObject({
    message: expect.stringMatching(/^insufficient fee \(including sibling eviction\), /),
  });
  const second = pass(coinFrom(parent, 1), 3000, TRUC);
  await send(node.call, second);
  expect(await node.call('getrawmempool')).toEqual([txidOf(parent), txidOf(second)]);
});

test('a version 3 parent without fee enters with a child that pays for both', async () => {
  const coin = await node.coin();
  const parent = pass(coin, 0, TRUC);
  const child = pass(coinFrom(parent), 2000, TRUC);
  expect(await verdict(node.call, parent)).toBe('min relay fee not met');
  const answer = await submit(node.call, [parent, child]);
  expect(answer.package_msg).toBe('success');
  expect(answer['tx-results'][wtxidOf(parent)]!.fees!['effective-includes']).toEqual([
    wtxidOf(parent),
    wtxidOf(child),
  ]);
});

test('a package does not mix version 3 with others', async () => {
  const parent = pass(await node.coin(), 0, TRUC);
  const child = pass(coinFrom(parent), 2000);
  const answer = await submit(node.call, [parent, child]);
  expect(answer.package_msg).toMatch(/^TRUC-violation, non-version=3 tx /);
});

test('a version 3 child has one parent in a package', async () => {
  const one = pass(await node.coin(), 0, TRUC);
  const two = pass(await node.coin(), 0, TRUC);
  const child = spend([coinFrom(one), coinFrom(two)], [coinFrom(one).valueSats], TRUC);
  const answer = await submit(node.call, [one, two, child]);
  expect(answer.package_msg).toMatch(
    /^TRUC-violation, tx \w{64} \(wtxid=\w{64}\) would have too many ancestors$/,
  );
});
