import { beforeEach, expect, test } from 'vitest';
import { createNode } from '../../src/node.ts';
import { createWorld, type World } from '../../src/world/world.ts';

const OTHER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const TYPES = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'];

type Coin = { txid: string; vout: number; address: string; safe: boolean };
type Balances = { mine: { trusted: number; untrusted_pending: number; immature: number } };

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
const ask = <T>(method: string, params: readonly unknown[] = [], wallet?: string) =>
  world.call(method, params, wallet) as Promise<T>;
const address = (type = 'bech32', wallet?: string) => ask<string>('getnewaddress', ['', type], wallet);
const balances = async (wallet?: string) => (await ask<Balances>('getbalances', [], wallet)).mine;

test('coins of every type are found, and spent together in one transaction', async () => {
  await ask('createwallet', ['mine']);
  for (const type of TYPES) await world.fund(await address(type), 50_000);
  expect((await ask<Coin[]>('listunspent')).length).toBe(TYPES.length);
  await ask('sendtoaddress', [OTHER, 0.00199]);
  await world.mine(1);
  expect((await balances()).trusted).toBeLessThan(0.00001);
});

test('sends at the same time choose different coins', async () => {
  await ask('createwallet', ['mine']);
  for (let n = 0; n < 3; n++) await world.fund(await address(), 50_000);
  const sent = await Promise.all([1, 2, 3].map(() => ask<string>('sendtoaddress', [OTHER, 0.0004])));
  expect((await ask<string[]>('getrawmempool')).sort()).toEqual(sent.sort());
});

test('a locked coin is not spent unasked, nor listed', async () => {
  await ask('createwallet', ['mine']);
  await world.fund(await address(), 50_000);
  const [coin] = await ask<Coin[]>('listunspent');
  await ask('lockunspent', [false, [{ txid: coin!.txid, vout: coin!.vout }]]);
  expect(await ask('listunspent')).toEqual([]);
  await expect(ask('sendtoaddress', [OTHER, 0.0001])).rejects.toMatchObject({ code: -6 });
  await ask('lockunspent', [true]);
  await ask('sendtoaddress', [OTHER, 0.0001]);
});

test('an unconfirmed coin of somebody else is not spent, own change is', async () => {
  await ask('createwallet', ['mine']);
  await world.fund(await address(), 50_000, { confirm: false });
  expect(await balances()).toMatchObject({ trusted: 0, untrusted_pending: 0.0005 });
  await expect(ask('sendtoaddress', [OTHER, 0.0001])).rejects.toMatchObject({ code: -6 });
  await world.mine(1);
  await ask('sendtoaddress', [OTHER, 0.0001]);
  expect(await balances()).toMatchObject({ untrusted_pending: 0 });
  await ask('sendtoaddress', [OTHER, 0.0001]);
  expect(await ask('getrawmempool')).toHaveLength(2);
});

test('a coinbase counts after 101 confirmations', async () => {
  await ask('createwallet', ['mine']);
  await world.mine(1, { to: await address() });
  await world.mine(99);
  expect(await balances()).toMatchObject({ trusted: 0, immature: 50 });
  await world.mine(1);
  expect(await balances()).toMatchObject({ trusted: 50, immature: 0 });
});

test('a call without a wallet means the only one; the path tells among several', async () => {
  await expect(ask('getbalances')).rejects.toMatchObject({ code: -18 });
  await ask('createwallet', ['one']);
  const first = await address();
  await ask('createwallet', ['two']);
  await expect(ask('getbalances')).rejects.toMatchObject({ code: -19 });
  await world.fund(first, 50_000);
  expect([(await balances('one')).trusted, (await balances('two')).trusted]).toEqual([0.0005, 0]);
  await ask('unloadwallet', ['one']);
  expect((await balances()).trusted).toBe(0);
  await expect(ask('getbalances', [], 'one')).rejects.toMatchObject({ code: -18 });
});

test('the purse pays sendtoaddress until a wallet is loaded', async () => {
  await ask('sendtoaddress', [OTHER, 1]);
  await ask('createwallet', ['empty']);
  await expect(ask('sendtoaddress', [OTHER, 1])).rejects.toMatchObject({ code: -6 });
  await ask('unloadwallet', ['empty']);
  await ask('sendtoaddress', [OTHER, 1]);
});

test('a fork and a state have the wallets and go their own way; a snapshot brings them back', async () => {
  await ask('createwallet', ['mine']);
  await world.fund(await address(), 50_000);
  const before = world.snapshot();
  const [fork, read] = [world.fork(), await createWorld({ state: world.dump() })];
  const next = await address();
  for (const other of [fork, read]) {
    expect(await other.call('getnewaddress')).toBe(next);
    await other.call('sendtoaddress', [OTHER, 0.0001]);
  }
  expect((await balances()).trusted).toBe(0.0005);
  world.restore(before);
  expect(await address()).toBe(next);
});

