import { beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../src/world/world.ts';

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
let base: World;
beforeAll(async () => {
  base = await createWorld();
});

test('sendtoaddress pays from the purse into the mempool, by position and by name', async () => {
  const world = base.fork();
  const named = { address: ADDRESS, amount: '0.0006', fee_rate: 10 } as unknown as unknown[];
  const txids = [
    await world.call('sendtoaddress', [ADDRESS, 0.0005]),
    await world.call('sendtoaddress', named),
  ];
  expect(new Set((await world.call('getrawmempool')) as string[])).toEqual(new Set(txids));
  expect(await world.call('gettxout', [txids[1], 0])).toMatchObject({ value: 0.0006 });
  const { vsize, fees } = (await world.call('getmempoolentry', [txids[1]])) as {
    vsize: number;
    fees: { base: number };
  };
  expect(Math.round((fees.base * 1e8) / vsize)).toBe(10);
});

test.each([
  [['bcrt1q', 0.1], -5, 'Invalid Bitcoin address: bcrt1q'],
  [[ADDRESS, 0], -3, 'Invalid amount for send'],
  [[ADDRESS, -1], -3, 'Amount out of range'],
  [[ADDRESS, 1e6], -6, /^the purse has \d+ sats/],
  [[ADDRESS, 0.1, '', '', true], -8, /^devnode takes no fee from the amount/],
  [{ address: ADDRESS, amount: 1, fee_rate: 'high' }, -8, /^fee_rate high is not a rate/],
  [[ADDRESS], -1, /^sendtoaddress address amount/],
])('sendtoaddress %j is refused and sends nothing', async (params, code, message) => {
  const call = base.call('sendtoaddress', params as unknown[]);
  await expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await base.call('getrawmempool')).toEqual([]);
});

test('payments at the same time spend different coins', async () => {
  const world = base.fork();
  const txids = await Promise.all([1, 2, 3, 4].map(() => world.call('sendtoaddress', [ADDRESS, 0.001])));
  expect(((await world.call('getrawmempool')) as string[]).sort()).toEqual((txids as string[]).sort());
});

test('a node without a world pays from a wallet alone', async () => {
  await expect(base.node.call('sendtoaddress', [ADDRESS, 1])).rejects.toMatchObject({ code: -18 });
});
