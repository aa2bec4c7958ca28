/**
 * Purchases that no miner takes. The buyer shows the rest of the network a large cheap spend of his payment coin, and the purchase to
 * us alone: our node keeps the sale, every other refuses it. Two nodes that disagree play it; blocks come from the one that never saw
 * the sale.
 */
import { createNode, type DevNode } from '@ordbook/devnode';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { payTo, REGTEST } from '../../../sandbox/src/keys.ts';
import { createMiner, type Miner } from '../../../sandbox/src/miner.ts';
import { audit } from '../../src/audit/audit.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../src/trading/purchase/buyable-listings.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { signedTakeBack } from '../support/stranded-listing.ts';
import { buy, list, signedPurchase } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 300_000 });

const PATIENCE_BLOCKS = 4;

/** Our node and its desk, and the rest of the network, whose miners have full blocks: below 1 sat/vB they take nothing. */
interface Split {
  readonly desk: Desk;
  readonly others: DevNode;
  readonly miner: Miner;
  readonly seller: Trader;
  readonly buyer: Trader;
  readonly honest: Trader;
  readonly refs: readonly ListingRef[];
}

let opened: Desk | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function split(listed: number, patienceBlocks: number): Promise<Split> {
  const ours = createNode({ policy: { blockMinFee: 1_000 }, estimatedRate: 5_000 });
  const desk = await openDesk({
    call: ours.call,
    anchors: 60,
    settings: { patienceBlocks, failureDepth: 1 },
  });
  opened = desk;
  const [seller, buyer, honest] = (await desk.traders(['p2tr', 'p2wpkh', 'p2wpkh'], 3, 2_000_000)) as [
    Trader,
    Trader,
    Trader,
  ];
  const refs = await list(desk, seller, await desk.inscribe(seller, listed));
  const others = ours.fork();
  return { desk, others, miner: createMiner(others.call), seller, buyer, honest, refs };
}

/** 95,000 vB of nothing that pay 0.2 sat/vB: too little for a miner, too much for a sale to replace. */
async function largeCheapSpend(
  { others }: Split,
  owner: Trader,
  { txid, vout, valueSats }: Utxo,
): Promise<void> {
  const secret = WIF(REGTEST).decode(owner.payment.wif);
  const payment = payTo(secret, owner.payment.type);
  const transaction = new Transaction({ allowUnknownOutputs: true });
  const witnessUtxo = { script: payment.script, amount: BigInt(valueSats) };
  transaction.addInput({ ...payment, txid, index: vout, sequence: 0xfffffffd, witnessUtxo });
  transaction.addOutputAddress(owner.payment.address, BigInt(valueSats - 19_000), REGTEST);
  const ballast = new Uint8Array(94_700);
  const script = new Uint8Array([
    0x6a,
    0x4e,
    ...new Uint8Array(new Uint32Array([ballast.length]).buffer),
    ...ballast,
  ]);
  transaction.addOutput({ script, amount: 0n });
  transaction.sign(secret);
  transaction.finalize();
  await others.call('sendrawtransaction', [hex.encode(transaction.extract())]);
}

/** What our node has goes to the others, who may refuse it. Answers their refusals. */
async function relay({ desk, others }: Split): Promise<string[]> {
  const refused: string[] = [];
  for (const txid of await desk.ctx.chain.mempoolTxids()) {
    const { hex: raw } = (await desk.ctx.chain.transaction(txid))!;
    await others.call('sendrawtransaction', [raw]).catch((error: Error) => refused.push(error.message));
  }
  return refused;
}

/** The others mine, and our node follows. */
async function block(world: Split, blocks = 1): Promise<void> {
  const { desk, others, miner } = world;
  for (let n = 0; n < blocks; n += 1) {
    await relay(world);
    const { hash } = await miner.mine(1);
    await desk.call('submitblock', [await others.call('getblock', [hash, 0])]);
    await desk.settle();
  }
}

async function attacked(listed: number, patienceBlocks = PATIENCE_BLOCKS) {
  const world = await split(listed, patienceBlocks);
  const { desk, buyer, refs } = world;
  const { body } = await signedPurchase(desk, buyer, refs);
  for (const coin of body.selectedPaymentUtxos) await largeCheapSpend(world, buyer, coin);
  const { settlementTxid } = await submitPurchase(desk.ctx, buyer.caller, body);
  expect((await relay(world)).join()).toContain('insufficient fee');
  return { ...world, settlementTxid };
}

const purchaseOf = ({ ctx }: Desk, txid: string) =>
  ctx.db.selectFrom('purchases').selectAll().where('settlementTxid', '=', txid).executeTakeFirstOrThrow();

