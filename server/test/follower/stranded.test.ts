/** Transfers that come into a block, or out of sight, without their sale. */
import { createNode } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { hex } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REGTEST } from '../../../sandbox/src/keys.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { collectionItems } from '../../src/store/catalogue/collection-items.ts';
import { purchaseByAnchor } from '../../src/store/purchase/purchases.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { keepAnchors } from '../../src/trading/operator-coins/anchors.ts';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import { makeOffer } from '../support/bidding.ts';
import { type Desk, openDesk, ownIndex, POSTAGE_SATS, SLUG } from '../support/desk.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list, signedPurchase } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;
/** Transactions that the node pretends not to know: a small mempool has dropped them, and another miner has them. */
const hidden = new Set<string>();
/** What the node estimates, sat/vB; null: what it does by itself. */
let feeRate: number | null = null;
let index: Awaited<ReturnType<typeof ownIndex>>;

beforeAll(async () => {
  const node = createNode();
  const call: RpcCall = async (method, params) => {
    const about = String(params?.[0]);
    if (method === 'estimatesmartfee' && feeRate !== null) return { feerate: feeRate / 1e5, blocks: 2 };
    if (hidden.has(about) && method === 'gettxout') return null;
    if (hidden.has(about) && method === 'getrawtransaction')
      throw Object.assign(new Error('No such mempool or blockchain transaction'), { code: -5 });
    return node.call(method, params);
  };
  index = await ownIndex(call);
  desk = await openDesk({ call, index, anchors: 60, settings: { failureDepth: 2 } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 30)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 20);
});
afterAll(async () => {
  await desk?.close();
  await index?.close();
});

/** The purchase has failed: the buyer spent a coin of it elsewhere. Its transfer is in a block, or in the mempool as yet. */
async function stranded({ inBlock = true } = {}) {
  const [ref] = await list(desk, seller, [next()]);
  const { body } = await buy(desk, buyer, [ref!]);
  const purchase = (await purchaseByAnchor(desk.ctx.db, body.purchaseAnchorUtxoId))!;
  const transfer = purchase.package[0]!;
  const spend = await spendCoins(desk, buyer, [body.selectedPaymentUtxos[0]!], {
    feeSats: 1_000,
    send: false,
  });
  await desk.miner.mineOnly(inBlock ? [transfer, spend] : [spend]);
  await desk.settle();
  await bury();
  return { ref: ref!, transfer, listing: await desk.listing(ref!.listingId) };
}

/** Blocks that leave the mempool alone. */
async function bury(): Promise<void> {
  for (let block = 0; block < 2; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
}

const delist = (ref: { listingId: string; inscriptionId: string }) =>
  delistListings(desk.ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings: [ref],
  });
const ownerOf = async (id: string) => (await desk.ctx.ordinals.inscription(id))?.address;
const coinState = async ({ txid, vout }: { txid: string; vout: number }) =>
  (
    await desk.ctx.db
      .selectFrom('anchors')
      .select('state')
      .where('txid', '=', txid)
      .where('vout', '=', vout)
      .executeTakeFirst()
  )?.state;

