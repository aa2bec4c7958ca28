/** Purchases while the mempool's minimum rises from 1 to 500 sat/vB and falls again: none stays in between. */

import { createNode } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rounds } from '../../../../stack/rounds.ts';
import { openPurchases, type Purchase } from '../../../src/store/purchase/purchases.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { buy, list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

/** `PURCHASES=1000` plays that many. */
const PURCHASES = Number(process.env['PURCHASES'] ?? rounds(120));
/** Minimum at each hour, sat/vB. */
const WEATHER = [1, 1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 500, 250, 125, 60, 30, 15, 8, 4, 2, 1, 1];
const PER_HOUR = Math.ceil(PURCHASES / WEATHER.length);
/** Blocks take what pays this many times the minimum. */
const COMPETITION = 1.5;
const HOUR_MS = 3_600_000;
/** A purchase of one listing needs an anchor for its transfer and one for itself. */
const ANCHORS = 2 * PURCHASES + 20;

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 });

const node = createNode();
let desk: Desk;
let seller: Trader;
let buyers: Trader[];
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({
    call: node.call,
    anchors: ANCHORS,
    settings: {
      anchorSats: 4_000,
      anchorPoolTarget: 0,
      bumpMaxSats: 6_000,
      bumpDailySats: 1_000_000,
      patienceMs: 4 * HOUR_MS,
      failureDepth: 2,
      profileDailyCostSats: 1_000_000_000,
    },
  });
  [seller] = (await desk.traders(['p2tr'], 2)) as [Trader];
  buyers = await desk.traders(
    Array.from({ length: 10 }, () => 'p2wpkh' as const),
    Math.ceil(PURCHASES / 10) + 1,
  );
  for (let left = PURCHASES; left > 0; left -= 100)
    ids = [...(ids ?? []), ...(await desk.inscribe(seller, Math.min(left, 100)))];
  // the pool spends anchors of purchases that it ends, although they do not bear their fee
  const address = anchorAddress(desk.ctx.keys, 'regtest');
  await desk.miner.pay(Array.from({ length: 20 }, () => ({ address, sats: 20_000_000 })));
  await desk.mine();
});
afterAll(() => desk?.close());

interface Entry {
  readonly vsize: number;
  readonly fees: { readonly base: number };
}

/** What the mempool has of a purchase and its bump, and the fee rate of all that, sat/vB. */
async function pooled({ package: sent, bumpHex }: Purchase) {
  const raws = [...sent, ...(bumpHex === null ? [] : [bumpHex])];
  const inPool = new Set(await desk.ctx.chain.mempoolTxids());
  const there = raws
    .map((raw) => ({ raw, txid: readTransaction(raw).txid }))
    .filter(({ txid }) => inPool.has(txid));
  const entries = await Promise.all(
    there.map(({ txid }) => desk.call('getmempoolentry', [txid]) as Promise<Entry>),
  );
  const fee = entries.reduce((sum, { fees }) => sum + fees.base * 1e8, 0);
  const size = entries.reduce((sum, { vsize }) => sum + vsize, 0);
  return {
    ...(there.length > 0 && { txids: there.map(({ txid }) => txid) }),
    raws: there.map(({ raw }) => raw),
    rate: size === 0 ? 0 : fee / size,
  };
}

/** The mempool drops what pays less than its minimum; a block takes what pays enough. */
async function hour(minimum: number): Promise<void> {
  desk.clock.step(HOUR_MS);
  node.setEstimatedRate(minimum * COMPETITION * 1_000);
  const mined: string[] = [];
  for (const purchase of await openPurchases(desk.ctx.db)) {
    const { raws, rate, txids } = await pooled(purchase);
    if (rate > 0 && rate < minimum) for (const txid of txids!) node.mempool.drop(txid);
    else if (rate >= minimum * COMPETITION) mined.push(...raws);
  }
  node.mempool.setMinimum(minimum * 1_000);
  await desk.settle();
  // what the operator sent pays the current rate
  const own = new Set(
    (await openPurchases(desk.ctx.db)).flatMap(({ package: sent, bumpHex }) => [...sent, bumpHex]),
  );
  for (const txid of await desk.ctx.chain.mempoolTxids()) {
    const { hex } = (await desk.ctx.chain.transaction(txid))!;
    if (!own.has(hex) && !mined.includes(hex)) mined.push(hex);
  }
  await desk.miner.mineOnly(mined);
  await desk.settle();
}

test(`of ${PURCHASES} purchases every one is confirmed or unwound`, async () => {
  const made: string[] = [];
  for (const minimum of WEATHER) {
    for (let n = 0; n < PER_HOUR && ids.length > 0; n += 1) {
      const refs = await list(desk, seller, [ids.pop()!], 400_000);
      const { answer } = await buy(desk, buyers[made.length % buyers.length]!, refs);
      made.push(answer.settlementTxid);
    }
    await hour(minimum);
  }
  for (let more = 0; more < 24 && (await openPurchases(desk.ctx.db)).length > 0; more += 1) await hour(1);
  const rows = await desk.ctx.db
    .selectFrom('purchases')
    .select(['state', 'bumpHex', 'failure'])
    .where('settlementTxid', 'in', made)
    .execute();
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const bumped = rows.filter(({ bumpHex }) => bumpHex !== null).length;
  console.info(
    `${rows.length} purchases: ${count('confirmed')} confirmed (${bumped} bumped), ${count('failed')} unwound`,
  );
  expect(rows).toHaveLength(PURCHASES);
  expect(count('confirmed') + count('failed')).toBe(PURCHASES);
  for (const { state, failure } of rows)
    if (state === 'failed') expect(failure).toContain('was spent by transaction');
  const listings = await desk.ctx.db
    .selectFrom('listings')
    .select((query) => query.fn.countAll<number>().as('stuck'))
    .where('state', '=', 'hidden_locked')
    .executeTakeFirstOrThrow();
  expect(listings.stuck).toBe(0);
});
