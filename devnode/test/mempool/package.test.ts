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

test('under the knots policy only a version 3 parent may leave the relay minimum to its child', async () => {
  node = await fundedNode({ policy: 'knots' });
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

test('under the knots policy a package has all unconfirmed parents of its child', async () => {
  node = await fundedNode({ policy: 'knots' });
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

test('under the knots policy a chain of unconfirmed transactions has at most 25 members', async () => {
  node = await fundedNode({ policy: 'knots' });
  let tx = pass(await node.coin(), 500);
  await send(node.call, tx);
  for (let i = 1; i < 25; i++) {
    tx = pass(coinFrom(tx), 500);
    await send(node.call, tx);
  }
  expect(await verdict(node.call, pass(coinFrom(tx), 500))).toBe('too-long-mempool-chain');
});

test('under the knots policy a package within the limits one by one may break them together', async () => {
  node = await fundedNode({ policy: 'knots' });
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

test('parents of any version may leave their fees to the child, several of them too', async () => {
  const one = pass(await node.coin(), 0);
  const two = pass(await node.coin(), 3);
  const child = spend([coinFrom(one), coinFrom(two)], [coinFrom(one).valueSats]);
  const { package_msg, 'tx-results': results } = await submit(node.call, [one, two, child]);
  expect(package_msg).toBe('success');
  expect(results[wtxidOf(one)]!.fees!['effective-includes']).toEqual([one, two, child].map(wtxidOf));
});

test('a package may leave out parents that wait already', async () => {
  const one = pass(await node.coin(), 500);
  const two = pass(await node.coin(), 500);
  await send(node.call, two);
  const child = spend([coinFrom(one), coinFrom(two)], [coinFrom(one).valueSats]);
  expect((await submit(node.call, [one, child])).package_msg).toBe('success');
});

test('a package that lacks a parent lacks inputs', async () => {
  const one = pass(await node.coin(), 500);
  const absent = pass(await node.coin(), 500);
  const child = spend([coinFrom(one), coinFrom(absent)], [coinFrom(one).valueSats]);
  const answer = await submit(node.call, [one, child]);
  expect(answer['tx-results'][wtxidOf(child)]!.error).toBe('bad-txns-inputs-missingorspent');
});

test('a cluster has at most 64 members, also by a package', async () => {
  let tx = pass(await node.coin(), 500);
  await send(node.call, tx);
  for (let i = 1; i < 63; i++) {
    tx = pass(coinFrom(tx), 500);
    await send(node.call, tx);
  }
  const last = pass(coinFrom(tx), 500);
  const beyond = pass(coinFrom(last), 500);
  expect(await testTogether(last, beyond)).toMatchObject([{ 'package-error': 'too-large-cluster' }, {}]);
  await send(node.call, last);
  expect(await verdict(node.call, beyond)).toBe('too-large-cluster');
});

test('a cluster has at most 101,000 vB', async () => {
  const parent = spend(
    [await node.coin()],
    Array.from({ length: 1500 }, () => 1_000_000),
  );
  await send(node.call, parent);
  const child = (outputs: number) =>
    spend(
      [coinFrom(parent)],
      Array.from({ length: outputs }, () => 400),
    );
  expect(await verdict(node.call, child(800))).toBe('allowed');
  expect(await verdict(node.call, child(900))).toBe('too-large-cluster');
});
