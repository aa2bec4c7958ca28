/**
 * Coins that a reorg took back, and that nobody can make again: a buried block has another spend of what made them. No block will
 * ever spend them.
 */

import { createNode } from '@ordbook/devnode';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { collectionOfferById } from '../../src/store/collection-offer/collection-offers.ts';
import { endListing } from '../../src/trading/listing/delist.ts';
import { acceptOffer, makeOffer, offerNow } from '../support/bidding.ts';
import { makeOffers as makeCollectionOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk, ownIndex } from '../support/desk.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let first: Trader;
let second: Trader;
let ids: string[];
let index: Awaited<ReturnType<typeof ownIndex>>;
/** The node has deleted the blocks of other branches. */
let hidesOldBlocks = false;

const confirmations = async (call: RpcCall, hash: string) =>
  ((await call('getblockheader', [hash])) as { confirmations: number }).confirmations;

beforeAll(async () => {
  const node = createNode();
  const call: RpcCall = async (method, params) => {
    const block = method === 'getblock' ? String(params?.[0]) : null;
    if (block !== null && hidesOldBlocks && Number(await confirmations(node.call, block)) < 0)
      throw Object.assign(new Error('Block not found'), { code: -5 });
    return node.call(method, params);
  };
  index = await ownIndex(call);
  desk = await openDesk({ call, index, settings: { failureDepth: 2 }, tiers: [QUICK_TIER] });
  [seller, first, second] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr'], 8)) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 5);
});
afterAll(async () => {
  await desk?.close();
  await index?.close();
});

/** `first` buys an inscription, in a block. `undo` replaces the blocks since by one with another spend of its payment coin. */
async function bought(inscriptionId: string) {
  const refs = await list(desk, seller, [inscriptionId]);
  const { body } = await buy(desk, first, refs);
  const height = (await desk.ctx.chain.tip()).height;
  const elsewhere = await spendCoins(desk, first, [body.selectedPaymentUtxos[0]!], {
    feeSats: 5_000,
    send: false,
  });
  await desk.mine();
  return {
    refs,
    anchorId: body.purchaseAnchorUtxoId,
    async undo() {
      const tip = await desk.ctx.chain.tip();
      await desk.reorg(tip.height - height, [elsewhere]);
    },
  };
}

