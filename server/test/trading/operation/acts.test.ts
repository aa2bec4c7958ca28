import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collectionBySlug, upsertCollection } from '../../../src/store/catalogue/collections.ts';
import { floorsOf } from '../../../src/store/catalogue/floors.ts';
import { collectionOfferById } from '../../../src/store/collection-offer/collection-offers.ts';
import { listingMachine } from '../../../src/store/listing/machine.ts';
import { actsPage } from '../../../src/store/operation/acts.ts';
import { openTradesIn } from '../../../src/store/operation/open-trades.ts';
import { issueChallenges } from '../../../src/trading/account/sign-in.ts';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { preflightListing, submitListing } from '../../../src/trading/listing/list.ts';
import { banParty, unbanParty } from '../../../src/trading/operation/ban.ts';
import { closeOfferByOperator } from '../../../src/trading/operation/close-offer.ts';
import { delistByOperator } from '../../../src/trading/operation/delist.ts';
import { featureCollection } from '../../../src/trading/operation/feature-collection.ts';
import { changeFees } from '../../../src/trading/operation/fees.ts';
import { removeCollection } from '../../../src/trading/operation/remove-collection.ts';
import { submitPurchase } from '../../../src/trading/purchase/buy.ts';
import { makeCounter, makeOffer, offerNow } from '../../support/bidding.ts';
import { makeOffers } from '../../support/collection-offers.ts';
import { type Desk, OTHER_SLUG, SLUG } from '../../support/desk.ts';
import { type OperatedDesk, openOperatedDesk } from '../../support/operated-desk.ts';
import { by, signerLeast } from '../../support/operator.ts';
import { signedTakeBack, strandedListing } from '../../support/stranded-listing.ts';
import {
  buy,
  list,
  listingBody,
  PRICE_SATS,
  refusalOf,
  refusedWith,
  signedListing,
  signedPurchase,
} from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';
import { testAddress } from '../../support/wallet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let desk: Desk;
let seller: Trader;
let nextId: OperatedDesk['nextId'];
let nextTrader: OperatedDesk['nextTrader'];

beforeAll(async () => {
  const traders = Array.from({ length: 20 }, () => 'p2tr' as const);
  ({ desk, seller, nextId, nextTrader } = await openOperatedDesk(20, traders));
});
afterAll(() => desk?.close());

const reasonOf = async (id: string) => (await desk.listing(id)).closeReason;
const movesOf = (id: string) =>
  desk.ctx.db.selectFrom('moves').select(['stateTo', 'reason']).where('rowId', '=', id).execute();

