/** A backup is restored: what happened after it was made is on the chain, or is gone. */
import { tmpdir } from 'node:os';
import { feeBreakdown, priceOfReceived } from '@ordbook/protocol/layout/fees';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { readBackSales } from '../../src/follower/read-back-sales.ts';
import { collectionOfferById } from '../../src/store/collection-offer/collection-offers.ts';
import { openMigrated } from '../../src/store/database/migrated-copy.ts';
import { openPglite, type PgliteDatabase } from '../../src/store/database/pglite.ts';
import { listingsByIds } from '../../src/store/listing/listings.ts';
import { UNDONE_REASON } from '../../src/store/sale/read-back.ts';
import { cancelCollectionOffer } from '../../src/trading/collection-offer/close.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { cancelOffer } from '../../src/trading/offer/close.ts';
import { endEverythingOpen, endIfRestored, PROMOTED, RESTORED } from '../../src/trading/restored.ts';
import { eventAnomalies } from '../simulation/event-stories.ts';
import { acceptCounter, acceptOffer, makeCounter, makeOffer, offerNow } from '../support/bidding.ts';
import { fill, makeOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { buy, list, PRICE_SATS } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: PgliteDatabase;
let backup: Blob | File;
let copy: PgliteDatabase;
let desk: Desk;
let restored: ReturnType<Desk['restarted']>;
let seller: Trader;
let buyer: Trader;
const ASYNCHRONOUS = { areSynchronous: false };

/** What was open when the backup was made, and what became of it afterwards. */
let listed: { sold: string; delisted: string; untouched: string };
let offers: { accepted: string; countered: string; cancelled: string; untouched: string };
let collectionOffers: { filled: string; cancelled: string };
const txids: Record<'bought' | 'accepted' | 'countered' | 'filled' | 'unknown', string> = {} as never;

beforeAll(async () => {
  database = await openMigrated(tmpdir());
  desk = await openDesk({
    db: database.db,
    tiers: [QUICK_TIER],
    settings: { failureDepth: 2, revokeWithinMs: 0 },
  });
  const wallets = await desk.traders(['p2tr', ...Array<'p2wpkh'>(7).fill('p2wpkh')], 4);
  seller = wallets[0]!;
  buyer = wallets[1]!;
  // each on coins of its own: one that is accepted must not end another
  const makers = wallets.slice(2);
  const ids = await desk.inscribe(seller, 9);
  await endIfRestored(desk.ctx, ASYNCHRONOUS);
  const [sold, delisted, untouched] = await list(desk, seller, [ids[0]!, ids[1]!, ids[2]!]);
  const [first, second, third] = [
    await makeOffer(desk, makers[0]!, ids[3]!),
    await makeOffer(desk, makers[1]!, ids[4]!),
    await makeOffer(desk, makers[2]!, ids[5]!),
  ];
  const counter = await makeCounter(desk, seller, await makeOffer(desk, makers[5]!, ids[8]!));
  const filled = await makeOffers(desk, makers[3]!, { priceSats: 60_000 });
  const taken = await makeOffers(desk, makers[4]!, { priceSats: 55_000 });
  listed = { sold: sold!.listingId, delisted: delisted!.listingId, untouched: untouched!.listingId };
  offers = {
    accepted: first.offerId,
    countered: counter.offerId,
    cancelled: second.offerId,
    untouched: third.offerId,
  };
  collectionOffers = { filled: filled.offerId, cancelled: taken.offerId };
  backup = await database.dump();

  txids.bought = (await buy(desk, buyer, [sold!])).answer.settlementTxid;
  await desk.mine();
  await delistListings(desk.ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings: [delisted!],
  });
  await desk.settle();
  txids.accepted = (await acceptOffer(desk, seller, first)).settlementTxid;
  txids.countered = (await acceptCounter(desk, makers[5]!, counter)).settlementTxid;
  await cancelOffer(desk.ctx, makers[1]!.caller, {
    ...second,
    walletBindingId: makers[1]!.walletBindingId,
  });
  txids.filled = (await fill(desk, seller, filled.offerId, ids[6]!)).answer.settlementTxid;
  await cancelCollectionOffer(desk.ctx, makers[4]!.caller, {
    slug: SLUG,
    offerId: taken.offerId,
    walletBindingId: makers[4]!.walletBindingId,
  });
  await desk.mine();
  const [later] = await list(desk, seller, [ids[7]!], 77_000);
  txids.unknown = (await buy(desk, buyer, [later!])).answer.settlementTxid;
  await desk.mine(3);

  copy = await openPglite({ memory: true, from: backup });
  await copy.db.updateTable('databaseIdentity').set({ restoredAt: desk.clock.now() }).execute();
  restored = desk.restarted({ db: copy.db });
  await desk.settle(restored.follower);
});
afterAll(async () => {
  await desk?.close();
  await copy?.close();
  await database?.close();
});

