import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stride } from '../../../../stack/rounds.ts';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { confirmPurchases } from '../../../src/trading/purchase/settle.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { dyingContext } from '../../support/dying-context.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { signedTakeBack } from '../../support/stranded-listing.ts';
import { buy, list, refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 300_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ anchors: 200, settings: { bumpDailySats: 1_000_000 } });
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 60)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 60);
});
afterAll(() => desk?.close());

const purchaseOf = async (settlementTxid: string) =>
  desk.ctx.db
    .selectFrom('purchases')
    .selectAll()
    .where('settlementTxid', '=', settlementTxid)
    .executeTakeFirstOrThrow();

/** A purchase in the mempool, and the tip at which its patience has ended. */
async function patient() {
  const [ref] = await list(desk, seller, [ids.pop()!]);
  const { answer } = await buy(desk, buyer, [ref!]);
  const tip = await desk.ctx.chain.tip();
  const anchorTxid = (await anchorOf(answer.settlementTxid)).txid;
  return {
    ref: ref!,
    txid: answer.settlementTxid,
    anchorTxid,
    late: { ...tip, height: tip.height + desk.ctx.settings.patienceBlocks },
  };
}

async function anchorOf(settlementTxid: string) {
  const { anchorId } = await purchaseOf(settlementTxid);
  return desk.ctx.db.selectFrom('anchors').selectAll().where('id', '=', anchorId).executeTakeFirstOrThrow();
}

/** What of the mempool spends the purchase's anchor. */
async function spenderOf(settlementTxid: string) {
  const { txid, vout } = await anchorOf(settlementTxid);
  return (await desk.ctx.chain.mempoolSpenders([{ txid, vout }]))[0];
}

const delist = (listingId: string, inscriptionId: string) =>
  delistListings(desk.ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings: [{ listingId, inscriptionId }],
  });

/** The spends of anchors are mined and buried. */
async function bury() {
  await desk.mine(1 + desk.ctx.settings.failureDepth);
}

