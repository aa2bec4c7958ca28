import type { Outpoint } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorsByIds } from '../../../src/store/operator-coins/anchors.ts';
import { delistListings, recheckListings } from '../../../src/trading/listing/delist.ts';
import { submitListing } from '../../../src/trading/listing/list.ts';
import { createPublisher } from '../../../src/trading/listing/publish.ts';
import { type Desk, OTHER_SLUG, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { buy, list, listingBody, refusedWith, signedListing } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ settings: { failureDepth: 2 } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2tr'], 6)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 33);
});
afterAll(() => desk?.close());

const body = (trader: Trader, listings: readonly { inscriptionId: string; listingId: string }[]) => ({
  slug: SLUG,
  walletBindingId: trader.walletBindingId,
  listings,
});
const delist = (trader: Trader, listings: readonly { inscriptionId: string; listingId: string }[]) =>
  delistListings(desk.ctx, trader.caller, body(trader, listings));

function defer() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

describe('a seller takes listings down', () => {
  test('and their signatures are forgotten and their anchors spent by the pool', async () => {
    const refs = await list(desk, seller, [next(), next()]);
    expect(await delist(seller, refs)).toEqual({ listings: refs });
    for (const { listingId } of refs) {
      const closed = await desk.listing(listingId);
      expect(closed).toMatchObject({
        state: 'cancelled',
        closedAt: desk.clock.now(),
        transferSignature: '',
        saleSignature: '',
        recoverySignature: '',
      });
      await desk.mine();
      await desk.mine();
      const { txid, vout } = closed.anchor;
      expect(await desk.ctx.chain.unspent({ txid, vout })).toBeNull();
    }
  });

  test('again, and gets the same answer', async () => {
    const refs = await list(desk, seller, [next()]);
    const first = await delist(seller, refs);
    const before = await desk.dump();
    expect(await delist(seller, refs)).toEqual(first);
    expect(await desk.dump()).toBe(before);
  });

  test('in several equal and overlapping requests at a time, and each gets its answer', async () => {
    const [first, second, third] = await list(desk, seller, [next(), next(), next()]);
    const wanted = [[first!, second!], [first!, second!], [second!, third!], [first!]];
    const answers = await Promise.all(wanted.map((refs) => delist(seller, refs)));
    expect(answers).toEqual(wanted.map((listings) => ({ listings })));
  });

  test('and can list the inscription again', async () => {
    const id = next();
    await delist(seller, await list(desk, seller, [id]));
    const [again] = await list(desk, seller, [id], 60_000);
    expect(await desk.listing(again!.listingId)).toMatchObject({ state: 'buyable', priceSats: 60_000 });
  });
});

describe('taking down is refused', () => {
  test("for somebody else's wallet and listing, an unknown listing, and one that holds another inscription", async () => {
    const [ref] = await list(desk, seller, [next()]);
    await refusedWith(desk, 'not_owner', () => delistListings(desk.ctx, buyer.caller, body(seller, [ref!])));
    await refusedWith(desk, 'not_owner', () => delist(buyer, [ref!]));
    await refusedWith(desk, 'unknown_listing', () =>
      delist(seller, [{ ...ref!, listingId: buyer.walletBindingId }]),
    );
    await refusedWith(desk, 'malformed', () => delist(seller, [{ ...ref!, inscriptionId: next() }]));
  });

  test('by way of a collection that is unknown, or that the inscription is not in', async () => {
    const refs = await list(desk, seller, [next()]);
    for (const slug of ['nowhere', OTHER_SLUG])
      await refusedWith(desk, 'not_found', () =>
        delistListings(desk.ctx, seller.caller, { ...body(seller, refs), slug }),
      );
  });

  test('for all listings of a call when it is for one', async () => {
    const refs = await list(desk, seller, [next(), next()]);
    const wrong = [refs[0]!, { ...refs[1]!, listingId: buyer.walletBindingId }];
    await refusedWith(desk, 'unknown_listing', () => delist(seller, wrong));
  });

  test('for one that is being bought, and for one that was sold', async () => {
    const refs = await list(desk, seller, [next()]);
    await buy(desk, buyer, refs);
    await refusedWith(desk, 'not_buyable', () => delist(seller, refs));
    await desk.mine();
    await refusedWith(desk, 'not_buyable', () => delist(seller, refs));
  });
});

