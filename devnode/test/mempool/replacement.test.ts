import { beforeEach, expect, test } from 'vitest';
import { txidOf, wtxidOf } from '../../src/transaction/txid.ts';
import {
  ballast,
  coinFrom,
  type FundedNode,
  fundedNode,
  pass,
  rawOf,
  send,
  spend,
  submit,
  verdict,
} from '../support/open-coins.ts';

let node: FundedNode;
beforeEach(async () => {
  node = await fundedNode();
});

const pool = async () => (await node.call('getrawmempool')) as string[];

test('a better paying spend of the same coin replaces, signalled or not', async () => {
  const coin = await node.coin();
  const first = pass(coin, 1000, { sequence: 0xffffffff });
  const second = pass(coin, 2000, { sequence: 0xffffffff });
  await send(node.call, first);
  await send(node.call, second);
  expect(await pool()).toEqual([txidOf(second)]);
});

test('under the knots policy a replacement pays a higher rate than each conflict', async () => {
  node = await fundedNode({ policy: 'knots' });
  const coin = await node.coin();
  await send(node.call, pass(coin, 1000));
  const larger = spend([coin], [...ballast(10), coin.valueSats - 10_000 - 2000]);
  await expect(send(node.call, larger)).rejects.toMatchObject({
    code: -26,
    message: expect.stringMatching(
      /^insufficient fee, rejecting replacement \w{64}; new feerate 0\.\d{8} BTC\/kvB <= old feerate 0\.\d{8} BTC\/kvB$/,
    ),
  });
});

test('a replacement pays at least the fees of all it evicts', async () => {
  const coin = await node.coin();
  const parent = pass(coin, 1000);
  await send(node.call, parent);
  await send(node.call, pass(coinFrom(parent), 9000));
  await expect(send(node.call, pass(coin, 9999))).rejects.toMatchObject({
    code: -26,
    message: expect.stringMatching(
      /^insufficient fee, rejecting replacement \w{64}, less fees than conflicting txs; 0\.00009999 < 0\.0001$/,
    ),
  });
});

test('a replacement pays for its own relay on top', async () => {
  const coin = await node.coin();
  await send(node.call, pass(coin, 1000));
  await expect(send(node.call, pass(coin, 1001))).rejects.toMatchObject({
    message: expect.stringContaining('not enough additional fees to relay; 0.00000001 < 0.0000001'),
  });
  expect(await verdict(node.call, pass(coin, 1010))).toBe('allowed');
});

test('under the knots policy a replacement spends no unconfirmed coin that the replaced did not', async () => {
  node = await fundedNode({ policy: 'knots' });
  const coin = await node.coin();
  const other = pass(await node.coin(), 1000);
  await send(node.call, other);
  await send(node.call, pass(coin, 1000));
  const tx = spend([coin, coinFrom(other)], [coin.valueSats]);
  expect(await verdict(node.call, tx)).toBe('replacement-adds-unconfirmed');
});

test('a transaction does not spend what it replaces', async () => {
  const coin = await node.coin();
  const first = pass(coin, 1000);
  await send(node.call, first);
  const tx = spend([coin, coinFrom(first)], [coin.valueSats]);
  expect(await verdict(node.call, tx)).toBe('bad-txns-spends-conflicting-tx');
});

test('under the knots policy a replacement evicts at most 100 transactions', async () => {
  node = await fundedNode({ policy: 'knots' });
  const roots = [];
  for (let i = 0; i < 5; i++) {
    const coin = await node.coin();
    roots.push(coin);
    let tx = spend([coin], [coin.valueSats - 1000]);
    await send(node.call, tx);
    for (let j = 0; j < 20; j++) {
      tx = pass(coinFrom(tx), 1000);
      await send(node.call, tx);
    }
  }
  const total = roots.reduce((sum, coin) => sum + coin.valueSats, 0);
  const tx = spend(roots, [total - 10_000_000]);
  expect(await verdict(node.call, tx)).toBe('too many potential replacements');
});

test('a parent and its child replace together what the parent alone could not', async () => {
  const coin = await node.coin();
  const old = pass(coin, 2000);
  await send(node.call, old);
  const parent = pass(coin, 500);
  const child = pass(coinFrom(parent), 5000);
  const answer = await submit(node.call, [parent, child]);
  expect(answer.package_msg).toBe('success');
  expect(answer['replaced-transactions']).toEqual([txidOf(old)]);
  expect((await pool()).toSorted()).toEqual([txidOf(parent), txidOf(child)].toSorted());
});

test('a package replaces only when it pays for what it evicts', async () => {
  const coin = await node.coin();
  await send(node.call, pass(coin, 5000));
  const parent = pass(coin, 500);
  const child = pass(coinFrom(parent), 4000);
  const answer = await submit(node.call, [parent, child]);
  expect(answer.package_msg).toMatch(/^package RBF failed: insufficient anti-DoS fees, /);
  expect(answer['tx-results'][wtxidOf(parent)]!.error).toMatch(/^insufficient fee, /);
});

test('a package that is tested replaces nothing', async () => {
  const coin = await node.coin();
  await send(node.call, pass(coin, 1000));
  const parent = pass(coin, 3000);
  const child = pass(coinFrom(parent), 3000);
  const results = await node.call('testmempoolaccept', [[rawOf(parent), rawOf(child)]]);
  expect(results).toMatchObject([{ allowed: false, 'reject-reason': 'bip125-replacement-disallowed' }, {}]);
});

test('a replacement improves the fee rate diagram', async () => {
  const coin = await node.coin();
  await send(node.call, pass(coin, 1000));
  const larger = spend([coin], [...ballast(10), coin.valueSats - 10_000 - 2000]);
  await expect(send(node.call, larger)).rejects.toMatchObject({
    code: -26,
    message: 'replacement-failed, insufficient feerate: does not improve feerate diagram',
  });
});

test('a replacement may spend new unconfirmed coins', async () => {
  const coin = await node.coin();
  const other = pass(await node.coin(), 1000);
  await send(node.call, other);
  await send(node.call, pass(coin, 1000));
  const tx = spend([coin, coinFrom(other)], [coin.valueSats]);
  expect(await verdict(node.call, tx)).toBe('allowed');
});

test('a replacement touches at most 100 clusters', async () => {
  const funding = spend(
    [await node.coin()],
    Array.from({ length: 101 }, () => 10_000),
  );
  await send(node.call, funding);
  await node.mine(1);
  const coins = funding.outputs.map((_, vout) => coinFrom(funding, vout));
  for (const coin of coins) await send(node.call, pass(coin, 500));
  const replace = (some: typeof coins) => spend(some, [some.length * 10_000 - 200_000]);
  expect(await verdict(node.call, replace(coins.slice(0, 100)))).toBe('allowed');
  expect(await verdict(node.call, replace(coins))).toBe('too many potential replacements');
});
