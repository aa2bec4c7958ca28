import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Chain } from '../../src/chain/port.ts';
import { createFollower, type Follower } from '../../src/follower/follow.ts';
import { storedTip } from '../../src/store/chain/blocks.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 60_000 });

/** So long that no test sees a second poll. */
const POLL_MS = 600_000;
/** Within it a follower has seen a block, whatever else the machine does. */
const SOON = { timeout: 20_000, interval: 20 };

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
let follower: Follower;

beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 30)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 10);
});
afterEach(() => follower?.stop());
afterAll(() => desk?.close());

function started(change: Partial<TradingContext> = {}, pollMs = POLL_MS): Follower {
  follower = createFollower({ ...desk.ctx, ...change }, { pollMs });
  follower.start();
  return follower;
}

const chainWith = (change: Partial<Chain>): { chain: Chain } => ({ chain: { ...desk.ctx.chain, ...change } });
const height = async () => (await storedTip(desk.ctx.db))!.height;
const isApplied = (at: number) => vi.waitFor(async () => expect(await height()).toBe(at), SOON);
/** Resolves when the follower waits for a block; `waits` counts. */
function counted() {
  const seen = { waits: 0 };
  const waitForNewBlock: Chain['waitForNewBlock'] = (...given) => {
    seen.waits += 1;
    return desk.ctx.chain.waitForNewBlock(...given);
  };
  return { seen, ...chainWith({ waitForNewBlock }) };
}

test('a block is applied when the node has it, long before the next poll', async () => {
  const before = await height();
  const { seen, chain } = counted();
  started({ chain });
  await vi.waitFor(() => expect(seen.waits).toBe(1), SOON);
  for (const more of [1, 2]) {
    await desk.miner.mine(1);
    await isApplied(before + more);
  }
});

test('a sale is confirmed at its block while index, mempool and signers do not respond', async () => {
  await desk.settle();
  const [ref] = await list(desk, seller, [ids.pop()!]);
  await buy(desk, buyer, [ref!]);
  const { seen, chain } = counted();
  let isStuck = false;
  let release = () => {};
  const stuck = new Promise<string[]>((resolve) => {
    release = () => resolve([]);
  });
  const hung = { ...chain, mempoolTxids: async () => (isStuck ? stuck : []) };
  const unreachable = new Proxy(desk.ctx.ordinals, { get: () => () => Promise.reject(new Error('away')) });
  const silent = new Proxy(desk.ctx.signer, {
    get: (signer, name) => (isStuck ? () => stuck : Reflect.get(signer, name)),
  });
  started({ chain: hung, ordinals: unreachable, signer: silent });
  await follower.sync();
  expect(seen.waits).toBe(1);
  isStuck = true;
  await desk.miner.mine(1);
  await vi.waitFor(
    async () => expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' }),
    SOON,
  );
  release();
});

test('a block that comes amid the steps is applied before the next one', async () => {
  const before = await height();
  const order: string[] = [];
  const flow = {
    trades: [],
    settle: () => ['settling', async () => void order.push('settled')] as const,
    steps: () => [
      [
        'a slow step',
        async () => {
          order.push('slow');
          if (order.length > 2) return;
          await desk.miner.mine(1);
          await vi.waitFor(() => expect(woken).toBe(1), SOON);
        },
      ] as const,
      ['the step after it', async (tip: { height: number }) => void order.push(`${tip.height}`)] as const,
    ],
  };
  let woken = 0;
  const waitForNewBlock: Chain['waitForNewBlock'] = async (...given) => {
    const isNew = await desk.ctx.chain.waitForNewBlock(...given);
    if (isNew)
      setImmediate(() => {
        woken += 1;
      });
    return isNew;
  };
  started({ ...chainWith({ waitForNewBlock }), flows: [flow] });
  await vi.waitFor(() => expect(order).toHaveLength(4), SOON);
  expect(order).toEqual(['settled', 'slow', 'settled', `${before + 1}`]);
});

test('without the wait, polling finds the block', async () => {
  const before = await height();
  const waitForNewBlock = async () => {
    throw new Error('the node does not know the call');
  };
  started(chainWith({ waitForNewBlock }), 50);
  await desk.miner.mine(1);
  await isApplied(before + 1);
});

test('a node that says at once that a block is there, every time, makes no busy loop', async () => {
  let looks = 0;
  const tip = () => {
    looks += 1;
    return desk.ctx.chain.tip();
  };
  started(chainWith({ tip, waitForNewBlock: async () => true }), 500);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await follower.stop();
  expect(looks).toBeGreaterThan(1);
  expect(looks).toBeLessThan(15);
});

test('a stop ends the wait, though the node hangs, and nothing waits before the start or after the stop', async () => {
  let waits = 0;
  let signal: AbortSignal | undefined;
  const waitForNewBlock: Chain['waitForNewBlock'] = (_known, wait) => {
    waits += 1;
    signal = wait.signal;
    return new Promise(() => {});
  };
  const idle = createFollower({ ...desk.ctx, ...chainWith({ waitForNewBlock }) }, { pollMs: POLL_MS });
  await idle.sync();
  expect(waits).toBe(0);
  idle.start();
  await vi.waitFor(() => expect(waits).toBe(1), SOON);
  await idle.stop();
  expect(signal?.aborted).toBe(true);
  await desk.mine();
  await idle.sync();
  expect(waits).toBe(1);
});