async function bury(blocks = desk.ctx.settings.failureDepth) {
  for (let block = 0; block < blocks; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
}

const purchaseOf = async (anchorId: string) =>
  desk.ctx.db.selectFrom('purchases').selectAll().where('anchorId', '=', anchorId).executeTakeFirstOrThrow();
const settlementOf = async ({ offerId }: { offerId: string }) =>
  desk.ctx.db
    .selectFrom('offerSettlements')
    .selectAll()
    .where('offerId', '=', offerId)
    .executeTakeFirstOrThrow();
/** The change of the last purchase of `first`. */
async function unmadeCoin() {
  const height = (await desk.ctx.chain.tip()).height;
  const { coins } = await desk.ctx.chain.addressCoins(first.payment.address);
  const { txid, vout, valueSats } = coins.find((coin) => coin.height === height)!;
  return { txid, vout, valueSats };
}
const anchorOf = async (id: string) =>
  desk.ctx.db.selectFrom('anchors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lockedPayments = async () => {
  const { rows } = await sql`select * from purchase_payments p join purchases b on b.id = p.purchase_id
    where b.state <> 'confirmed'`.execute(desk.ctx.db);
  return rows;
};
const findings = async () => {
  const { chain, ordinals, db, clock, settings } = desk.ctx;
  const parts = {
    chain,
    ordinals,
    db,
    clock,
    network: settings.network,
    failureDepth: settings.failureDepth,
  };
  return (await audit(parts, { pauseMs: 0 })).findings;
};

describe('a coin that a reorg took back for good', () => {
  test('ends the purchase of it, frees what pays for it, and ends its listing with the reason', async () => {
    const { undo, anchorId } = await bought(ids[0]!);
    const [ref] = await list(desk, first, [ids[0]!]);
    const resale = await buy(desk, second, [ref!]);
    const anchor = resale.body.purchaseAnchorUtxoId;
    await desk.mine();
    expect(await purchaseOf(anchor)).toMatchObject({ state: 'confirmed' });

    await undo();
    await bury();

    const unmade = (await purchaseOf(anchorId)).settlementTxid;
    expect(await purchaseOf(anchorId)).toMatchObject({ state: 'failed' });
    const failed = await purchaseOf(anchor);
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining(unmade) });
    expect(await lockedPayments()).toEqual([]);
    expect((await anchorOf(anchor)).state).toBe('free');
    const listing = await desk.listing(ref!.listingId);
    expect(listing).toMatchObject({
      state: 'invalidated',
      closedAt: expect.any(Date),
      closeReason: expect.stringContaining(`removed transaction ${unmade}`),
      recoverySignature: '',
    });
    // retired; the pool may already have it in its next fan-out transaction
    const { state, fanOutHex } = await anchorOf(listing.anchorId);
    expect(state === 'retired' || fanOutHex !== null).toBe(true);
    expect(await findings()).toEqual([]);
  });

  test('ends what was offered for it, and an offer that it pays', async () => {
    const { undo } = await bought(ids[1]!);
    const coin = await unmadeCoin();
    const onIt = await makeOffer(desk, second, ids[1]!, { validityHours: 2_000 });
    const collectionOffer = await makeCollectionOffers(desk, first, { spendableUtxos: [coin] });
    await undo();
    await desk.settle();
    await bury();
    await desk.settle();
    expect(await offerNow(desk, onIt)).toMatchObject({
      state: 'invalidated',
      isFinal: true,
      signatures: null,
      closeReason: expect.stringContaining('a reorg removed transaction'),
    });
    expect(await collectionOfferById(desk.ctx.db, collectionOffer.offerId)).toMatchObject({
      state: 'invalidated',
      isFinal: true,
      authSecret: null,
      closeReason: expect.stringContaining('a reorg removed transaction'),
    });
    expect(await findings()).toEqual([]);
  });

  test('is lost too when the reorg removed only what made its sources: an accepted offer fails', async () => {
    const { undo } = await bought(ids[2]!);
    await desk.mine();
    // the inscription goes on, twice, in the removed blocks
    await moveInscription(desk, first, ids[2]!, second.ordinals.address);
    await desk.mine();
    const offer = await makeOffer(desk, seller, ids[2]!);
    await acceptOffer(desk, second, offer);
    await desk.mine();
    await undo();
    await bury();
    const settlement = await settlementOf(offer);
    expect(settlement).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('a reorg removed'),
    });
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'invalidated', isFinal: true });
    expect(await findings()).toEqual([]);
  });

  test('is not lost while what made it may be mined: the trade goes on when a block has it again', async () => {
    const refs = await list(desk, seller, [ids[3]!]);
    const { body } = await buy(desk, first, refs);
    await desk.mine();
    const [ref] = await list(desk, first, [ids[3]!]);
    const resale = await buy(desk, second, [ref!]);
    await desk.mine();
    await desk.reorg(2);
    await bury(4);
    expect(await purchaseOf(resale.body.purchaseAnchorUtxoId)).toMatchObject({
      state: 'pending',
      failure: null,
    });
    await desk.mine();
    for (const anchorId of [body.purchaseAnchorUtxoId, resale.body.purchaseAnchorUtxoId])
      expect(await purchaseOf(anchorId)).toMatchObject({ state: 'confirmed' });
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
    expect(await findings()).toEqual([]);
  });

  test('that the node does not explain ends nothing, and the audit finds what waits for it', async () => {
    const { undo } = await bought(ids[4]!);
    const [ref] = await list(desk, first, [ids[4]!]);
    await desk.mine();
    hidesOldBlocks = true;
    await undo();
    hidesOldBlocks = false;
    await bury(3);
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated', closedAt: null });
    expect(await findings()).toMatchObject([
      { code: 'invalidated_for_ever', subject: `listing ${ref!.listingId}` },
    ]);
    await endListing(desk.ctx, await desk.listing(ref!.listingId), 'its coin is gone');
    expect(await findings()).toEqual([]);
  });
});