describe('a purchase whose patience has ended', () => {
  test('is stored as stalled, and its anchor with the spend, before the spend is sent, wherever the service is killed', async () => {
    for (const answersLost of [false, true])
      for (let effect = answersLost ? stride(2) : 1, killed = true; killed; effect += stride(2)) {
        const { txid, late } = await patient();
        const dying = dyingContext(desk.ctx, effect, { answersLost });
        await confirmPurchases(dying.ctx, late).catch(() => undefined);
        killed = dying.effects() >= effect;
        const { bumpHex, state } = await purchaseOf(txid);
        const spender = await spenderOf(txid);
        if (spender !== txid) expect([readTransaction(bumpHex!).txid, state]).toEqual([spender, 'stalled']);
        await confirmPurchases(desk.ctx, late);
        const ended = await purchaseOf(txid);
        expect(ended.state).toBe('stalled');
        expect(ended.bumpFeeSats).toBeLessThanOrEqual(desk.ctx.settings.bumpMaxSats);
        expect(await spenderOf(txid)).toBe(readTransaction(ended.bumpHex!).txid);
        expect((await anchorOf(txid)).fanOutHex).toBe(ended.bumpHex);
        await bury();
        expect((await purchaseOf(txid)).state).toBe('failed');
      }
  });

  test('is confirmed when a block has it after all, also for a listing that its seller delisted', async () => {
    const { ref, txid, late } = await patient();
    await confirmPurchases(desk.ctx, late);
    await delist(ref.listingId, ref.inscriptionId);
    expect((await desk.listing(ref.listingId)).state).toBe('cancelled');
    const { package: sent } = await purchaseOf(txid);
    await desk.miner.mineOnly(sent);
    await desk.settle();
    expect((await purchaseOf(txid)).state).toBe('confirmed');
    expect((await desk.listing(ref.listingId)).state).toBe('sold');

    // a reorg takes that block, and the spend of the anchor comes into another: the listing stays delisted
    await desk.reorg(1);
    expect((await desk.listing(ref.listingId)).state).toBe('cancelled');
    await bury();
    expect((await purchaseOf(txid)).state).toBe('failed');
    expect((await desk.listing(ref.listingId)).state).toBe('cancelled');
  });

  test('is ended at the next poll when its buyer makes it dearer meanwhile', async () => {
    const { txid, late } = await patient();
    const sale = readTransaction((await purchaseOf(txid)).package.at(-1)!);
    const vout = sale.outputs.length - 1;
    const change = { txid, vout, valueSats: sale.outputs[vout]!.valueSats };
    const raced = desk.restarted({
      chain: {
        ...desk.ctx.chain,
        async broadcast(raw) {
          await spendCoins(desk, buyer, [change], { feeSats: 50_000 });
          return desk.ctx.chain.broadcast(raw);
        },
      },
    });
    await confirmPurchases(raced.ctx, late);
    expect(await spenderOf(txid)).toBe(txid);
    await confirmPurchases(desk.ctx, late);
    expect(await spenderOf(txid)).toBe(readTransaction((await purchaseOf(txid)).bumpHex!).txid);
    await bury();
  });

  test('is ended although its buyer makes it dearer than signers sign, within the budget', async () => {
    const rich = desk.restarted({ settings: { ...desk.ctx.settings, bumpMaxSats: 1_000_000 } });
    await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 5_000_000 }]);
    await desk.mine();
    const { txid, late } = await patient();
    const sale = readTransaction((await purchaseOf(txid)).package.at(-1)!);
    const vout = sale.outputs.length - 1;
    const change = { txid, vout, valueSats: sale.outputs[vout]!.valueSats };
    await spendCoins(desk, buyer, [change], { feeSats: 200_000 });
    await confirmPurchases(rich.ctx, late);
    expect(await spenderOf(txid)).toBe(readTransaction((await purchaseOf(txid)).bumpHex!).txid);
    await bury();
  });

  test('costs at most the budgets; without one, its seller may delist, and is told of the key path', async () => {
    const poor = desk.restarted({ settings: { ...desk.ctx.settings, bumpDailySats: 0 } });
    const { ref, txid, late } = await patient();
    const { package: sent } = await purchaseOf(txid);
    await desk.miner.mineOnly(sent.slice(0, -1));
    await desk.settle();
    await confirmPurchases(poor.ctx, late);
    expect(await purchaseOf(txid)).toMatchObject({ state: 'stalled', bumpHex: null });
    expect(await spenderOf(txid)).toBe(txid);
    const told = await refusalOf(signedTakeBack(desk, seller, ref));
    expect(told).toMatchObject({ code: 'stale', message: expect.stringContaining('ordbook exit') });
    await delist(ref.listingId, ref.inscriptionId);
    expect((await desk.listing(ref.listingId)).state).toBe('cancelled');

    await confirmPurchases(desk.ctx, late);
    expect(await spenderOf(txid)).not.toBe(txid);
    await (await signedTakeBack(desk, seller, ref)).submit();
    await bury();
    expect((await purchaseOf(txid)).state).toBe('failed');
    expect((await desk.ctx.ordinals.inscription(ref.inscriptionId))?.address).toBe(seller.ordinals.address);
  });

  test('is not sent again', async () => {
    const { txid, late } = await patient();
    await confirmPurchases(desk.ctx, late);
    const sent: string[] = [];
    const watched = desk.restarted({
      chain: {
        ...desk.ctx.chain,
        submitPackage: (raws) => {
          sent.push(...raws);
          return desk.ctx.chain.submitPackage(raws);
        },
      },
    });
    await watched.follower.sync();
    expect(sent).toEqual([]);
    expect((await purchaseOf(txid)).state).toBe('stalled');
    await bury();
  });
});

test('a purchase within its patience keeps its listing', async () => {
  const { ref, late } = await patient();
  await confirmPurchases(desk.ctx, { ...late, height: late.height - 1 });
  expect(await refusalOf(delist(ref.listingId, ref.inscriptionId))).toMatchObject({ code: 'not_buyable' });
  await desk.mine();
});