describe('a transfer that confirms though its sale does not', () => {
  test('leaves a listing that sells from the passthrough', async () => {
    const { ref } = await stranded();
    const { promised } = await buy(desk, buyer, [ref]);
    expect(promised.listingTransferFeeSats).toBe(0);
    await desk.mine();
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'sold' });
    expect(await desk.ctx.ordinals.inscription(ref.inscriptionId)).toMatchObject({
      address: buyer.ordinals.address,
      outputValueSats: POSTAGE_SATS,
    });
  });

  test('leaves nobody who could accept an offer: none can be made', async () => {
    const { ref } = await stranded();
    await expect(makeOffer(desk, buyer, ref.inscriptionId)).rejects.toMatchObject({ code: 'not_offerable' });
  });

  test('is undone by taking the listing down: the operator sends the inscription back', async () => {
    const { ref } = await stranded();
    await delist(ref);
    await desk.settle();
    expect((await desk.listing(ref.listingId)).recoveryTxid).not.toBeNull();
    await desk.mine();
    expect(await desk.ctx.ordinals.inscription(ref.inscriptionId)).toMatchObject({
      address: seller.ordinals.address,
      outputValueSats: POSTAGE_SATS,
    });
    await desk.mine(2);
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'cancelled', recoverySignature: '' });
    const [again] = await list(desk, seller, [ref.inscriptionId]);
    expect(await desk.listing(again!.listingId)).toMatchObject({ state: 'buyable' });
  });

  test('that waits in the mempool keeps the signatures that send the inscription back', async () => {
    const { ref } = await stranded({ inBlock: false });
    await delist(ref);
    await desk.settle();
    const waiting = await desk.listing(ref.listingId);
    expect(waiting).toMatchObject({ state: 'cancelled', recoveryTxid: null });
    expect(waiting.recoverySignature).not.toBe('');
    await desk.mine();
    await desk.mine();
    expect((await desk.ctx.ordinals.inscription(ref.inscriptionId))?.address).toBe(seller.ordinals.address);
    expect((await desk.listing(ref.listingId)).recoveryTxid).not.toBeNull();
  });

  test('is undone by the seller alone, by key path, and the listing is invalidated', async () => {
    const { ref, listing } = await stranded();
    await desk.call('sendrawtransaction', [takenBack(listing)]);
    await desk.settle();
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'invalidated' });
    await desk.mine();
    expect(await desk.ctx.ordinals.inscription(ref.inscriptionId)).toMatchObject({
      address: seller.ordinals.address,
    });
  });
});

describe('the change of a transfer whose sale did not come', () => {
  test('is left to the listing’s next sale, whatever the pool lacks', async () => {
    const { ref, listing } = await stranded();
    const lacking = { ...desk.ctx, settings: { ...desk.ctx.settings, anchorPoolTarget: 1_000 } };
    await keepAnchors(lacking);
    const change = { txid: listing.transferTxid, vout: 1 };
    expect(await coinState(change)).toBe('free');
    await buy(desk, buyer, [ref]);
    await desk.mine();
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'sold' });
    expect(await ownerOf(ref.inscriptionId)).toBe(buyer.ordinals.address);
  });
});

describe('a listing that sells from its passthrough', () => {
  test('waits while a reorg has unconfirmed its transfer, and comes back with it', async () => {
    const { ref } = await stranded();
    const { listedAt } = await desk.listing(ref.listingId);
    await desk.reorg(3);
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'pending_public' });
    await desk.mine();
    expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'buyable', listedAt });
  });

  test('is told with its inscription, as where it was listed', async () => {
    const { ref } = await stranded();
    const items = await collectionItems(desk.ctx.db, {
      now: desk.clock.now(),
      slug: SLUG,
      sort: 'oldest',
      after: null,
      limit: 100,
    });
    expect(items.find(({ id }) => id === ref.inscriptionId)).toMatchObject({
      listingId: ref.listingId,
      listingState: 'buyable',
    });
  });
});

describe('the recovery of a delisted one', () => {
  test('is not given up while somebody may have the transfer, though this node has not', async () => {
    const { ref, listing, transfer } = await stranded({ inBlock: false });
    hidden.add(listing.transferTxid);
    await delist(ref);
    await desk.settle();
    await bury();
    expect((await desk.listing(ref.listingId)).recoverySignature).not.toBe('');
    expect(await coinState(listing.anchor)).not.toBe('assigned');
    hidden.delete(listing.transferTxid);
    await desk.miner.mineOnly([transfer]);
    await desk.settle();
    await desk.mine();
    expect(await ownerOf(ref.inscriptionId)).toBe(seller.ordinals.address);
    await desk.mine(3);
    expect((await desk.listing(ref.listingId)).recoverySignature).toBe('');
  });

  test('gives its fee coin back when the seller was faster', async () => {
    await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 77_777 }]);
    await desk.mine();
    const { ref, listing } = await stranded();
    await delist(ref);
    await desk.settle();
    const { recoveryHex } = await desk.listing(ref.listingId);
    const [, feeCoin] = readTransaction(recoveryHex!).inputs;
    expect(await coinState(feeCoin!)).toBe('assigned');
    await desk.miner.mineOnly([takenBack(listing)]);
    await desk.settle();
    await bury();
    expect(await coinState(feeCoin!)).toBe('free');
    expect((await desk.listing(ref.listingId)).recoverySignature).toBe('');
  });
});

