import { beforeEach, expect, test } from 'vitest';
import { txidOf, wtxidOf } from '../../src/transaction/txid.ts';
import {
  coinFrom,
  type FundedNode,
  fundedNode,
  OPEN_WITNESS,
  pass,
  rawOf,
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

const testTogether = (...txs: Parameters<typeof rawOf>[0][]) =>
  node.call('testmempoolaccept', [txs.map(rawOf)]);

test('a child pays for its parent, and each tells the rate of both', async () => {
  const parent = pass(await node.coin(), 0, TRUC);
  const child = pass(coinFrom(parent), 1000, TRUC);
  const { package_msg, 'tx-results': results } = await submit(node.call, [parent, child]);
  expect(package_msg).toBe('success');
  const { vsize, fees } = results[wtxidOf(parent)]!;
  expect(fees).toEqual({
    base: 0,
    'effective-feerate': Math.floor(1_000_000 / (2 * vsize!)) / 1e8,
    'effective-includes': [wtxidOf(parent), wtxidOf(child)],
  });
});

test('only a version 3 parent may leave the relay minimum to its child', async () => {
  const parent = pass(await node.coin(), 0);
  const answer = await submit(node.call, [parent, pass(coinFrom(parent), 1000)]);
  expect(answer.package_msg).toBe('transaction failed');
  expect(answer['tx-results'][wtxidOf(parent)]!.error).toMatch(/^min relay fee not met, 0 < /);
});

test('a parent that pays for itself keeps its own rate', async () => {
  const parent = pass(await node.coin(), 500);
  const child = pass(coinFrom(parent), 1000);
  const { 'tx-results': results } = await submit(node.call, [parent, child]);
  expect(results[wtxidOf(parent)]!.fees!['effective-includes']).toEqual([wtxidOf(parent)]);
});

test('a package is not atomic: parents that pass stay when the child fails', async () => {
  const parent = pass(await node.coin(), 500);
  const child = pass(coinFrom(parent), -1);
  const answer = await submit(node.call, [parent, child]);
  expect(answer.package_msg).toBe('transaction failed');
  expect(answer['tx-results'][wtxidOf(child)]!.error).toMatch(/^bad-txns-in-belowout, /);
  expect(await node.call('getrawmempool')).toEqual([txidOf(parent)]);
});

test('one bad transaction stops the package rate for the others', async () => {
  const parent = pass(await node.coin(), 0, TRUC);
  const child = pass(coinFrom(parent), 1000, TRUC);
  const broken = { ...child, inputs: [{ ...child.inputs[0]!, witness: [Uint8Array.of(0x52)] }] };
  const answer = await submit(node.call, [parent, broken]);
  expect(answer.package_msg).toBe('transaction failed');
  expect(await node.call('getrawmempool')).toEqual([]);
});

test('members already in the mempool are told as such', async () => {
  const parent = pass(await node.coin(), 500);
  const child = pass(coinFrom(parent), 500);
  await send(node.call, parent);
  const other = {
    ...parent,
    inputs: [{ ...parent.inputs[0]!, witness: [new Uint8Array(1), ...OPEN_WITNESS] }],
  };
  const answer = await submit(node.call, [parent, child]);
  expect(answer['tx-results'][wtxidOf(parent)]!.fees).toEqual({ base: 0.000005 });
  const again = await submit(node.call, [other, child]);
  expect(again['tx-results'][wtxidOf(other)]!['other-wtxid']).toBe(wtxidOf(parent));
});

test('a package is a child with parents that do not depend on each other', async () => {
  const one = pass(await node.coin(), 500);
  const two = pass(coinFrom(one), 500);
  const three = pass(coinFrom(two), 500);
  const stranger = pass(await node.coin(), 500);
  for (const txs of [
    [one, two, three],
    [one, stranger],
  ])
    await expect(submit(node.call, txs)).rejects.toMatchObject({
      code: -25,
      message: 'package topology disallowed. not child-with-parents or parents depend on each other.',
    });
});

test('a package has all unconfirmed parents of its child', async () => {
  const one = pass(await node.coin(), 500);
  const two = pass(await node.coin(), 500);
  await send(node.call, two);
  const child = spend([coinFrom(one), coinFrom(two)], [coinFrom(one).valueSats]);
  expect((await submit(node.call, [one, child])).package_msg).toBe(
    'package-not-child-with-unconfirmed-parents',
  );
});

test('a package has 1 to 25 transactions', async () => {
  const raw = rawOf(pass(await node.coin(), 500));
  for (const list of [[], Array(26).fill(raw)])
    await expect(node.call('submitpackage', [list])).rejects.toMatchObject({
      code: -8,
      message: 'Array must contain between 1 and 25 transactions.',
    });
});

test('the order, duplicates and double spends of a package are told for each member', async () => {
  const parent = pass(await node.coin(), 500);
  const child = pass(coinFrom(parent), 500);
  const rival = pass(coinFrom(parent), 600);
  const error = (text: string) => ({ 'package-error': text });
  expect(await testTogether(child, parent)).toMatchObject([
    error('package-not-sorted'),
    error('package-not-sorted'),
  ]);
  expect(await testTogether(parent, parent)).toMatchObject([error('package-contains-duplicates'), {}]);
  expect(await testTogether(parent, child, rival)).toMatchObject([error('conflict-in-package'), {}, {}]);
});

test('transactions tested together may spend each other, and each pays for itself', async () => {
  const parent = pass(await node.coin(), 500);
  const child = pass(coinFrom(parent), 500);
  expect(await testTogether(parent, child)).toMatchObject([{ allowed: true }, { allowed: true }]);
  const free = pass(await node.coin(), 0);
  expect(await testTogether(free, pass(coinFrom(free), 1000))).toMatchObject([
    { allowed: false, 'reject-reason': 'min relay fee not met' },
    { txid: expect.any(String) },
  ]);
  expect(await node.call('getrawmempool')).toEqual([]);
});

test('a rate above maxfeerate is refused', async () => {
  const tx = pass(await node.coin(), 10_000_000);
  await expect(node.call('sendrawtransaction', [rawOf(tx)])).rejects.toMatchObject({
    code: -25,
    message: 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
  });
  const { package_msg, 'tx-results': results } = (await node.call('submitpackage', [[rawOf(tx)]])) as Awaited<
    ReturnType<typeof submit>
  >;
  expect(package_msg).toBe('transaction failed');
  expect(results[wtxidOf(tx)]!.error).toBe('max feerate exceeded');
  expect(await node.call('testmempoolaccept', [[rawOf(tx)]])).toMatchObject([
    { 'reject-reason': 'max-fee-exceeded' },
  ]);
});

test('burning more than maxburnamount is refused', async () => {
  const coin = await node.coin();
  const burn = { valueSats: 1000, script: Uint8Array.of(0x6a, 1, 1) };
  const raw = rawOf(spend([coin], [coin.valueSats - 5000, burn]));
  await expect(node.call('submitpackage', [[raw], 0])).rejects.toMatchObject({
    code: -25,
    message: 'Unspendable output exceeds maximum configured by user (maxburnamount)',
  });
  expect(await node.call('sendrawtransaction', [raw, 0, 0.00001])).toHaveLength(64);
});

test('a chain of unconfirmed transactions has at most 25 members', async () => {
  let tx = pass(await node.coin(), 500);
  await send(node.call, tx);
  for (let i = 1; i < 25; i++) {
    tx = pass(coinFrom(tx), 500);
    await send(node.call, tx);
  }
  expect(await verdict(node.call, pass(coinFrom(tx), 500))).toBe('too-long-mempool-chain');
});

test('a package within the limits one by one may break them together', async () => {
  let tx = pass(await node.coin(), 500);
  await send(node.call, tx);
  for (let i = 1; i < 24; i++) {
    tx = pass(coinFrom(tx), 500);
    await send(node.call, tx);
  }
  expect(
    await testTogether(pass(coinFrom(tx), 500), pass(coinFrom(pass(coinFrom(tx), 500)), 500)),
  ).toMatchObject([{ 'package-error': expect.stringMatching(/^package-mempool-limits/) }, {}]);
});
