import { beforeAll, expect, test } from 'vitest';
import { exitServer } from '../../src/exit/esplora.ts';
import { createWorld, ESPLORA_URL, type TestCoin, type World } from '../source/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const warnings: string[] = [];
const server = () =>
  exitServer(ESPLORA_URL, (sentence) => void warnings.push(sentence), { fetch: world.fetch });
const nameOf = ({ txid, vout }: TestCoin) => `${txid}:${vout}`;

test("a coin's value is looked up, or compared with the one given", async () => {
  const [coin] = await world.fund({ valueSats: 30_000 });
  const name = nameOf(coin!);
  expect(await server().completeCoin('--coin', name)).toBe(`${name}:30000`);
  expect(await server().completeCoin('--coin', `${name}:30000`)).toBe(`${name}:30000`);
  await expect(server().completeCoin('--coin', `${name}:30001`)).rejects.toThrow(
    /^--coin is \w+:0:30001, but esplora\.test says that it holds 30000 sats$/,
  );
  expect(await server().completeCoin('--coin', 'nonsense')).toBe('nonsense');
});

test('a coin that is spent in a block is refused, one that is being spent is a warning', async () => {
  const [coin] = await world.fund({ valueSats: 30_000 });
  const spend = world.spend([coin!], [29_000]);
  await world.send(spend);
  warnings.length = 0;
  expect(await server().completeCoin('--coin', nameOf(coin!))).toMatch(/:30000$/);
  expect(warnings).toEqual([
    `${nameOf(coin!)} is being spent by ${spend.txid}; pay a higher fee than it does, to replace it`,
  ]);
  await world.mine();
  await expect(server().completeCoin('--coin', nameOf(coin!))).rejects.toThrow(
    `--coin ${nameOf(coin!)} was spent by ${spend.txid}, which is in a block; every signature for it is void already`,
  );
});

test('the fee rate is the estimate, at least 1, and null without one', async () => {
  expect(await server().feeRate()).toBeNull();
  const estimating = (rate: number) =>
    exitServer('http://esplora.test', () => undefined, {
      fetch: async () => Response.json({ 1: 9, 2: rate }),
    });
  expect(await estimating(7.5).feeRate()).toBe(7.5);
  expect(await estimating(0.2).feeRate()).toBe(1);
});

test('transactions and packages are sent, and the reason of a node is shown', async () => {
  const [coin] = await world.fund({ valueSats: 30_000 });
  const parent = world.spend([coin!], [29_700]);
  const child = world.spend([parent.coins[0]!], [29_000]);
  await server().sendPackage([parent.raw, child.raw]);
  expect(await world.call('getrawmempool')).toEqual(expect.arrayContaining([parent.txid, child.txid]));
  const rival = world.spend([coin!], [29_690]);
  await expect(server().send(rival.raw)).rejects.toThrow(/\/tx: status 400: .*insufficient fee/);
  await expect(server().sendPackage([rival.raw])).rejects.toThrow(/\/txs\/package: /);
  const higher = world.spend([coin!], [25_000]);
  expect(await server().send(higher.raw)).toBe(higher.txid);
  await world.mine();
});

test('a server without packages is named in the error', async () => {
  const fetch = async () => new Response('Not Found', { status: 404 });
  const bare = exitServer('http://esplora.test', () => undefined, { fetch });
  await expect(bare.sendPackage(['00'])).rejects.toThrow(
    /esplora\.test\/txs\/package: the source does not know it/,
  );
});

test('an offer whose money has gone elsewhere has ended; one whose parent is in a block has not', async () => {
  const [coin] = await world.fund({ valueSats: 30_000 });
  const parent = world.spend([coin!], [30_000]);
  const taken = {
    parent: parent.raw,
    child: '',
    parentTxid: parent.txid,
    parentInputs: [{ txid: coin!.txid, vout: coin!.vout }],
    paidSats: 1,
    feeSats: 1,
  };
  expect(await server().isParentConfirmed(taken)).toBe(false);
  await world.confirm(parent);
  expect(await server().isParentConfirmed(taken)).toBe(true);
  await expect(server().isParentConfirmed({ ...taken, parentTxid: 'ab'.repeat(32) })).rejects.toThrow(
    `the offer has ended: ${parent.txid}, which is in a block, spent its money`,
  );
  const filled = await world.confirm(world.spend(parent.coins, [29_000]));
  await expect(server().isParentConfirmed(taken)).rejects.toThrow(
    `the offer has ended: ${filled.txid}, which is in a block, spent its output`,
  );
});