const statesOf = async (desk: Desk, refs: readonly ListingRef[]) =>
  Promise.all(refs.map(async ({ listingId }) => (await desk.listing(listingId)).state));

const delist = (desk: Desk, seller: Trader, listings: readonly ListingRef[]) =>
  delistListings(desk.ctx, seller.caller, { slug: SLUG, walletBindingId: seller.walletBindingId, listings });

const auditedParts = ({ ctx: { chain, ordinals, db, clock, settings } }: Desk) => ({
  chain,
  ordinals,
  db,
  clock,
  network: settings.network,
  failureDepth: settings.failureDepth,
});

const feeOf = async (desk: Desk, txid: string) => (await desk.ctx.chain.replacedFees(txid))!;

describe('a purchase that only our node has', () => {
  test('without patience, keeps its listings off the market for ever: the attack', async () => {
    const world = await attacked(2, 1_000_000);
    await block(world, 12);
    expect((await purchaseOf(world.desk, world.settlementTxid)).state).toBe('pending');
    await expect(delist(world.desk, world.seller, world.refs)).rejects.toMatchObject({ code: 'not_buyable' });
    await expect(signedTakeBack(world.desk, world.seller, world.refs[0]!)).rejects.toMatchObject({
      code: 'not_buyable',
    });
  });

  test('is ended by the operator for the price of a small transaction, and its listings return', async () => {
    const world = await attacked(3);
    const { desk, seller, refs, settlementTxid } = world;
    const saleFee = await feeOf(desk, settlementTxid);
    await block(world, PATIENCE_BLOCKS - 1);
    expect((await purchaseOf(desk, settlementTxid)).state).toBe('pending');
    await block(world);

    const stalled = await purchaseOf(desk, settlementTxid);
    expect(stalled.state).toBe('stalled');
    const pool = await desk.ctx.chain.mempoolTxids();
    expect(pool).not.toContain(settlementTxid);
    expect(pool).toContain(readTransaction(stalled.bumpHex!).txid);
    expect(stalled.bumpFeeSats).toBeLessThan(600);
    expect(saleFee).toBeGreaterThan(desk.ctx.settings.bumpMaxSats);
    expect(await statesOf(desk, refs)).toEqual(['hidden_locked', 'hidden_locked', 'hidden_locked']);

    // at once: one seller delists, another takes back
    await delist(desk, seller, [refs[0]!]);
    await (await signedTakeBack(desk, seller, refs[1]!)).submit();
    expect(await statesOf(desk, refs)).toEqual(['cancelled', 'cancelled', 'hidden_locked']);

    await block(world, 2);
    const { state, failure } = await purchaseOf(desk, settlementTxid);
    expect(state).toBe('failed');
    expect(failure).toContain('was spent by transaction');
    expect(await statesOf(desk, refs)).toEqual(['cancelled', 'cancelled', 'buyable']);
    expect((await desk.ctx.ordinals.inscription(refs[1]!.inscriptionId))?.address).toBe(
      seller.ordinals.address,
    );

    // back in the book: an honest buyer gets it
    const { answer } = await buy(desk, world.honest, [refs[2]!]);
    await block(world);
    expect((await purchaseOf(desk, answer.settlementTxid)).state).toBe('confirmed');
    expect((await audit(auditedParts(desk), { pauseMs: 0 })).findings).toEqual([]);
  });

  test('is ended although its buyer hangs 62 children on his change, which leave no room for a bump', async () => {
    const world = await attacked(1);
    const { desk, buyer, refs, settlementTxid } = world;
    const sale = readTransaction((await purchaseOf(desk, settlementTxid)).package.at(-1)!);
    const vout = sale.outputs.length - 1;
    let coin: Utxo = { txid: settlementTxid, vout, valueSats: sale.outputs[vout]!.valueSats };
    for (let child = 0; child < 62; child += 1) {
      const feeSats = 200;
      const raw = await spendCoins(desk, buyer, [coin], { feeSats });
      coin = { txid: readTransaction(raw).txid, vout: 0, valueSats: coin.valueSats - feeSats };
    }
    desk.clock.step(desk.ctx.settings.bumpAfterMs);
    await block(world, PATIENCE_BLOCKS);
    const stalled = await purchaseOf(desk, settlementTxid);
    expect(stalled).toMatchObject({ state: 'stalled' });
    expect(stalled.bumpFeeSats).toBeLessThan(600);
    expect(await desk.ctx.chain.mempoolTxids()).toContain(readTransaction(stalled.bumpHex!).txid);
    await block(world, 2);
    expect((await purchaseOf(desk, settlementTxid)).state).toBe('failed');
    expect(await statesOf(desk, refs)).toEqual(['buyable']);
  });
});