const saleOf = async (txid: string) =>
  copy.db.selectFrom('sales').selectAll().where('txid', '=', txid).executeTakeFirstOrThrow();
const listingOf = async (id: string) => (await listingsByIds(copy.db, [id]))[0]!;
const offerOf = (offerId: string) => offerNow({ ...desk, ctx: restored.ctx }, { offerId });

describe('own trades since the backup are read back from their blocks', () => {
  test('a purchase of a listing that the backup has, at its price', async () => {
    const sale = await saleOf(txids.bought);
    expect(sale).toMatchObject({
      state: 'confirmed',
      saleType: 'internal',
      priceSats: PRICE_SATS,
      listingId: listed.sold,
      sellerAddress: seller.ordinals.address,
      buyerAddress: buyer.ordinals.address,
    });
    expect((await listingOf(listed.sold)).state).toBe('sold');
  });

  test('a purchase of a listing that the backup lacks, at the price that its proceeds and fees tell', async () => {
    expect(await saleOf(txids.unknown)).toMatchObject({
      state: 'confirmed',
      saleType: 'internal',
      priceSats: 77_000,
      collectionSlug: SLUG,
      sellerAddress: seller.ordinals.address,
      buyerAddress: buyer.ordinals.address,
    });
  });

  test('an acceptance of an offer, and a fill of a collection offer', async () => {
    const offer = await offerOf(offers.accepted);
    expect(await saleOf(txids.accepted)).toMatchObject({
      saleType: 'internal',
      priceSats: offer.priceSats,
      offerId: offer.id,
    });
    expect(offer.state).toBe('accepted');
    expect(await saleOf(txids.filled)).toMatchObject({
      saleType: 'internal',
      priceSats: 60_000,
      sellerAddress: seller.ordinals.address,
    });
    expect((await collectionOfferById(copy.db, collectionOffers.filled))!.state).toBe('accepted');
  });

  test('an acceptance of a counter, whose price is in no output of its own', async () => {
    const counter = await offerOf(offers.countered);
    expect(await saleOf(txids.countered)).toMatchObject({
      saleType: 'internal',
      priceSats: counter.priceSats,
      offerId: counter.id,
      sellerAddress: seller.ordinals.address,
    });
    expect(counter.state).toBe('accepted');
  });

  test('and events tell of every move', async () => {
    expect((await offerOf(offers.accepted)).state).toBe('accepted');
    expect(await eventAnomalies(copy.db, desk.clock.now())).toEqual([]);
  });

  test('each once, and as the database says that was not restored', async () => {
    const told = async (db: typeof copy.db) =>
      db
        .selectFrom('sales')
        .select([
          'txid',
          'inscriptionId',
          'saleType',
          'priceSats',
          'sellerAddress',
          'buyerAddress',
          'blockHeight',
        ])
        .where('state', '=', 'confirmed')
        .orderBy('txid')
        .execute();
    expect(await told(copy.db)).toEqual(await told(database.db));
  });
});

