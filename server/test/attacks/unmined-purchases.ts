/** Purchases that no miner takes, on any two nodes that disagree: devnodes, or real ones. */
import type { RpcCall } from '@ordbook/devnode';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import type { ListingRef } from '../../src/trading/purchase/buyable-listings.ts';
import { type Desk, type DeskOptions, SLUG } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { type SplitNetwork, splitNetwork } from '../support/split-network.ts';
import { signedTakeBack } from '../support/stranded-listing.ts';
import { buy } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

const PATIENCE_BLOCKS = 4;
/** A small transaction, which spends an anchor, at 5 sat/vB. */
const SMALL_SATS = 600;

/** Two nodes with empty chains, and how they are given back. */
export interface TwoNodes extends Pick<DeskOptions, 'index'> {
  readonly call: RpcCall;
  readonly others: RpcCall;
  readonly close?: () => Promise<void>;
}

/** The tests, each on two new nodes. */
export function unminedPurchases(twoNodes: () => Promise<TwoNodes>): void {
  const attacked = async (
    listed: number,
    play: (world: SplitNetwork) => Promise<void>,
    patienceBlocks = PATIENCE_BLOCKS,
  ) => {
    const { close, ...nodes } = await twoNodes();
    const settings = { patienceBlocks, failureDepth: 1, minFeeRate: 5 };
    let desk: Desk | undefined;
    try {
      const world = await splitNetwork({ ...nodes, listed, settings });
      desk = world.desk;
      expect(world.refusals.join()).toMatch(/insufficient fee|replacement-adds-unconfirmed/);
      await play(world);
    } finally {
      await desk?.close();
      await close?.();
    }
  };

  test('without patience, a purchase that only our node has keeps its listings for ever: the attack', () =>
    attacked(
      2,
      async ({ desk, seller, refs, settlementTxid, block }) => {
        await block(12);
        expect((await purchaseOf(desk, settlementTxid)).state).toBe('pending');
        await expect(delist(desk, seller, refs)).rejects.toMatchObject({ code: 'not_buyable' });
        await expect(signedTakeBack(desk, seller, refs[0]!)).rejects.toMatchObject({ code: 'not_buyable' });
      },
      1_000_000,
    ));

  test('it is ended by the operator for the price of a small transaction, and its listings return', () =>
    attacked(3, async ({ desk, seller, honest, refs, settlementTxid, block }) => {
      const saleFee = await desk.ctx.chain.replacedFees(settlementTxid);
      expect(saleFee).toBeGreaterThan(desk.ctx.settings.bumpMaxSats);
      await block(PATIENCE_BLOCKS - 1);
      expect((await purchaseOf(desk, settlementTxid)).state).toBe('pending');
      await block();

      const stalled = await purchaseOf(desk, settlementTxid);
      expect(stalled.state).toBe('stalled');
      expect(stalled.bumpFeeSats).toBeLessThan(SMALL_SATS);
      const pool = await desk.ctx.chain.mempoolTxids();
      expect(pool).not.toContain(settlementTxid);
      expect(pool).toContain(readTransaction(stalled.bumpHex!).txid);
      expect(await statesOf(desk, refs)).toEqual(['hidden_locked', 'hidden_locked', 'hidden_locked']);

      // at once: one seller delists, another takes back
      await delist(desk, seller, [refs[0]!]);
      await (await signedTakeBack(desk, seller, refs[1]!)).submit();
      expect(await statesOf(desk, refs)).toEqual(['cancelled', 'cancelled', 'hidden_locked']);

      await block(2);
      const { state, failure } = await purchaseOf(desk, settlementTxid);
      expect(state).toBe('failed');
      expect(failure).toContain('was spent by transaction');
      expect(await statesOf(desk, refs)).toEqual(['cancelled', 'cancelled', 'buyable']);
      const back = await desk.ctx.ordinals.inscription(refs[1]!.inscriptionId);
      expect(back?.address).toBe(seller.ordinals.address);

      // back in the book: an honest buyer gets it
      const { answer } = await buy(desk, honest, [refs[2]!]);
      await block();
      expect((await purchaseOf(desk, answer.settlementTxid)).state).toBe('confirmed');
      const { chain, ordinals, db, clock, settings } = desk.ctx;
      const { network, failureDepth } = settings;
      const { findings } = await audit({ chain, ordinals, db, clock, network, failureDepth }, { pauseMs: 0 });
      expect(findings).toEqual([]);
    }));

  test('it is ended although its buyer hangs as many children on his change as there is room for', () =>
    attacked(1, async ({ desk, buyer, refs, settlementTxid, block }) => {
      const sale = readTransaction((await purchaseOf(desk, settlementTxid)).package.at(-1)!);
      const vout = sale.outputs.length - 1;
      let coin: Utxo = { txid: settlementTxid, vout, valueSats: sale.outputs[vout]!.valueSats };
      const feeSats = 200;
      const fill = async () => {
        for (;;) {
          const raw = await spendCoins(desk, buyer, [coin], { feeSats });
          coin = { txid: readTransaction(raw).txid, vout: 0, valueSats: coin.valueSats - feeSats };
        }
      };
      // a bump would be one more
      await expect(fill()).rejects.toThrow(/too-large-cluster|too-long-mempool-chain/);
      await block(PATIENCE_BLOCKS);
      const stalled = await purchaseOf(desk, settlementTxid);
      expect(stalled.state).toBe('stalled');
      expect(stalled.bumpFeeSats).toBeLessThan(SMALL_SATS);
      expect(await desk.ctx.chain.mempoolTxids()).toContain(readTransaction(stalled.bumpHex!).txid);
      await block(2);
      expect((await purchaseOf(desk, settlementTxid)).state).toBe('failed');
      expect(await statesOf(desk, refs)).toEqual(['buyable']);
    }));
}

const purchaseOf = ({ ctx }: Desk, txid: string) =>
  ctx.db.selectFrom('purchases').selectAll().where('settlementTxid', '=', txid).executeTakeFirstOrThrow();

const statesOf = async (desk: Desk, refs: readonly ListingRef[]) =>
  Promise.all(refs.map(async ({ listingId }) => (await desk.listing(listingId)).state));

const delist = (desk: Desk, seller: Trader, listings: readonly ListingRef[]) =>
  delistListings(desk.ctx, seller.caller, { slug: SLUG, walletBindingId: seller.walletBindingId, listings });
