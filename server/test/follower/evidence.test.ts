/** What the follower concludes, and from what: blocks that it applied, never from a node that does not know. */
import type { Utxo } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedTip } from '../../src/store/chain/blocks.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { submitListing } from '../../src/trading/listing/list.ts';
import { spendsInBlocks } from '../../src/trading/settlement/spent-coins.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list, listingBody, refusalOf, signedListing } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

const FAILURE_DEPTH = 2;

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ anchors: 60, settings: { failureDepth: FAILURE_DEPTH } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 30)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 12);
});
afterAll(() => desk?.close());

const purchaseOf = async (txid: string) =>
  desk.ctx.db
    .selectFrom('purchases')
    .selectAll()
    .where('settlementTxid', '=', txid)
    .executeTakeFirstOrThrow();
const saleOf = async (txid: string) =>
  desk.ctx.db.selectFrom('sales').selectAll().where('txid', '=', txid).executeTakeFirstOrThrow();
const spendElsewhere = (coin: Utxo, send = true) =>
  spendCoins(desk, buyer, [coin], { feeSats: 100_000, send });

/** The service, with a node that answers some calls otherwise. */
const withNode = (change: Partial<TradingContext['chain']>) =>
  desk.restarted({ chain: { ...desk.ctx.chain, ...change } });

async function bought() {
  const [ref] = await list(desk, seller, [next()]);
  const { answer, body } = await buy(desk, buyer, [ref!]);
  return { ref: ref!, txid: answer.settlementTxid, body };
}

describe('a purchase that a block has', () => {
  test('is confirmed while the transaction index of the node knows nothing', async () => {
    const { ref, txid } = await bought();
    const { follower } = withNode({ transaction: async () => null });
    await desk.miner.mine(1);
    await desk.settle(follower);
    expect(await purchaseOf(txid)).toMatchObject({ state: 'confirmed', failure: null });
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'sold' });
    await desk.miner.mine(FAILURE_DEPTH + 2);
    await desk.settle(follower);
    expect((await purchaseOf(txid)).state).toBe('confirmed');
  });

  test('is confirmed even if it had failed: a reorg took the spend that it failed by', async () => {
    const { ref, txid, body } = await bought();
    const { package: sent } = await purchaseOf(txid);
    const conflict = await spendElsewhere(body.selectedPaymentUtxos[0]!, false);
    await desk.miner.mineOnly([conflict]);
    await desk.mine(FAILURE_DEPTH);
    expect(await purchaseOf(txid)).toMatchObject({ state: 'failed' });
    expect(await saleOf(txid)).toMatchObject({ state: 'failed' });

    await desk.reorg(FAILURE_DEPTH + 1, sent);
    expect(await purchaseOf(txid)).toMatchObject({ state: 'confirmed', failure: null });
    expect(await saleOf(txid)).toMatchObject({ state: 'confirmed' });
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'sold' });
  });
});

describe('a purchase that no block has', () => {
  test('has not failed because the node knows neither its transactions nor its coins', async () => {
    const { ref, txid } = await bought();
    const sent = (await purchaseOf(txid)).package;
    const refused = async (raws: readonly string[]) =>
      raws.map(() => ({ txid: '', accepted: false, reason: 'bad-txns-inputs-missingorspent' }));
    const { follower } = withNode({
      transaction: async () => null,
      unspents: async (coins) => coins.map(() => null),
      mempoolSpenders: async (coins) => coins.map(() => null),
      submitPackage: refused,
    });
    for (let block = 0; block < FAILURE_DEPTH + 2; block += 1) {
      await desk.miner.mineOnly([]);
      await desk.settle(follower);
    }
    expect(await purchaseOf(txid)).toMatchObject({ state: 'broadcasting', failure: null });
    await desk.miner.mineOnly(sent);
    await desk.settle();
    expect((await purchaseOf(txid)).state).toBe('confirmed');
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'sold' });
  });

  test('fails by a named spend that is deep enough, and says which', async () => {
    const { ref, txid, body } = await bought();
    const coin = body.selectedPaymentUtxos[0]!;
    const conflict = await spendElsewhere(coin, false);
    await desk.miner.mineOnly([conflict]);
    await desk.settle();
    const [spend] = await spendsInBlocks(desk.ctx, [coin]);
    expect((await purchaseOf(txid)).state).toBe('broadcasting');
    await desk.mine(FAILURE_DEPTH);
    const { state, failure } = await purchaseOf(txid);
    expect(state).toBe('failed');
    expect(failure).toBe(
      `${coin.txid}:${coin.vout} was spent by transaction ${spend!.spentBy} in block ${spend!.height}`,
    );
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'buyable' });
  });

  test('fails by a spend in a block that was applied before its coins were watched', async () => {
    const { txid, body } = await bought();
    const coin = body.selectedPaymentUtxos[0]!;
    const forget = () =>
      desk.ctx.db
        .updateTable('watchedCoins')
        .set({ spentBy: null, spentHeight: null, spentPosition: null })
        .where('txid', '=', coin.txid)
        .where('vout', '=', coin.vout)
        .execute();
    await desk.miner.mineOnly([await spendElsewhere(coin, false)]);
    await desk.settle();
    await forget();
    await desk.mine(FAILURE_DEPTH);
    expect(await purchaseOf(txid)).toMatchObject({ state: 'failed' });
  });
});

describe('a node that has only the beginning of our chain', () => {
  test('undoes nothing, and is waited for', async () => {
    const { txid } = await bought();
    await desk.mine(3);
    const ours = (await storedTip(desk.ctx.db))!;
    const height = ours.height - 2;
    const hash = (await desk.ctx.chain.blockHash(height))!;
    const behind = withNode({
      tip: async () => ({ height, hash }),
      blockHash: async (at) => (at > height ? null : desk.ctx.chain.blockHash(at)),
    });
    const refusal = await refusalOf(behind.follower.sync());
    expect(refusal).toMatchObject({ code: 'unavailable' });
    expect(refusal.message).toContain(`the node is at height ${height}, behind block ${ours.height}`);
    expect(await storedTip(desk.ctx.db)).toEqual(ours);
    expect((await purchaseOf(txid)).state).toBe('confirmed');
  });

  test('has undone our tip when it says that it is invalid', async () => {
    const { txid } = await bought();
    await desk.mine();
    await desk.call('invalidateblock', [await desk.call('getbestblockhash')]);
    await desk.settle();
    expect((await purchaseOf(txid)).state).toBe('pending');
    await desk.mine();
    expect((await purchaseOf(txid)).state).toBe('confirmed');
  });
});

describe('a listing that was submitted', () => {
  test('is answered although the node fails once it is stored, and the repeat says the same', async () => {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    let isStored = false;
    const ctx: TradingContext = {
      ...desk.ctx,
      chain: {
        ...desk.ctx.chain,
        unspents: async (coins) => {
          if (isStored) throw new Error('the node was asked again');
          isStored = true;
          return desk.ctx.chain.unspents(coins);
        },
      },
    };
    await expect(submitListing(ctx, seller.caller, body)).rejects.toThrow('the node was asked again');
    const answer = await submitListing(desk.ctx, seller.caller, body);
    await desk.mine();
    const { answer: sold } = await buy(desk, buyer, answer.listings);
    expect(await submitListing(desk.ctx, seller.caller, body)).toEqual(answer);
    await desk.mine();
    expect((await purchaseOf(sold.settlementTxid)).state).toBe('confirmed');
    expect(await submitListing(desk.ctx, seller.caller, body)).toEqual(answer);
  });
});