test('a counter is sold to its buyer and with the market’s signature only: no recovery of it, and nothing that its seller does alone', async () => {
  const { inscriptionId, blockHeight, buyerAddress } = await saleOf(txids.countered);
  const block = (await desk.ctx.chain.block((await desk.ctx.chain.blockHash(blockHeight!))!))!;
  const transaction = block.transactions.find(({ txid }) => txid === txids.countered)!;
  const [passthrough, funding] = transaction.inputs;
  const transfer = block.transactions.find(({ txid }) => txid === passthrough!.txid)!;
  const alone = { ...transaction, inputs: [{ ...passthrough!, witness: ['00'.repeat(64)] }, funding!] };
  const old = await openPglite({ memory: true, from: backup });
  try {
    await old.db.updateTable('databaseIdentity').set({ restoredAt: desk.clock.now() }).execute();
    const { key } = await old.db
      .selectFrom('inscriptions')
      .select('key')
      .where('id', '=', inscriptionId)
      .executeTakeFirstOrThrow();
    const place = { offset: 0, vout: 0, valueSats: passthrough!.valueSats };
    const readBack = async (mined: typeof transaction, ownerAddress: string) => {
      const from = { ...place, txid: passthrough!.txid, ownerAddress: null };
      const to = { ...place, txid: mined.txid, ownerAddress };
      const common = { key, block, inputIndex: 0 };
      const before = { ...from, txid: 'fe'.repeat(32) };
      const hops = [
        { ...common, transaction: transfer, blockPosition: 1, from: before, to: from },
        { ...common, transaction: mined, blockPosition: 2, from, to },
      ];
      await readBackSales({ ...desk.ctx, db: old.db }, old.db, { hops, sold: [] });
      return old.db.selectFrom('sales').select('offerId').where('txid', '=', mined.txid).execute();
    };
    expect(await readBack(transaction, seller.ordinals.address)).toEqual([]);
    expect(await readBack(alone, buyerAddress!)).toEqual([]);
    expect(await readBack(transaction, buyerAddress!)).toEqual([{ offerId: offers.countered }]);
  } finally {
    await old.close();
  }
});

test('a listing whose anchor is spent is closed, although nobody knows that it was taken down', async () => {
  expect(await listingOf(listed.delisted)).toMatchObject({ state: 'invalidated' });
  expect((await listingOf(listed.delisted)).closedAt).not.toBeNull();
});

test('a sale that was read back goes with its block, and what it sold is open again', async () => {
  const height = (await saleOf(txids.unknown)).blockHeight!;
  const depth = ((await desk.call('getblockcount')) as number) - height + 1;
  const second = await openPglite({ memory: true, from: await copy.dump() });
  try {
    const { follower } = desk.restarted({ db: second.db });
    await desk.reorg(depth);
    await desk.settle(follower);
    const sales = await second.db.selectFrom('sales').select('txid').execute();
    expect(sales.map(({ txid }) => txid)).not.toContain(txids.unknown);
    await desk.mine();
    await desk.settle(follower);
  } finally {
    await second.close();
  }
  await desk.settle(restored.follower);
});