test('equal names make equal wallets and equal signatures', async () => {
  const sent = await Promise.all(
    [createWorld(), createWorld()].map(async (made) => {
      const own = await made;
      await own.call('createwallet', ['same']);
      for (const type of TYPES)
        await own.fund((await own.call('getnewaddress', ['', type])) as string, 50_000);
      const txid = await own.call('sendtoaddress', [OTHER, 0.0019]);
      return own.call('getrawtransaction', [txid]);
    }),
  );
  expect(sent[0]).toBe(sent[1]);
});

test('a wallet of public keys finds what was paid before and cannot sign; new addresses come after the paid ones', async () => {
  await ask('createwallet', ['keys']);
  const addresses: string[] = [];
  for (let n = 0; n < 30; n++) addresses.push(await address('bech32m', 'keys'));
  const { descriptors } = await ask<{ descriptors: { desc: string; internal: boolean }[] }>(
    'listdescriptors',
    [],
    'keys',
  );
  const { desc } = descriptors.find((each) => each.desc.startsWith('tr(') && !each.internal)!;
  // Each is within the gap after the one before.
  for (const n of [15, 29]) await world.fund(addresses[n]!, 50_000);
  await ask('createwallet', ['watch', true]);
  const [done] = await ask<{ success: boolean }[]>(
    'importdescriptors',
    [[{ desc, timestamp: 0, active: true }]],
    'watch',
  );
  expect(done!.success).toBe(true);
  const coins = await ask<Coin[]>('listunspent', [], 'watch');
  expect(coins.map((coin) => coin.address)).toEqual([addresses[15], addresses[29]]);
  expect(await address('bech32m', 'watch')).toBe(await address('bech32m', 'keys'));
  await expect(ask('sendtoaddress', [OTHER, 0.0001], 'watch')).rejects.toMatchObject({ code: -4 });
  const { psbt } = await ask<{ psbt: string }>(
    'walletcreatefundedpsbt',
    [[], [{ [OTHER]: 0.0006 }], 0, { changeAddress: OTHER }],
    'watch',
  );
  const { hex } = await ask<{ hex: string }>('walletprocesspsbt', [psbt], 'keys');
  expect(await ask('testmempoolaccept', [[hex]])).toMatchObject([{ allowed: true }]);
});

test('an imported key signs for what it was paid before; a wrong checksum is not imported', async () => {
  await ask('createwallet', ['mine', false, true]);
  const text = 'wpkh(cMpMxK92W1DjqDvWV3pMn4xLwAuQJhNF3MFqkEHUQRPQofUJku8R)';
  const { checksum } = await ask<{ checksum: string }>('getdescriptorinfo', [text]);
  const [paid] = await ask<string[]>('deriveaddresses', [`${text}#${checksum}`]);
  await world.fund(paid!, 50_000);
  const requests = [
    { desc: `${text}#${checksum}`, timestamp: 'now', label: 'kept' },
    { desc: `addr(${OTHER})#${'x'.repeat(8)}`, timestamp: 'now' },
  ];
  expect(await ask('importdescriptors', [requests])).toMatchObject([
    { success: true },
    { error: { code: -5 } },
  ]);
  const raw = await ask('createrawtransaction', [await ask('listunspent'), [{ [OTHER]: 0.0004 }]]);
  expect(await ask('signrawtransactionwithwallet', [raw])).toMatchObject({ complete: true });
  expect(await ask('getaddressinfo', [paid])).toMatchObject({ ismine: true, labels: ['kept'] });
});

test('a node alone has wallets too', async () => {
  const { call } = createNode();
  await call('createwallet', ['alone']);
  const mine = await call('getnewaddress');
  await call('generatetoaddress', [101, mine]);
  await call('sendtoaddress', [OTHER, 1]);
  expect(await call('getrawmempool')).toHaveLength(1);
  expect(await call('listtransactions', ['*', 1])).toMatchObject([{ category: 'send', amount: -1 }]);
});

test('a fee below nothing, an amount of dust and an option that nobody knows are refused', async () => {
  await ask('createwallet', ['mine']);
  await world.fund(await address(), 50_000);
  const pay = (amount: number, options: object = {}) =>
    ask('walletcreatefundedpsbt', [[], [{ [OTHER]: amount }], 0, options]);
  await expect(pay(0.0001, { fee_rate: 0 })).rejects.toMatchObject({ code: -3 });
  await expect(pay(0.000001)).rejects.toMatchObject({ code: -4 });
  await expect(pay(0.0001, { solving_data: {} })).rejects.toMatchObject({
    code: -3,
    message: /solving_data/,
  });
  await expect(pay(0.0001, { changePosition: 3 })).rejects.toMatchObject({ code: -8 });
  await expect(pay(0.1)).rejects.toMatchObject({ code: -4, message: 'Insufficient funds' });
});
