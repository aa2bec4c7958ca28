import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertBinding } from '../../../src/store/account/profiles.ts';
import {
  groupKey,
  MAX_OFFERS_IN_GROUP,
  type MyOffersWanted,
  offerCounts,
  offerEventKey,
  offerEvents,
  ownedOffers,
  sentOffers,
} from '../../../src/store/offer/my-offers.ts';
import type { Database } from '../../../src/store/port.ts';
import {
  idOf,
  later,
  type MadeOffer,
  makeCollection,
  makeInscriptions,
  makeOffer,
  makeSeller,
  NOW,
  type Seller,
} from './rows.ts';

const idsOf = (offers: readonly { id: string }[]) => offers.map(({ id }) => id);

/** The pages of GET /me/offers. */
export function myOfferRules(db: () => Database): void {
  describe("a profile's offers", () => {
    let owner: Seller;
    let bidder: Seller;
    let made: number;

    beforeEach(async () => {
      made = 0;
      owner = await makeSeller(db(), 'owner');
      bidder = await makeSeller(db(), 'bidder');
      await makeCollection(db(), 'embers', { verified: true });
      await makeCollection(db(), 'ashes');
      await makeInscriptions(db(), [{ number: 1, title: 'One' }, { number: 2 }, { number: 3 }], 'embers');
    });

    const make = (offer: Omit<MadeOffer, 'at'>) => {
      made += 1;
      return makeOffer(db(), { at: later(made), ...offer });
    };

    const wanted = ({ profileId }: Seller, more: Partial<MyOffersWanted> = {}): MyOffersWanted => ({
      profileId,
      now: NOW,
      after: null,
      limit: 26,
      ...more,
    });
    const received = (on: number, priceSats: number, more: Partial<MadeOffer> = {}) =>
      make({ on, from: bidder, to: owner.address, priceSats, ...more });

    test('a group has the offers for one inscription: the highest first, of one price the oldest', async () => {
      const first = await received(1, 10_000);
      const best = await received(1, 20_000, { expiresAt: later(5_000) });
      const second = await received(1, 10_000);
      const counter = await received(1, 30_000, { kind: 'seller_counter' });
      const [group, ...others] = await ownedOffers(db(), wanted(owner));
      expect(others).toEqual([]);
      expect(group).toMatchObject({
        inscriptionId: idOf(1),
        number: 1,
        title: 'One',
        contentType: 'image/png',
        collectionSlug: 'embers',
        collectionName: 'EMBERS',
        collectionVerified: true,
        ownerAddress: owner.address,
        bindingId: owner.bindingId,
        topOfferSats: 20_000,
        offerCount: 3,
        counterCount: 1,
        earliestExpiresAt: later(5_000),
      });
      expect(idsOf(group!.offers)).toEqual([counter, best, first, second]);
      expect(group!.offers[1]).toMatchObject({ kind: 'buyer_offer', bindingId: owner.bindingId });
    });

    test('a group has neither offers to others, nor any that are closed or have expired', async () => {
      await received(1, 10_000, { expiresAt: NOW });
      await received(1, 20_000, { state: 'cancelled' });
      await make({ on: 1, from: bidder, to: 'somebody else', priceSats: 30_000 });
      expect(await ownedOffers(db(), wanted(owner))).toEqual([]);
      const mine = await received(1, 5_000);
      const [group] = await ownedOffers(db(), wanted(owner));
      expect(group).toMatchObject({ offerCount: 1, topOfferSats: 5_000 });
      expect(idsOf(group!.offers)).toEqual([mine]);
    });

    test('offers of a group beyond a bound are counted, but not listed', async () => {
      for (let n = 0; n < MAX_OFFERS_IN_GROUP + 3; n += 1) await received(1, 10_000 + n);
      const [group] = await ownedOffers(db(), wanted(owner));
      expect(group!.offerCount).toBe(MAX_OFFERS_IN_GROUP + 3);
      const prices = group!.offers.map(({ priceSats }) => priceSats);
      expect(prices).toEqual(Array.from({ length: MAX_OFFERS_IN_GROUP }, (_, n) => 10_052 - n));
    });

    test('a group names its first collection by slug, and each offer the one that it was made in', async () => {
      await received(1, 20_000);
      await received(1, 10_000, { slug: 'ashes' });
      const [group] = await ownedOffers(db(), wanted(owner));
      const embers = { collectionSlug: 'embers', collectionName: 'EMBERS', collectionVerified: true };
      const ashes = { collectionSlug: 'ashes', collectionName: 'ASHES', collectionVerified: false };
      expect(group).toMatchObject({ ...ashes, offers: [embers, ashes] });
    });

    test('each wallet of the profile has its own groups, the one with the newest offer first', async () => {
      const linked = crypto.randomUUID();
      await insertBinding(db(), {
        id: linked,
        profileId: owner.profileId,
        label: 'linked',
        ordinalsAddress: 'linked',
        paymentAddress: 'linked-pay',
        createdAt: later(1),
      });
      await received(1, 10_000);
      await received(2, 10_000, { to: 'linked' });
      await received(3, 10_000);
      await received(1, 5_000);
      const seen: (string | null)[][] = [];
      for (let after: MyOffersWanted['after'] = null; ; ) {
        const page = await ownedOffers(db(), wanted(owner, { after, limit: 2 }));
        const group = page[0]!;
        seen.push([group.inscriptionId, group.bindingId]);
        if (page.length < 2) break;
        after = groupKey(group);
      }
      expect(seen).toEqual([
        [idOf(1), owner.bindingId],
        [idOf(3), owner.bindingId],
        [idOf(2), linked],
      ]);
    });

    test('sats beyond 2^53 are an error, not another amount', async () => {
      const id = await received(1, 10_000, { floorSats: '9007199254740993' });
      await expect(ownedOffers(db(), wanted(owner))).rejects.toThrow(RangeError);
      await expect(sentOffers(db(), wanted(bidder))).rejects.toThrow(RangeError);
      await sql`update offers set floor_sats = null, price_sats = 9007199254740993 where id = ${id}`.execute(
        db(),
      );
      await expect(ownedOffers(db(), wanted(owner))).rejects.toThrow(RangeError);
      await expect(offerEvents(db(), wanted(bidder))).rejects.toThrow(RangeError);
    });

    test('offers sent are those of the buyer, the newest first, with inscription and collection', async () => {
      const ids = [await received(1, 10_000), await received(2, 20_000, { slug: 'ashes' })];
      await received(3, 30_000, { state: 'rejected' });
      expect(await sentOffers(db(), wanted(owner))).toEqual([]);
      const rows = await sentOffers(db(), wanted(bidder));
      expect(idsOf(rows)).toEqual(ids.reverse());
      expect(rows[1]).toMatchObject({
        inscriptionId: idOf(1),
        number: 1,
        title: 'One',
        collectionSlug: 'embers',
        collectionName: 'EMBERS',
        collectionVerified: true,
        bindingId: bidder.bindingId,
        createdAt: later(1),
      });
    });

    test('counts are of active offers, those that have expired and are not closed yet left out', async () => {
      await received(1, 10_000);
      await received(2, 10_000, { kind: 'seller_counter' });
      await received(2, 20_000, { kind: 'seller_counter' });
      await received(3, 10_000, { state: 'cancelled' });
      await received(3, 20_000, { expiresAt: NOW });
      await received(3, 30_000, { kind: 'seller_counter', expiresAt: later(-1) });
      const countsOf = (party: Seller) => offerCounts(db(), wanted(party));
      expect(await countsOf(owner)).toEqual({ actionableCount: 1, ownedCount: 3, sentCount: 0 });
      expect(await countsOf(bidder)).toEqual({ actionableCount: 2, ownedCount: 0, sentCount: 3 });
    });

    test('who offers for an own inscription has each offer twice in the counts, also less those expired', async () => {
      for (const expiresAt of [NOW, later(1)])
        await make({ on: 1, from: owner, to: owner.address, priceSats: 10_000, expiresAt });
      expect(await offerCounts(db(), wanted(owner))).toEqual({
        actionableCount: 1,
        ownedCount: 1,
        sentCount: 1,
      });
    });

    test('the history of both parties has each event once, the newest first', async () => {
      const id = await received(1, 10_000, { state: 'rejected' });
      const expected = [
        { id, eventType: 'rejected', state: 'rejected', number: 1, title: 'One' },
        { id, eventType: 'created', state: 'rejected', priceSats: 10_000 },
      ];
      const events = (party: Seller) => offerEvents(db(), wanted(party));
      expect(await events(owner)).toMatchObject(expected.map((event) => ({ ...event, isBuyer: false })));
      expect(await events(bidder)).toMatchObject(expected.map((event) => ({ ...event, isBuyer: true })));
    });

    test('the history goes on after the last event of a page', async () => {
      await received(1, 10_000, { state: 'rejected' });
      await received(2, 10_000);
      const whole = await offerEvents(db(), wanted(owner));
      expect(whole).toHaveLength(3);
      const seen: unknown[] = [];
      for (let after: MyOffersWanted['after'] = null; ; ) {
        const page = await offerEvents(db(), wanted(owner, { after, limit: 2 }));
        seen.push(page[0]);
        if (page.length < 2) break;
        after = offerEventKey(page[0]!);
      }
      expect(seen).toEqual(whole);
    });
  });
}