describe('a ban', () => {
  test.each(['profile', 'ordinals address', 'payment address'])(
    'of a %s ends what it has open, refuses its trades, and lets it out',
    async (what) => {
      const banned = nextTrader();
      const own = (await desk.inscribe(banned, 3)) as [string, string, string];
      const subject = {
        profile: banned.caller.profileId,
        'ordinals address': banned.ordinals.address,
        'payment address': banned.payment.address,
      }[what]!;
      const [listed] = await list(desk, banned, [own[0]]);
      const bid = await makeOffer(desk, banned, nextId());
      const asked = await makeOffer(desk, nextTrader(), own[1]);
      const counter = await makeCounter(desk, banned, asked);
      const { offerId } = await makeOffers(desk, banned);
      const inFlight = await signedListing(desk.ctx, banned, listingBody(banned, [own[2]]));

      const { ended } = await banParty(desk.ctx, by('stolen coins'), subject);
      expect(ended).toEqual({ listings: 1, offers: 2, collectionOffers: 1 });
      const reason = 'its maker was banned by the operator: stolen coins';
      expect(await reasonOf(listed!.listingId)).toBe(reason);
      expect(await movesOf(listed!.listingId)).toContainEqual({ stateTo: 'cancelled', reason });
      expect(await offerNow(desk, bid)).toMatchObject({ state: 'cancelled', closeReason: reason });
      expect(await offerNow(desk, counter)).toMatchObject({ state: 'cancelled', closeReason: reason });
      expect(await collectionOfferById(desk.ctx.db, offerId)).toMatchObject({ state: 'cancelled' });
      // What others asked of it stays theirs.
      expect(await offerNow(desk, asked)).toMatchObject({ state: 'active' });

      for (const work of [
        () => preflightListing(desk.ctx, banned.caller, listingBody(banned, [own[2]])),
        () => submitListing(desk.ctx, banned.caller, inFlight),
      ])
        expect(await refusedWith(desk, 'banned', work)).toBe(
          `${subject} is banned by the operator: stolen coins`,
        );
      // Delisting what is delisted is retry-safe, and not refused to the banned.
      const { listings } = await delistListings(desk.ctx, banned.caller, {
        slug: SLUG,
        walletBindingId: banned.walletBindingId,
        listings: [listed!],
      });
      expect(listings).toHaveLength(1);

      await unbanParty(desk.ctx, by('a mistake'), subject);
      await submitListing(desk.ctx, banned.caller, inFlight);
    },
  );

  test('keeps a new wallet with the address out, and lets a known one sign in to leave', async () => {
    const known = nextTrader();
    await banParty(desk.ctx, by('fraud'), known.ordinals.address);
    const wallet = (ordinalsAddress: string) => ({
      ordinalsAddress,
      paymentAddress: ordinalsAddress === known.ordinals.address ? known.payment.address : ordinalsAddress,
    });
    expect((await issueChallenges(desk.ctx, wallet(known.ordinals.address))).challenges).toHaveLength(2);
    const { address } = testAddress('somebody new', 'p2tr');
    await banParty(desk.ctx, by('fraud'), address);
    expect((await refusalOf(issueChallenges(desk.ctx, wallet(address)))).code).toBe('banned');
    const linker = nextTrader();
    await banParty(desk.ctx, by('fraud'), linker.caller.profileId);
    const fresh = testAddress('a second wallet', 'p2tr').address;
    expect((await refusalOf(issueChallenges(desk.ctx, wallet(fresh), linker.caller))).code).toBe('banned');
  });

  test.each(['before', 'after'])(
    'leaves nobody without what is on its passthrough, signed %s the ban',
    async (when) => {
      const banned = nextTrader();
      const [id] = await desk.inscribe(banned, 1);
      const ref = await strandedListing(desk, banned, nextTrader(), id!);
      const early = when === 'before' ? await signedTakeBack(desk, banned, ref) : null;
      await banParty(desk.ctx, by('fraud'), banned.caller.profileId);
      const { submit } = early ?? (await signedTakeBack(desk, banned, ref));
      const { txid } = await submit();
      await desk.mine();
      expect((await desk.ctx.ordinals.inscriptions([id!]))[0]).toMatchObject({
        address: banned.ordinals.address,
      });
      expect(await desk.listing(ref.listingId)).toMatchObject({ state: 'cancelled', recoveryTxid: txid });
    },
  );

  test('also ends, on the next poll, what a failed trade brings back', async () => {
    const banned = nextTrader();
    const [id] = await desk.inscribe(banned, 1);
    const [ref] = await list(desk, banned, [id!]);
    await listingMachine.mustTransition(desk.ctx.db, ref!.listingId, 'buyable', 'hidden_locked');
    const { ended } = await banParty(desk.ctx, by('fraud'), banned.caller.profileId);
    expect(ended.listings).toBe(0);
    await listingMachine.mustTransition(desk.ctx.db, ref!.listingId, 'hidden_locked', 'buyable');
    await desk.settle();
    expect((await desk.listing(ref!.listingId)).state).toBe('cancelled');
  });

  test('of an unknown profile, of text that is no address, and the end of none are refused', async () => {
    await refusedWith(desk, 'not_found', () => banParty(desk.ctx, by('why'), crypto.randomUUID()));
    await refusedWith(desk, 'bad_address', () => banParty(desk.ctx, by('why'), 'somebody'));
    await refusedWith(desk, 'not_found', () => unbanParty(desk.ctx, by('why'), seller.caller.profileId));
  });
});

