/**
 * Attacker: a buyer, before fees rise. He replaces his purchase by another spend of his coin that no block takes, which costs nothing.
 * Aim:      the operator's sats: it ends each such purchase by a spend of its anchor, at the fee rate of the time.
 * Guard:    above `revokeMaxFeeRate` that spend waits, like that of the anchor of any closed listing.
 */
import { createNode } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterEach, expect, test, vi } from 'vitest';
import type { RpcCall } from '../../src/chain/transport.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 120_000 });

const PATIENCE_BLOCKS = 4;
/** sat/vB. */
const DEAR = 150;

let desk: Desk;
afterEach(() => desk?.close());

/** Plays it until the purchase has stalled. `lost`: the fee of the operator's spend of the anchor, sats; null: there is none yet. */
async function attacked(revokeMaxFeeRate: number) {
  const node = createNode();
  let rate = 2;
  const call: RpcCall = async (method, params) =>
    method === 'estimatesmartfee' ? { feerate: rate / 1e5, blocks: 2 } : node.call(method, params);
  const settings = {
    patienceBlocks: PATIENCE_BLOCKS,
    failureDepth: 1,
    anchorPoolTarget: 0,
    revokeMaxFeeRate,
  };
  desk = await openDesk({ call, anchors: 60, settings });
  const address = anchorAddress(desk.ctx.keys, 'regtest');
  await desk.miner.pay(Array.from({ length: 5 }, () => ({ address, sats: 500_000 })));
  await desk.mine();
  const [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 3)) as [Trader, Trader];
  const [ref] = await list(desk, seller, await desk.inscribe(seller, 1));
  const { answer, body } = await buy(desk, buyer, [ref!]);
  const own = await spendCoins(desk, buyer, body.selectedPaymentUtxos, { feeSats: 5_000 });
  rate = DEAR;
  const block = async () => {
    await desk.miner.mineOnly([]);
    await desk.settle();
  };
  for (let n = 0; n <= PATIENCE_BLOCKS; n += 1) await block();
  const purchase = () =>
    desk.ctx.db
      .selectFrom('purchases')
      .innerJoin('anchors', 'anchors.id', 'purchases.anchorId')
      .select(['purchases.state', 'anchors.txid', 'anchors.vout'])
      .where('settlementTxid', '=', answer.settlementTxid)
      .executeTakeFirstOrThrow();
  const { txid, vout, state } = await purchase();
  expect(state).toBe('stalled');
  expect(await desk.ctx.chain.mempoolTxids()).toContain(readTransaction(own).txid);
  const spent = async () => {
    const [spender] = await desk.ctx.chain.mempoolSpenders([{ txid, vout }]);
    if (!spender) return null;
    const entry = (await desk.call('getmempoolentry', [spender])) as { fees: { base: number } };
    return Math.round(entry.fees.base * 1e8);
  };
  return {
    seller,
    ref: ref!,
    purchase,
    lost: await spent(),
    async cheaper() {
      rate = revokeMaxFeeRate;
      await block();
      return spent();
    },
  };
}

test('without the bound, a purchase that cost its buyer nothing costs the operator what blocks ask', async () => {
  const { lost } = await attacked(10_000);
  expect(lost).toBeGreaterThan(10_000);
});

test('with it, the anchor waits until fees have fallen, and its seller need not', async () => {
  const { lost, seller, ref, purchase, cheaper } = await attacked(20);
  expect(lost).toBeNull();
  const { caller, walletBindingId } = seller;
  await delistListings(desk.ctx, caller, { slug: SLUG, walletBindingId, listings: [ref] });
  expect((await desk.listing(ref.listingId)).state).toBe('cancelled');

  expect(await cheaper()).toBeGreaterThan(0);
  await desk.mine(2);
  expect((await purchase()).state).toBe('failed');
});