describe('an inscription that moves', () => {
  test('takes its listing out when the move is in the mempool, for good once it is buried', async () => {
    const id = next();
    const [ref] = await list(desk, seller, [id]);
    await moveInscription(desk, seller, id, buyer.ordinals.address);
    await desk.settle();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated', closedAt: null });
    await desk.mine();
    await desk.mine(2);
    expect(await desk.listing(ref!.listingId)).toMatchObject({
      state: 'invalidated',
      closedAt: desk.clock.now(),
      saleSignature: '',
    });
  });

  test('keeps its signatures for as long as only the mempool has the move', async () => {
    const id = next();
    const [ref] = await list(desk, seller, [id]);
    const away = buyer.ordinals.address;
    const conflict = await moveInscription(desk, seller, id, away, { send: false, feeCoinOnly: true });
    await moveInscription(desk, seller, id, away);
    for (let i = 0; i <= desk.ctx.settings.failureDepth + 1; i += 1) {
      await desk.miner.mineOnly([]);
      await desk.settle();
    }
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated', closedAt: null });
    await desk.miner.mineOnly([conflict]);
    await desk.settle();
    await desk.settle();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable' });
  });

  test('takes its listing out when the move is first seen in a block', async () => {
    const id = next();
    const [ref] = await list(desk, seller, [id]);
    const raw = await moveInscription(desk, seller, id, buyer.ordinals.address, { send: false });
    await desk.miner.mineOnly([raw]);
    await desk.settle();
    expect(await desk.listing(ref!.listingId)).toMatchObject({
      state: 'invalidated',
      invalidatedHeight: await desk.call('getblockcount'),
    });
  });

  test('takes its listing out, also one that becomes buyable while its coins are looked up', async () => {
    const { ctx } = desk;
    const id = next();
    const body = await signedListing(ctx, seller, listingBody(seller, [id]));
    const anchorId = body.anchors[0]!.anchorUtxoId;
    const { confirmedHeight } = (await anchorsByIds(ctx.db, [anchorId]))[0]!;
    const setConfirmed = (height: number | null) =>
      ctx.db.updateTable('anchors').set({ confirmedHeight: height }).where('id', '=', anchorId).execute();
    await setConfirmed(null);
    const [ref] = (await submitListing(ctx, seller.caller, body)).listings;
    await setConfirmed(confirmedHeight);
    // A request publishes it, as of before the move, once the follower has read that it is not public yet.
    const [hasRead, goesOn] = [defer(), defer()];
    const unspents = async (coins: readonly Outpoint[]) => {
      const found = await ctx.chain.unspents(coins);
      hasRead.resolve();
      await goesOn.promise;
      return found;
    };
    const publishing = createPublisher({ ...ctx, chain: { ...ctx.chain, unspents } }, 10)();
    await hasRead.promise;
    await moveInscription(desk, seller, id, buyer.ordinals.address);
    const afterPublishing = async (coins: readonly Outpoint[]) => {
      goesOn.resolve();
      await publishing;
      return ctx.chain.unspents(coins);
    };
    const follower = { ...ctx, chain: { ...ctx.chain, unspents: afterPublishing } };
    const { utxoTxid: txid, utxoVout: vout } = await desk.listing(ref!.listingId);
    await recheckListings(follower, { outpoints: [{ txid, vout }], height: null });
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated' });
  });

  test('takes its listing out, also one that is stored just after the block with the move', async () => {
    const { ctx } = desk;
    const id = next();
    const body = await signedListing(ctx, seller, listingBody(seller, [id]));
    const raw = await moveInscription(desk, seller, id, buyer.ordinals.address, { send: false });
    const isIndexRead = defer();
    let isMined = false;
    const outputs = async (coins: readonly Outpoint[]) => {
      const found = await ctx.ordinals.outputs(coins);
      isIndexRead.resolve();
      return found;
    };
    const unspents = async (coins: readonly Outpoint[]) => {
      const found = await ctx.chain.unspents(coins);
      await isIndexRead.promise;
      if (!isMined) {
        isMined = true;
        await desk.miner.mineOnly([raw]);
        await desk.settle();
      }
      return found;
    };
    const busy = { ...ctx, ordinals: { ...ctx.ordinals, outputs }, chain: { ...ctx.chain, unspents } };
    const [ref] = (await submitListing(busy, seller.caller, body)).listings;
    await desk.settle();
    const invalidatedHeight = await desk.call('getblockcount');
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated', invalidatedHeight });
    await desk.mine(desk.ctx.settings.failureDepth);
    expect(await desk.listing(ref!.listingId)).toMatchObject({ closedAt: desk.clock.now() });
  });

  test('to where it was never, since a reorg took its birth, takes its listing out of the book', async () => {
    const [id] = await desk.inscribe(seller);
    const refs = await list(desk, seller, [id!]);
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({ state: 'buyable' });
    await desk.reorg(1);
    expect(await desk.listing(refs[0]!.listingId)).not.toMatchObject({ state: 'buyable' });
    await desk.mine();
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({ state: 'buyable' });
  });

  test('and whose move a reorg undoes is buyable again', async () => {
    const id = next();
    const [ref] = await list(desk, seller, [id]);
    const coin = await desk.ctx.ordinals.inscription(id);
    const away = buyer.ordinals.address;
    const move = await moveInscription(desk, seller, id, away, { send: false });
    const conflict = await moveInscription(desk, seller, id, away, { send: false, feeCoinOnly: true });
    await desk.miner.mineOnly([move]);
    await desk.settle();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'invalidated' });
    // The other branch spends the move's second coin elsewhere, so that the move cannot come back.
    await desk.reorg(1, [conflict]);
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable', invalidatedHeight: null });
    expect(await desk.ctx.chain.unspent(coin!.location)).not.toBeNull();
  });
});
