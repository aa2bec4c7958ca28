import { randomBytes, randomUUID } from 'node:crypto';
import { sameOutpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { readOffers } from '../../../src/trading/offer/book.ts';
import { cancelOffer, rejectOffer } from '../../../src/trading/offer/close.ts';
import { preflightOffers, submitOffers } from '../../../src/trading/offer/make.ts';
import {
  type Bid,
  makeOffer,
  makeOffers,
  type OfferRef,
  offerNow,
  signedOffer,
} from '../../support/bidding.ts';
import { type Desk, OTHER_SLUG, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { spendCoins } from '../../support/spend-coins.ts';
import { list, refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let buyer: Trader;
let seller: Trader;
let rival: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  [buyer, seller, rival] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr'])) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 46);
});
afterAll(() => desk?.close());
afterEach(async () => {
  await sql`delete from collection_offers`.execute(desk.ctx.db);
  await sql`update collections set live_floor_bps = null, trading_enabled = true`.execute(desk.ctx.db);
});
vi.setConfig({ testTimeout: 90_000 });

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const asking = (id: string, bid: Bid) => codeOf(signedOffer(desk, buyer, [id], bid));

describe('an offer', () => {
  test('is active, for as long as it says, and moves nothing', async () => {
    const offer = await makeOffer(desk, buyer, next(), { validityHours: 6 });
    const stored = await offerNow(desk, offer);
    expect(stored.state).toBe('active');
    expect(stored.expiresAt.getTime() - stored.createdAt.getTime()).toBe(6 * HOUR_MS);
    expect(await desk.ctx.chain.mempoolTxids()).toEqual([]);
  });

  test('splits the price so that what the buyer pays is what the others get', async () => {
    const { preflight } = await signedOffer(desk, buyer, [next()], { priceSats: 100_000 });
    expect(preflight.items[0]!.buyerPayTotalSats).toBe(101_500);
  });

  test('of several inscriptions spends the same coins for each', async () => {
    const wanted = [next(), next(), next()];
    const offerIds = await makeOffers(desk, buyer, wanted);
    const offers = await Promise.all(offerIds.map((offerId) => offerNow(desk, { offerId })));
    const payments = offers.map((offer) => (offer.kind === 'buyer_offer' ? offer.terms.payments : null));
    expect(new Set(payments.map((coins) => JSON.stringify(coins))).size).toBe(1);
    expect(offers.map(({ inscriptionId }) => inscriptionId)).toEqual(wanted);
  });

  test('that is submitted again answers the same ids and stores nothing', async () => {
    const { body } = await signedOffer(desk, buyer, [next(), next()]);
    const first = await submitOffers(desk.ctx, buyer.caller, body);
    const before = await desk.dump();
    expect(await submitOffers(desk.ctx, buyer.caller, body)).toEqual(first);
    expect(await desk.dump()).toBe(before);
  });

  test('may be made again once it was cancelled', async () => {
    const { body } = await signedOffer(desk, buyer, [next()]);
    const [first] = (await submitOffers(desk.ctx, buyer.caller, body)).items;
    const action = { ...first!, walletBindingId: buyer.walletBindingId };
    await cancelOffer(desk.ctx, buyer.caller, action);
    // a repeat is not a new offer: that begins with a preflight
    expect(await codeOf(submitOffers(desk.ctx, buyer.caller, body))).toBe('trade_ended');
    await signedOffer(desk, buyer, body.inscriptionIds);
    const [second] = (await submitOffers(desk.ctx, buyer.caller, body)).items;
    expect(second!.offerId).not.toBe(first!.offerId);
  });

  test('is not made a second time by a late repeat, although a preflight quoted it again while it was open', async () => {
    const { body } = await signedOffer(desk, buyer, [next()]);
    const [first] = (await submitOffers(desk.ctx, buyer.caller, body)).items;
    await signedOffer(desk, buyer, body.inscriptionIds);
    await cancelOffer(desk.ctx, buyer.caller, { ...first!, walletBindingId: buyer.walletBindingId });
    expect(await codeOf(submitOffers(desk.ctx, buyer.caller, body))).toBe('trade_ended');
  });

  test('on an own inscription is refused', async () => {
    expect(await codeOf(signedOffer(desk, seller, [next()]))).toBe('malformed');
  });

  test('on an inscription of another collection, or of none, is refused', async () => {
    const body = {
      slug: OTHER_SLUG,
      walletBindingId: buyer.walletBindingId,
      paymentPublicKey: buyer.payment.publicKey,
      inscriptionIds: [next()],
      priceSats: 50_000,
      spendableUtxos: await desk.coinsOf(buyer),
    };
    expect(await codeOf(preflightOffers(desk.ctx, buyer.caller, body))).toBe('not_found');
    const unknown = { ...body, slug: SLUG, inscriptionIds: [`${'ab'.repeat(32)}i0`] };
    expect(await codeOf(preflightOffers(desk.ctx, buyer.caller, unknown))).toBe('not_found');
  });

  test("with somebody else's wallet binding is refused", async () => {
    const { body } = await signedOffer(desk, buyer, [next()]);
    expect(await codeOf(submitOffers(desk.ctx, rival.caller, body))).toBe('not_owner');
  });

  test('on an inscription that is on its way elsewhere is refused', async () => {
    const id = next();
    const { body } = await signedOffer(desk, buyer, [id]);
    await moveInscription(desk, seller, id, rival.ordinals.address);
    expect(await codeOf(submitOffers(desk.ctx, buyer.caller, body))).toBe('stale');
    await desk.mine();
    expect(await codeOf(submitOffers(desk.ctx, buyer.caller, body))).toBe('stale');
  });

  test('on a burnt inscription is refused for what it is, and not as one that is on its way', async () => {
    const id = next();
    const { body } = await signedOffer(desk, buyer, [id]);
    await moveInscription(desk, seller, id, null);
    expect(await codeOf(submitOffers(desk.ctx, buyer.caller, body))).toBe('stale');
    await desk.mine();
    const refusal = await refusalOf(submitOffers(desk.ctx, buyer.caller, body));
    expect(refusal).toMatchObject({ status: 400, code: 'not_offerable' });
    expect(refusal.message).toContain('was burnt');
  });

  test('is shown to everybody with the highest first', async () => {
    const id = next();
    await makeOffer(desk, buyer, id, { priceSats: 40_000 });
    await makeOffer(desk, rival, id, { priceSats: 60_000 });
    const seen = await readOffers(desk.ctx, seller.caller, id);
    expect(seen).toMatchObject({ topOfferSats: 60_000, liveOfferCount: 2, expiringSoonCount: 0 });
    expect(seen.offers.map(({ priceSats, topOfferSats }) => [priceSats, topOfferSats])).toEqual([
      [60_000, 40_000],
      [40_000, null],
    ]);
  });
});

describe('a price', () => {
  test('must be a multiple of 1,000 within the window', async () => {
    const id = next();
    for (const priceSats of [1000, 50_500, 1_001_000])
      expect(await asking(id, { priceSats })).toBe('bad_price');
    await signedOffer(desk, buyer, [id], { priceSats: 2000 });
    await signedOffer(desk, buyer, [id], { priceSats: 1_000_000 });
  });

  test('must be at least 20% of the floor, at submit as at preflight', async () => {
    const id = next();
    const { body } = await signedOffer(desk, buyer, [id], { priceSats: 19_000 });
    const [listed] = await list(desk, seller, [next()], 100_000);
    expect(await codeOf(submitOffers(desk.ctx, buyer.caller, body))).toBe('price_moved');
    expect(await asking(id, { priceSats: 19_000 })).toBe('bad_price');
    const offer = await makeOffer(desk, buyer, id, { priceSats: 20_000 });
    expect((await offerNow(desk, offer)).floorSats).toBe(100_000);
    expect(listed).toBeDefined();
  });

  test("must meet the operator's live-floor share, rounded up to the next 1,000", async () => {
    await sql`update collections set live_floor_bps = 5050 where slug = ${SLUG}`.execute(desk.ctx.db);
    const id = next();
    expect(await asking(id, { priceSats: 50_000 })).toBe('bad_price');
    await signedOffer(desk, buyer, [id], { priceSats: 51_000 });
    await sql`update collections set trading_enabled = false where slug = ${SLUG}`.execute(desk.ctx.db);
    expect(await asking(id, { priceSats: 51_000 })).toBe('trading_disabled');
  });

  test('must be 90% of the best collection offer that an outsider can fill', async () => {
    const id = next();
    const first = await collectionOffer(rival, 100_000, { kind: 'all' });
    expect(await asking(id, { priceSats: 89_000 })).toBe('bad_price');
    await signedOffer(desk, buyer, [id], { priceSats: 90_000 });

    await fillAttempt(first);
    await signedOffer(desk, buyer, [id], { priceSats: 50_000 });
    await sql`delete from fill_attempts`.execute(desk.ctx.db);

    await sql`delete from collection_offers`.execute(desk.ctx.db);
    await collectionOffer(seller, 100_000, { kind: 'all' });
    await signedOffer(desk, buyer, [id], { priceSats: 50_000 });
  });

  test('at the maximum is allowed, whatever the floors and collection offers are', async () => {
    const id = next();
    await sql`update collections set live_floor_bps = 10000 where slug = ${SLUG}`.execute(desk.ctx.db);
    await list(desk, seller, [next()], 100_000);
    const multiplyFloor = (by: number) =>
      sql`update collection_listings set price_sats = price_sats * ${by}::numeric`.execute(desk.ctx.db);
    await multiplyFloor(64);
    await collectionOffer(rival, 1_115_000, { kind: 'all' });
    expect(await asking(id, { priceSats: 999_000 })).toBe('bad_price');
    await signedOffer(desk, buyer, [id], { priceSats: 1_000_000 });
    await multiplyFloor(1 / 64);
  });

  test('heeds trait offers only where each type has one of its values', async () => {
    const id = next();
    await sql`update inscriptions set traits = ${JSON.stringify([
      { type: 'Hat', value: 'Crown' },
      { type: 'Eyes', value: 'Blue' },
    ])}::jsonb where id = ${id}`.execute(desk.ctx.db);
    const hats = { type: 'Hat', values: ['Cap', 'Crown'] };
    await collectionOffer(rival, 100_000, {
      kind: 'traits',
      traits: [hats, { type: 'Eyes', values: ['Red'] }],
    });
    await signedOffer(desk, buyer, [id], { priceSats: 50_000 });
    await collectionOffer(rival, 100_000, {
      kind: 'traits',
      traits: [hats, { type: 'Eyes', values: ['Blue'] }],
    });
    expect(await asking(id, { priceSats: 89_000 })).toBe('bad_price');
    await sql`update collections set verified = false where slug = ${SLUG}`.execute(desk.ctx.db);
    await signedOffer(desk, buyer, [id], { priceSats: 50_000 });
    await sql`update collections set verified = true where slug = ${SLUG}`.execute(desk.ctx.db);
  });
});

describe('the end of an offer', () => {
  const acting = (trader: Trader, offer: { inscriptionId: string; offerId: string }) => ({
    ...offer,
    walletBindingId: trader.walletBindingId,
  });

  test('by its buyer is a cancellation, by the owner a rejection, by nobody else anything', async () => {
    const [first, second] = [await makeOffer(desk, buyer, next()), await makeOffer(desk, buyer, next())];
    const { ctx } = desk;
    for (const stranger of [seller, rival])
      expect(await codeOf(cancelOffer(ctx, stranger.caller, acting(stranger, first)))).toBe('not_owner');
    for (const stranger of [buyer, rival])
      expect(await codeOf(rejectOffer(ctx, stranger.caller, acting(stranger, second)))).toBe('not_owner');
    expect(await cancelOffer(ctx, buyer.caller, acting(buyer, first))).toEqual({
      offerId: first.offerId,
      status: 'cancelled',
    });
    expect(await rejectOffer(ctx, seller.caller, acting(seller, second))).toEqual({
      offerId: second.offerId,
      status: 'rejected',
    });
    expect((await offerNow(desk, first)).signatures).toBeNull();
    expect(await codeOf(rejectOffer(ctx, seller.caller, acting(seller, first)))).toBe('offer_closed');
    expect((await cancelOffer(ctx, buyer.caller, acting(buyer, first))).status).toBe('cancelled');
    expect(await codeOf(cancelOffer(ctx, buyer.caller, acting(buyer, second)))).toBe('offer_closed');
  });

  test('is the same for all of several equal requests at a time, and of unequal ones one wins', async () => {
    const { ctx } = desk;
    const ids = [next(), next(), next()];
    const refs = (await makeOffers(desk, buyer, ids)).map((offerId, i) => ({
      offerId,
      inscriptionId: ids[i]!,
    }));
    const cancel = (offer: OfferRef) => cancelOffer(ctx, buyer.caller, acting(buyer, offer));
    const reject = (offer: OfferRef) => rejectOffer(ctx, seller.caller, acting(seller, offer));
    for (const { status } of await Promise.all([1, 2, 3].map(() => cancel(refs[0]!))))
      expect(status).toBe('cancelled');
    for (const { status } of await Promise.all([1, 2, 3].map(() => reject(refs[1]!))))
      expect(status).toBe('rejected');
    const ends = await Promise.allSettled([cancel(refs[2]!), reject(refs[2]!)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('comes by time, without any request', async () => {
    const offer = await makeOffer(desk, buyer, next(), { validityHours: 6 });
    desk.clock.step(6 * HOUR_MS - 1);
    await desk.settle();
    expect((await offerNow(desk, offer)).state).toBe('active');
    desk.clock.step(1);
    await desk.settle();
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'expired', signatures: null });
  });

  test('comes when a coin is spent elsewhere, and is undone with it', async () => {
    const [maker] = (await desk.traders(['p2wpkh'], 2)) as [Trader];
    const offer = await makeOffer(desk, maker, next());
    const undo = await spentUntilReorg(maker, offer);
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'invalidated', isFinal: false });
    await undo();
    expect(await offerNow(desk, offer)).toMatchObject({ state: 'active', closedAt: null });
    await spendCoins(desk, maker, await desk.coinsOf(maker));
    await desk.settle();
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
    await desk.mine();
    await desk.mine(desk.ctx.settings.failureDepth);
    expect(await offerNow(desk, offer)).toMatchObject({
      state: 'invalidated',
      isFinal: true,
      signatures: null,
    });
  });

  test('that was invalidated stays so when its time is over before the coin is back', async () => {
    const [maker] = (await desk.traders(['p2wpkh'], 2)) as [Trader];
    const offer = await makeOffer(desk, maker, next(), { validityHours: 6 });
    const undo = await spentUntilReorg(maker, offer);
    desk.clock.step(6 * HOUR_MS);
    await undo();
    expect((await offerNow(desk, offer)).state).toBe('invalidated');
  });
});

/** A block spends the coins of an offer and another one; `undo` replaces it by one that spends the other alone, for good. */
async function spentUntilReorg(
  maker: Trader,
  ref: { readonly offerId: string },
): Promise<() => Promise<void>> {
  const offer = await offerNow(desk, ref);
  const payments = offer.kind === 'buyer_offer' ? offer.terms.payments : [];
  const coins = await desk.coinsOf(maker);
  const others = coins.filter((coin) => !payments.some((own) => sameOutpoint(own, coin)));
  const alone = await spendCoins(desk, maker, others, { send: false });
  await desk.miner.mineOnly([await spendCoins(desk, maker, coins, { send: false })]);
  await desk.settle();
  return () => desk.reorg(1, [alone]);
}

async function collectionOffer(maker: Trader, priceSats: number, target: object): Promise<string> {
  const id = randomUUID();
  const now = desk.clock.now();
  const until = new Date(now.getTime() + HOUR_MS);
  const text = JSON.stringify(target);
  await sql`
    insert into collection_offers (id, state, slug, maker_profile_id, maker_binding_id, maker_address, target, scope_key,
      price_sats, terms, funding, criteria_json, eligible_count, sample_inscription_id, funding_txid, created_at, expires_at)
    values (${id}, 'active', ${SLUG}, ${maker.caller.profileId}, ${maker.walletBindingId}, ${maker.ordinals.address},
      ${text}::jsonb, ${text}, ${priceSats}, '{}', '{}', '', 0, '', ${randomBytes(32).toString('hex')}, ${now}, ${until})`.execute(
    desk.ctx.db,
  );
  return id;
}

/** A fill of a collection offer in progress; rows that only its own flow reads are empty. */
async function fillAttempt(offerId: string): Promise<void> {
  const [id, admissionId] = [randomUUID(), randomUUID()];
  await sql`insert into admissions (id, tier, txid, vout, state, created_at)
    values (${admissionId}, 1, ${admissionId}, 0, 'assigned', now())`.execute(desk.ctx.db);
  await sql`insert into fill_attempts (id, offer_id, state, created_at, inscription_id, seller_profile_id, seller_binding_id,
      seller_address, admission_id, settlement_txid, terms, seller_signature)
    values (${id}, ${offerId}, 'broadcast', now(), '', ${seller.caller.profileId}, ${seller.walletBindingId}, '',
      ${admissionId}, ${id}, '{}', '')`.execute(desk.ctx.db);
}