describe('the operator', () => {
  test('delists a listing, whose owner reads why; one that is being bought stays', async () => {
    const [gone, bought] = await list(desk, seller, [nextId(), nextId()]);
    await delistByOperator(desk.ctx, by('reported as stolen'), gone!.listingId);
    expect(await reasonOf(gone!.listingId)).toBe('delisted by the operator: reported as stolen');
    expect(await actsPage(desk.ctx.db, { before: null, limit: 1 })).toMatchObject([
      { act: 'delist', subject: gone!.listingId, reason: 'reported as stolen', before: { state: 'buyable' } },
    ]);
    await refusedWith(desk, 'not_buyable', () => delistByOperator(desk.ctx, by('again'), gone!.listingId));
    await buy(desk, nextTrader(), [bought!]);
    const sentence = await refusedWith(desk, 'not_buyable', () =>
      delistByOperator(desk.ctx, by('too late'), bought!.listingId),
    );
    expect(sentence).toContain('is being bought');
    await refusedWith(desk, 'not_found', () => delistByOperator(desk.ctx, by('who'), crypto.randomUUID()));
    await desk.mine();
  });

  test('closes an offer or a collection offer, which nobody can accept or close again', async () => {
    const maker = nextTrader();
    const bid = await makeOffer(desk, maker, nextId());
    const { offerId } = await makeOffers(desk, maker);
    for (const id of [bid.offerId, offerId]) {
      await closeOfferByOperator(desk.ctx, by('a typing error'), id);
      await refusedWith(desk, 'offer_closed', () => closeOfferByOperator(desk.ctx, by('again'), id));
    }
    const closed = { state: 'cancelled', closeReason: 'closed by the operator: a typing error' };
    expect(await offerNow(desk, bid)).toMatchObject({ ...closed, signatures: null });
    expect(await collectionOfferById(desk.ctx.db, offerId)).toMatchObject({ ...closed, authSecret: null });
    await refusedWith(desk, 'not_found', () => closeOfferByOperator(desk.ctx, by('w'), crypto.randomUUID()));
  });

  test('features a collection at a place, and no longer', async () => {
    await featureCollection(desk.ctx, by('new'), OTHER_SLUG, 2);
    expect(await collectionBySlug(desk.ctx.db, OTHER_SLUG)).toMatchObject({ featuredRank: 2 });
    await featureCollection(desk.ctx, by('old'), OTHER_SLUG, null);
    expect(await collectionBySlug(desk.ctx.db, OTHER_SLUG)).toMatchObject({ featuredRank: null });
    expect(await actsPage(desk.ctx.db, { before: null, limit: 2 })).toMatchObject([
      { act: 'unfeature', before: { featuredRank: 2 } },
      { act: 'feature', after: { featuredRank: 2 } },
    ]);
    await refusedWith(desk, 'not_found', () => featureCollection(desk.ctx, by('new'), 'nowhere', 1));
  });
});