describe('an inscription that is listed anew', () => {
  test('before its old listing came back closes that one for good, and holds up nobody else’s', async () => {
    const [old, other] = await list(desk, seller, [next(), next()]);
    const coins = await desk.coinsOf(seller);
    for (const [i, { inscriptionId }] of [old!, other!].entries())
      await moveInscription(desk, seller, inscriptionId, buyer.ordinals.address, { feeCoin: coins[i]! });
    await desk.settle();
    expect(await desk.listing(old!.listingId)).toMatchObject({ state: 'invalidated' });
    await spendCoins(desk, seller, coins.slice(0, 2), { feeSats: 50_000 });
    const [again] = await list(desk, seller, [old!.inscriptionId]);
    await desk.settle();
    expect(await desk.listing(old!.listingId)).toMatchObject({ state: 'invalidated', saleSignature: '' });
    expect(await desk.listing(other!.listingId)).toMatchObject({ state: 'buyable' });
    expect(await desk.listing(again!.listingId)).toMatchObject({ state: 'buyable' });
    expect(desk.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('while a reorg has undone its sale does not stop the follower', async () => {
    const [ref] = await list(desk, seller, [next()]);
    await buy(desk, buyer, [ref!]);
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
    const twin = crypto.randomUUID();
    await sql`
      insert into listings select (jsonb_populate_record(l, jsonb_build_object('id', ${twin}::text, 'state', 'pending_public',
        'closed_at', null))).* from listings l where id = ${ref!.listingId}`.execute(desk.ctx.db);
    await desk.reorg(1);
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated' });
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
    expect(await ownerOf(ref!.inscriptionId)).toBe(buyer.ordinals.address);
  });
});

describe('a purchase that the node refuses for days', () => {
  test('ends by the operator’s spend of its anchor, at once and not only while that is cheap, and its listings are free again', async () => {
    await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 88_888 }]);
    await desk.mine();
    const [ref] = await list(desk, seller, [next()]);
    const { body } = await signedPurchase(desk, buyer, [ref!]);
    const refused = [{ txid: '', accepted: false, reason: 'mempool min fee not met' }];
    const { ctx, follower } = desk.restarted({
      chain: { ...desk.ctx.chain, submitPackage: async () => refused },
    });
    const look = async () => {
      await index.caughtUp();
      await follower.sync();
    };
    const state = async () =>
      (
        await desk.ctx.db
          .selectFrom('purchases')
          .selectAll()
          .where('anchorId', '=', body.purchaseAnchorUtxoId)
          .executeTakeFirst()
      )?.state;
    const { pendingSaleIds } = await submitPurchase(ctx, buyer.caller, body);
    expect(pendingSaleIds).toHaveLength(1);
    feeRate = 12;
    await look();
    expect(await desk.ctx.chain.mempoolTxids()).toEqual([]);
    desk.clock.step(desk.ctx.settings.patienceMs + 1);
    await look();
    expect(await desk.ctx.chain.mempoolTxids()).toHaveLength(1);
    feeRate = null;
    await desk.miner.mine(1);
    await look();
    expect(await state()).toBe('stalled');
    for (let block = 0; block < 2; block += 1) {
      await desk.miner.mine(1);
      await look();
    }
    expect(await state()).toBe('failed');
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable' });
    await follower.stop();
  });
});

/** The seller takes the passthrough by key path, with a fee that beats the recovery. Raw hex. */
function takenBack(listing: { readonly transferTxid: string; readonly sellerKey: string }): string {
  const lock = passthroughLock(listing.sellerKey, desk.ctx.keys.market);
  const transaction = new Transaction({ allowUnknownInputs: true });
  transaction.addInput({
    txid: listing.transferTxid,
    index: 0,
    witnessUtxo: { script: hex.decode(lock.script), amount: BigInt(POSTAGE_SATS) },
    tapInternalKey: hex.decode(listing.sellerKey),
    tapMerkleRoot: hex.decode(lock.leafHash),
  });
  transaction.addOutputAddress(seller.ordinals.address, BigInt(POSTAGE_SATS - 5_000), REGTEST);
  transaction.signIdx(WIF(REGTEST).decode(seller.ordinals.wif), 0);
  transaction.finalize();
  return hex.encode(transaction.extract());
}
