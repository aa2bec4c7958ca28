import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFollower } from '../../src/follower/follow.ts';
import { upsertCollection } from '../../src/store/catalogue/collections.ts';
import { storedTip } from '../../src/store/chain/blocks.ts';
import { purchaseByAnchor } from '../../src/store/purchase/purchases.ts';
import { openTestDatabase } from '../support/database.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ anchors: 120, settings: { failureDepth: 2 } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 30)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 40);
});
afterAll(() => desk?.close());

const purchaseState = async (anchorId: string) =>
  (await purchaseByAnchor(desk.ctx.db, anchorId))?.state ?? 'none';

/** Spends a payment coin of a purchase elsewhere, with a fee that no mempool refuses as a replacement. Answers raw hex. */
const spendElsewhere = (owner: Trader, coin: Utxo) =>
  spendCoins(desk, owner, [coin], { feeSats: 100_000, send: false });

describe('a reorg of the block with a sale', () => {
  test('takes the sale back to pending, and the next block confirms it again', async () => {
    const id = next();
    const [ref] = await list(desk, seller, [id]);
    const { body, answer } = await buy(desk, buyer, [ref!]);
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
    await desk.reorg(1);
    expect(await purchaseState(body.purchaseAnchorUtxoId)).toBe('pending');
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'hidden_locked', closedAt: null });
    const sale = () =>
      desk.ctx.db
        .selectFrom('sales')
        .selectAll()
        .where('listingId', '=', ref!.listingId)
        .executeTakeFirstOrThrow();
    expect(await sale()).toMatchObject({ state: 'pending', soldAt: null, blockHeight: null });
    const owner = async () =>
      (
        await desk.ctx.db
          .selectFrom('inscriptions')
          .innerJoin('locations', 'inscriptionKey', 'key')
          .select('ownerAddress')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).ownerAddress;
    expect(await owner()).toBe(seller.ordinals.address);
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
    expect(await sale()).toMatchObject({
      state: 'confirmed',
      txid: answer.settlementTxid,
      blockHeight: await desk.call('getblockcount'),
    });
    expect(await owner()).toBe(buyer.ordinals.address);
  });

  test('deeper than the block of the listing keeps the listing', async () => {
    const [ref] = await list(desk, seller, [next()]);
    await desk.mine(2);
    await desk.reorg(2);
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable' });
  });
});

describe('a buyer who spends a payment coin elsewhere', () => {
  test('in the mempool, then in a block, then buried: the purchase fails and the listing is buyable again', async () => {
    const [ref] = await list(desk, seller, [next()]);
    const { body } = await buy(desk, buyer, [ref!]);
    await desk.call('sendrawtransaction', [await spendElsewhere(buyer, body.selectedPaymentUtxos[0]!)]);
    await desk.settle();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'hidden_locked' });
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'hidden_locked' });
    expect(await purchaseState(body.purchaseAnchorUtxoId)).toBe('broadcasting');
    await desk.mine(2);
    expect(await purchaseState(body.purchaseAnchorUtxoId)).toBe('none');
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'buyable' });
    await buy(desk, buyer, [ref!]);
    await desk.mine();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
  });

  test('in a block that a reorg takes away again: the purchase is sent once more and confirms', async () => {
    const [ref] = await list(desk, seller, [next()]);
    const { body } = await buy(desk, buyer, [ref!]);
    const [sale] = await desk.ctx.db
      .selectFrom('purchases')
      .selectAll()
      .where('anchorId', '=', body.purchaseAnchorUtxoId)
      .execute();
    await desk.miner.mineOnly([await spendElsewhere(buyer, body.selectedPaymentUtxos[0]!)]);
    await desk.settle();
    expect(await purchaseState(body.purchaseAnchorUtxoId)).toBe('broadcasting');
    await desk.reorg(1, sale!.package);
    expect(await purchaseState(body.purchaseAnchorUtxoId)).toBe('confirmed');
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
  });
});