describe('a change of fees', () => {
  const change = (fees: object | null, slug: string | null = null) =>
    changeFees({ ...desk.ctx, ...signerLeast(100) }, by('spring'), { slug, fees });

  test('leaves the seller of a signed listing what was signed, and takes the new fees from the buyer', async () => {
    const [ref] = await list(desk, seller, [nextId()]);
    const before = await desk.listing(ref!.listingId);
    const buyer = nextTrader();
    const { body } = await signedPurchase(desk, buyer, [ref!]);
    await change({ sellerBps: 500, buyerBps: 400, minimumSats: 0 });
    // What a preflight quoted before is refused, and nothing is stored.
    await refusedWith(desk, 'stale', () => submitPurchase(desk.ctx, buyer.caller, body));
    const { promised } = await buy(desk, buyer, [ref!]);
    expect(promised.listings[0]).toMatchObject({
      listingFeeSats: before.sellerFeeSats,
      sellerReceiveSats: before.sellerReceiveSats,
      buyerFeeSats: PRICE_SATS * 0.04,
    });
    await desk.mine();
    const [fresh] = await list(desk, seller, [nextId()]);
    expect(await desk.listing(fresh!.listingId)).toMatchObject({ sellerFeeSats: PRICE_SATS * 0.05 });
    expect(await change(null)).toEqual(desk.ctx.settings.fees);
    const [last] = await list(desk, seller, [nextId()]);
    expect(await desk.listing(last!.listingId)).toMatchObject({ sellerFeeSats: 1000 });
  });

  test('of one collection leaves the others, and is logged', async () => {
    await change({ sellerBps: 300 }, SLUG);
    expect(await collectionBySlug(desk.ctx.db, SLUG)).toMatchObject({
      fees: { sellerBps: 300, buyerBps: 150 },
    });
    expect(await collectionBySlug(desk.ctx.db, OTHER_SLUG)).toMatchObject({ fees: null });
    expect(await actsPage(desk.ctx.db, { before: null, limit: 1 })).toMatchObject([
      { act: 'change fees', subject: SLUG, before: { sellerBps: 100 }, after: { sellerBps: 300 } },
    ]);
    await change(null, SLUG);
    expect(await collectionBySlug(desk.ctx.db, SLUG)).toMatchObject({ fees: null });
  });

  test('below what the signers sign for a fill, or above any price, is refused with what mends it', async () => {
    const sentence = await refusedWith(desk, 'malformed', () => change({ sellerBps: 40, buyerBps: 50 }));
    expect(sentence).toContain('SIGNER_LEAST_FEE_BPS=90');
    expect(await refusedWith(desk, 'malformed', () => change({ fillBps: 99 }))).toContain('99 bps');
    await change({ fillBps: 100 });
    await change(null);
    await refusedWith(desk, 'malformed', () => change({ sellerBps: 9_000, sellerRoyaltyBps: 1_000 }));
    await refusedWith(desk, 'malformed', () => change({ fillBps: 10_000 }));
    await refusedWith(desk, 'not_found', () => change({ sellerBps: 100 }, 'nowhere'));
  });
});

describe('a removed collection', () => {
  test('ends what is open in it, lets what is in flight settle, is on no page, and can come back', async () => {
    const maker = nextTrader();
    const [open, bought] = await list(desk, seller, [nextId(), nextId()]);
    const bid = await makeOffer(desk, maker, nextId());
    const { offerId } = await makeOffers(desk, maker);
    await buy(desk, nextTrader(), [bought!]);
    const ended = await removeCollection(desk.ctx, by('asked by its creator'), SLUG);
    expect(ended.listings).toBeGreaterThan(0);
    expect(await openTradesIn(desk.ctx.db, SLUG)).toEqual({ listings: [], offers: [], collectionOffers: [] });
    const reason = `the operator removed the collection ${SLUG}: asked by its creator`;
    expect(await desk.listing(open!.listingId)).toMatchObject({ state: 'cancelled', closeReason: reason });
    expect(await offerNow(desk, bid)).toMatchObject({ state: 'cancelled', closeReason: reason });
    expect(await collectionOfferById(desk.ctx.db, offerId)).toMatchObject({ state: 'cancelled' });
    await desk.mine();
    expect((await desk.listing(bought!.listingId)).state).toBe('sold');
    await refusedWith(desk, 'not_found', () =>
      preflightListing(desk.ctx, seller.caller, listingBody(seller, [nextId()])),
    );
    expect(await floorsOf(desk.ctx.db, [SLUG], desk.clock.now())).toEqual([]);
    // Its owner still gets an answer for what was theirs.
    await delistListings(desk.ctx, seller.caller, {
      slug: SLUG,
      walletBindingId: seller.walletBindingId,
      listings: [open!],
    });
    // One that a failed purchase would bring back ends on the next poll.
    const collection = (await collectionBySlug(desk.ctx.db, SLUG))!;
    await upsertCollection(desk.ctx.db, { ...collection, partnerId: null });
    const [again] = await list(desk, seller, [nextId()]);
    await listingMachine.mustTransition(desk.ctx.db, again!.listingId, 'buyable', 'hidden_locked');
    await removeCollection(desk.ctx, by('again'), SLUG);
    await listingMachine.mustTransition(desk.ctx.db, again!.listingId, 'hidden_locked', 'buyable');
    await desk.settle();
    expect((await desk.listing(again!.listingId)).state).toBe('cancelled');
    await refusedWith(desk, 'not_found', () => removeCollection(desk.ctx, by('what'), 'nowhere'));
  });
});
