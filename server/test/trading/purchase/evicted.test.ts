/** Purchases that the mempool has dropped because its minimum rose above what they pay. */
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { sameOutpoint } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Chain } from '../../../src/chain/port.ts';
import { confirmPurchases } from '../../../src/trading/purchase/settle.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { traced } from '../../support/round-trips.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
/** Of the node's mempool, sat/vB. Above 1 it takes no package. */
let minimum = 1;

beforeAll(async () => {
  desk = await openDesk();
  const { chain } = desk.ctx;
  const { submitPackage } = chain;
  Object.assign(chain, {
    feeRates: async () => ({ minimum, estimate: null }),
    submitPackage: async (raws) =>
      minimum === 1
        ? submitPackage(raws)
        : [{ txid: 'the package', accepted: false, reason: 'mempool min fee not met' }],
  } satisfies Partial<Chain>);
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 20)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 12);
});
afterAll(() => desk?.close());

/** Purchases that no mempool has: the minimum rises between the check and the sending. */
async function evicted(count: number): Promise<string[]> {
  const txids: string[] = [];
  while (txids.length < count) {
    const refs = await list(desk, seller, [ids.pop()!]);
    const { testAccept } = desk.ctx.chain;
    const rising: Chain['testAccept'] = async (raws) => {
      const verdicts = await testAccept(raws);
      minimum = 50;
      return verdicts;
    };
    Object.assign(desk.ctx.chain, { testAccept: rising });
    const { answer } = await buy(desk, buyer, refs).finally(() =>
      Object.assign(desk.ctx.chain, { testAccept }),
    );
    minimum = 1;
    txids.push(answer.settlementTxid);
  }
  minimum = 50;
  return txids;
}
const purchaseOf = async (txid: string) =>
  desk.ctx.db
    .selectFrom('purchases')
    .selectAll()
    .where('settlementTxid', '=', txid)
    .executeTakeFirstOrThrow();
/** Requests to the node in one poll. */
async function requests(): Promise<string[]> {
  const { ctx, take } = traced(desk.ctx);
  await confirmPurchases(ctx, await desk.ctx.chain.tip());
  return take()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('node'));
}
const TWO = ['node mempoolSpenders', 'node feeRates'];

test('a poll asks the node as much about six that wait as about one, and sends none of them', async () => {
  const txids = await evicted(1);
  await desk.settle();
  expect(await requests()).toEqual(TWO);
  minimum = 1;
  txids.push(...(await evicted(5)));
  await desk.settle();
  expect(await requests()).toEqual(TWO);
  for (const txid of txids)
    expect(await purchaseOf(txid)).toMatchObject({
      state: 'broadcasting',
      nodeRefusal: expect.stringContaining('the mempool minimum is above what it pays'),
    });

  minimum = 1;
  await desk.settle();
  for (const txid of txids)
    expect(await purchaseOf(txid)).toMatchObject({ state: 'pending', nodeRefusal: null });
  expect(await requests()).toEqual(TWO);
  await desk.mine();
  for (const txid of txids) expect(await purchaseOf(txid)).toMatchObject({ state: 'confirmed' });
});

test('one that waits is pending once the mempool has it after all, and confirmed by a block', async () => {
  const [txid] = await evicted(1);
  await desk.settle();
  await desk.call('submitpackage', [(await purchaseOf(txid!)).package]);
  await desk.settle();
  expect(await purchaseOf(txid!)).toMatchObject({ state: 'pending', nodeRefusal: null });
  await desk.mine();
  expect((await purchaseOf(txid!)).state).toBe('confirmed');
});

test('one that waits fails once another spend of its coin is buried, and not before', async () => {
  minimum = 1;
  const [txid] = await evicted(1);
  await desk.settle();
  const taken = readTransaction((await purchaseOf(txid!)).package.at(-1)!).inputs;
  const coins = (await desk.coinsOf(buyer)).filter((coin) =>
    taken.some((input) => sameOutpoint(input, coin)),
  );
  await spendCoins(desk, buyer, coins);
  await desk.mine();
  expect((await purchaseOf(txid!)).state).toBe('broadcasting');
  await desk.mine(desk.ctx.settings.failureDepth);
  expect((await purchaseOf(txid!)).state).toBe('failed');
});

test('one that waits for longer than its patience stalls, is not asked about, and is ended by its anchor', async () => {
  minimum = 1;
  const [txid] = await evicted(1);
  await desk.settle();
  desk.clock.step(desk.ctx.settings.patienceMs + 1);
  await desk.settle();
  expect((await purchaseOf(txid!)).state).toBe('stalled');
  expect(await requests()).toEqual(TWO);
  minimum = 1;
  await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 5_000_000 }]);
  for (let block = 0; block < 3; block += 1) await desk.mine();
  await desk.mine(desk.ctx.settings.failureDepth);
  expect((await purchaseOf(txid!)).state).toBe('failed');
});