describe('everything else that was open', () => {
  test('stays while the database is on the cluster that it was on', async () => {
    expect(await endIfRestored(restored.ctx, ASYNCHRONOUS)).toBeNull();
    expect((await offerOf(offers.cancelled)).state).toBe('active');
  });

  test('stays on a promoted standby that had every commit, and ends on another, with a reason', async () => {
    const fourth = await openPglite({ memory: true, from: backup });
    try {
      const ctx = { ...restored.ctx, db: fourth.db };
      const promote = () => fourth.db.updateTable('databaseIdentity').set({ timeline: '00000000' }).execute();
      const offer = async () => offerNow({ ...desk, ctx }, { offerId: offers.cancelled });
      // noted now: a version before this one did not
      expect(await endIfRestored(ctx, ASYNCHRONOUS)).toBeNull();

      await promote();
      expect(await endIfRestored(ctx, { areSynchronous: true })).toBeNull();
      expect(await endIfRestored(ctx, ASYNCHRONOUS)).toBeNull();
      expect((await offer()).state).toBe('active');

      await promote();
      expect(await endIfRestored(ctx, ASYNCHRONOUS)).toBeGreaterThan(4);
      expect(await offer()).toMatchObject({ state: 'cancelled', closeReason: PROMOTED, signatures: null });
      expect(await endIfRestored(ctx, ASYNCHRONOUS)).toBeNull();
    } finally {
      await fourth.close();
    }
  });

  test('ends on another cluster, with a reason, and only once', async () => {
    await copy.db.updateTable('databaseIdentity').set({ systemIdentifier: 'another' }).execute();
    // the untouched listing; two offers; the cancelled collection offer
    expect(await endIfRestored(restored.ctx, ASYNCHRONOUS)).toBe(4);
    expect(await listingOf(listed.untouched)).toMatchObject({ state: 'cancelled', closeReason: RESTORED });
    for (const id of [offers.cancelled, offers.untouched])
      expect(await offerOf(id)).toMatchObject({
        state: 'cancelled',
        closeReason: RESTORED,
        signatures: null,
      });
    expect(await collectionOfferById(copy.db, collectionOffers.cancelled)).toMatchObject({
      state: 'cancelled',
      closeReason: RESTORED,
      authSecret: null,
    });
    expect(await endIfRestored(restored.ctx, ASYNCHRONOUS)).toBeNull();
    expect(await endEverythingOpen(restored.ctx)).toBe(0);
  });
});

describe('what a restore ended before the blocks were read', () => {
  test('is sold all the same, passes the audit, and stays ended when a reorg takes the sale', async () => {
    const third = await openPglite({ memory: true, from: backup });
    try {
      const ended = desk.restarted({ db: third.db });
      await endEverythingOpen(ended.ctx);
      await desk.settle(ended.follower);
      const states = async () => [
        (await listingsByIds(third.db, [listed.sold]))[0]!.state,
        (await offerNow({ ...desk, ctx: ended.ctx }, { offerId: offers.accepted })).state,
        (await collectionOfferById(third.db, collectionOffers.filled))!.state,
      ];
      expect(await states()).toEqual(['sold', 'accepted', 'accepted']);
      const { chain, ordinals, clock, settings } = ended.ctx;
      const parts = { ...settings, chain, ordinals, clock, db: third.db };
      const { findings } = await audit(parts, { pauseMs: 0 });
      expect(findings).toEqual([]);

      const height = (await saleOf(txids.bought)).blockHeight!;
      await desk.reorg(((await desk.call('getblockcount')) as number) - height + 1);
      await desk.settle(ended.follower);
      expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled']);
      const reasons = [
        (await listingsByIds(third.db, [listed.sold]))[0]!.closeReason,
        (await offerNow({ ...desk, ctx: ended.ctx }, { offerId: offers.accepted })).closeReason,
        (await collectionOfferById(third.db, collectionOffers.filled))!.closeReason,
      ];
      expect(reasons).toEqual(Array(3).fill(UNDONE_REASON));
      await desk.mine();
      await desk.settle(ended.follower);
      expect(await states()).toEqual(['sold', 'accepted', 'accepted']);
      expect(await eventAnomalies(third.db, clock.now())).toEqual([]);
    } finally {
      await third.close();
    }
    await desk.settle(restored.follower);
  });
});

test('a price follows from what the seller receives, for every price', () => {
  const { fees } = desk.ctx.settings;
  const rules = { fees, payoutAddress: null, network: 'regtest', utxoValueSats: 546 } as const;
  for (let price = 10_000; price < 2_000_000; price += 997) {
    const { sellerReceiveSats } = feeBreakdown({ ...rules, priceSats: price });
    const found = priceOfReceived(sellerReceiveSats, rules)!;
    // two neighbours may leave the seller the same
    expect([price, price - 1]).toContain(found);
    expect(feeBreakdown({ ...rules, priceSats: found }).sellerReceiveSats).toBe(sellerReceiveSats);
  }
});