describe('a follower', () => {
  test('on an empty store keeps none of the coins that it read while the chain moved on', async () => {
    const { db, close } = await openTestDatabase();
    const { chain } = desk.ctx;
    const counts = () =>
      Promise.all(
        (['anchors', 'blocks'] as const).map(async (table) => {
          const { count } = await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          return Number(count);
        }),
      );
    let isDuring = true;
    const moving = Object.assign(Object.create(chain) as typeof chain, {
      addressCoins: async (address: string) => {
        const found = await chain.addressCoins(address);
        if (isDuring) await desk.call('generatetoaddress', [1, buyer.payment.address]);
        isDuring = false;
        return found;
      },
    });
    const fresh = createFollower({ ...desk.ctx, db, chain: moving }, { pollMs: 60_000 });
    await expect(fresh.sync()).rejects.toThrow(/while the coins of bcrt1p\w+ were read/);
    expect(await counts()).toEqual([0, 0]);
    await fresh.sync();
    const [coins] = await counts();
    expect(coins).toBe((await chain.addressCoins(anchorAddress(desk.ctx.keys, 'regtest'))).coins.length);
    expect(coins).toBeGreaterThan(0);
    await close();
    await desk.settle();
  });

  test('on an empty store agrees on the first block with one that starts beside it', async () => {
    const { db, close } = await openTestDatabase();
    const both = [1, 2].map(() => createFollower({ ...desk.ctx, db }, { pollMs: 60_000 }));
    const tips = await Promise.all(both.map((follower) => follower.sync()));
    expect(tips[0]).toEqual(tips[1]);
    expect(await storedTip(db)).toMatchObject({ hash: tips[0]!.hash });
    await close();
  });

  test('on an empty store starts at the tip, whatever its height, and knows what collections hold', async () => {
    const { db, close } = await openTestDatabase();
    const collections = await desk.ctx.db
      .selectFrom('collections')
      .selectAll()
      .where('slug', '=', SLUG)
      .execute();
    const { sources, name } = collections[0]!;
    await upsertCollection(db, {
      slug: SLUG,
      name,
      kind: 'parent_child',
      sources,
      createdAt: desk.clock.now(),
    });
    const fresh = createFollower({ ...desk.ctx, db }, { pollMs: 60_000 });
    const tip = await fresh.sync();
    expect(tip.height).toBe(await desk.call('getblockcount'));
    expect(await storedTip(db)).toMatchObject({ height: tip.height, hash: tip.hash });
    const held = await db
      .selectFrom('inscriptions')
      .innerJoin('locations', 'inscriptionKey', 'key')
      .select(['id', 'ownerAddress', 'txid', 'vout'])
      .orderBy('id')
      .execute();
    const known = await desk.ctx.db
      .selectFrom('inscriptions')
      .innerJoin('locations', 'inscriptionKey', 'key')
      .select(['id', 'ownerAddress', 'txid', 'vout'])
      .where(
        'id',
        'in',
        held.map(({ id }) => id),
      )
      .orderBy('id')
      .execute();
    expect(held.length).toBe(40);
    expect(held).toEqual(known);
    const anchors = (of: typeof db) =>
      of
        .selectFrom('anchors')
        .select(['txid', 'vout'])
        .where('spentHeight', 'is', null)
        .where('confirmedHeight', 'is not', null)
        .orderBy('txid')
        .orderBy('vout')
        .execute();
    expect(await anchors(db)).toEqual(await anchors(desk.ctx.db));
    await close();
  });

  test('that missed many blocks, a sale and a reorg brings the store level in one round', async () => {
    const [ref] = await list(desk, seller, [next()]);
    await buy(desk, buyer, [ref!]);
    await desk.miner.mine(1);
    const tip = (await desk.call('getbestblockhash')) as string;
    await desk.call('invalidateblock', [tip]);
    await desk.miner.mine(4);
    await desk.settle();
    expect(await desk.listing(ref!.listingId)).toMatchObject({ state: 'sold' });
    expect(await storedTip(desk.ctx.db)).toMatchObject({ height: await desk.call('getblockcount') });
  });

  test('that is told to stop while it catches up stores what it has read, and goes on from there', async () => {
    const start = (await storedTip(desk.ctx.db))!.height;
    await desk.miner.mine(6);
    const { chain } = desk.ctx;
    let read = 0;
    const follower = createFollower(
      {
        ...desk.ctx,
        chain: {
          ...chain,
          block: (hash) => {
            read += 1;
            if (read === 3) void follower.stop();
            return chain.block(hash);
          },
        },
      },
      { pollMs: 1_000 },
    );
    expect(await follower.sync()).toMatchObject({ height: start + read });
    expect(read).toBeLessThan(6);
    expect(await storedTip(desk.ctx.db)).toMatchObject({ height: start + read });
    await desk.settle();
    expect(await storedTip(desk.ctx.db)).toMatchObject({ height: start + 6 });
  });

  test('run twice over the same tip changes nothing', async () => {
    const before = await desk.dump();
    await desk.restarted().follower.sync();
    expect(await desk.dump()).toBe(before);
  });
});
