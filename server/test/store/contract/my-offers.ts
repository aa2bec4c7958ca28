import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertBinding } from '../../../src/store/account/profiles.ts';
import {
  countMyOffers,
  MAX_OFFERS_IN_GROUP,
  type MyOffersWanted,
  offerEvents,
  ownedOffers,
  type ShownOffer,
  sentOffers,
} from '../../../src/store/offer/my-offers.ts';
import type { OfferKind, OfferState } from '../../../src/store/offer/schema.ts';
import type { Database } from '../../../src/store/port.ts';
import {
  idOf,
  later,
  makeCollection,
  makeInscriptions,
  makeSeller,
  NOW,
  type Seller,
  txidOf,
} from './rows.ts';

interface Made {
  readonly on: number;
  readonly from: Seller;
  /** Address of the owner. */
  readonly to: string;
  readonly priceSats: number;
  readonly kind?: OfferKind;
  readonly state?: OfferState;
  readonly slug?: string;
  readonly createdAt?: Date;
  readonly expiresAt?: Date;
  readonly floorSats?: string;
}

/** Of a price. Each other amount is its own, so that none can stand for another. */
export function feesOf(priceSats: number): FeeBreakdown {
  return {
    priceSats,
    inscriptionUtxoValueSats: 546,
    sellerMarketplaceFeeBps: 100,
    sellerMarketplaceFeeSats: 1_001,
    buyerMarketplaceFeeBps: 150,
    buyerMarketplaceFeeSats: 1_501,
    sellerCreatorRoyaltyBps: 200,
    sellerCreatorRoyaltySats: 2_001,
    buyerCreatorRoyaltyBps: 250,
    buyerCreatorRoyaltySats: 2_501,
    sellerReceiveSats: Math.max(0, priceSats - 3_002),
    buyerPayTotalSats: priceSats + 4_002,
    marketplaceRevenueSats: 2_502,
    creatorRevenueSats: 4_502,
  };
}

/** The fields of an offer's text. */
const fieldsOf = ({ shown }: ShownOffer) => JSON.parse(`${shown}}`) as { id: string; priceSats: number };
const idOfShown = (offer: ShownOffer) => fieldsOf(offer).id;

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

    async function makeOffer(offer: Made): Promise<string> {
      const id = crypto.randomUUID();
      made += 1;
      const { kind = 'buyer_offer', state = 'active', slug = 'embers', createdAt = later(made) } = offer;
      const { expiresAt = later(100_000 + made), floorSats = null, from, to, priceSats } = offer;
      await sql`
        insert into offers (id, kind, state, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
          buyer_address, seller_address, price_sats, floor_sats, fees, terms, first_txid, validity_hours, created_at,
          expires_at, closed_at)
        values (${id}, ${kind}, 'active', ${slug}, ${idOf(offer.on)}, ${from.profileId}, ${from.bindingId},
          ${from.address}, ${to}, ${priceSats}, ${floorSats}, ${JSON.stringify(feesOf(priceSats))}, '{}',
          ${txidOf(id)}, 1, ${createdAt}, ${expiresAt}, ${later(made)})`.execute(db());
      if (state !== 'active')
        await sql`update offers set state = ${state} where id = ${id}::uuid`.execute(db());
      return id;
    }

    const wanted = ({ profileId }: Seller, more: Partial<MyOffersWanted> = {}): MyOffersWanted => ({
      profileId,
      now: NOW,
      after: null,
      limit: 26,
      ...more,
    });
    const received = (on: number, priceSats: number, more: Partial<Made> = {}) =>
      makeOffer({ on, from: bidder, to: owner.address, priceSats, ...more });

    test('a group has the offers for one inscription: the highest first, of one price the oldest', async () => {
      const first = await received(1, 10_000);
      const best = await received(1, 20_000, { expiresAt: later(5_000) });
      const second = await received(1, 10_000);
      const counter = await received(1, 30_000, { kind: 'seller_counter' });
      const groups = await ownedOffers(db(), wanted(owner));
      expect(groups).toMatchObject([
        {
          inscriptionId: idOf(1),
          number: 1,
          title: 'One',
          contentType: 'image/png',
          collection: { slug: 'embers', name: 'EMBERS', verified: true },
          ownerAddress: owner.address,
          actionBindingId: owner.bindingId,
          topOfferSats: 20_000,
          activeOfferCount: 3,
          activeCounterCount: 1,
          earliestExpiresAt: later(5_000),
          latestAt: later(4),
        },
      ]);
      expect(groups[0]!.offers.map(idOfShown)).toEqual([counter, best, first, second]);
      expect(groups[0]!.offers[1]).toMatchObject({ kind: 'buyer_offer', actionBindingId: owner.bindingId });
    });

    test('a group has neither offers to others, nor any that are closed or have expired', async () => {
      await received(1, 10_000, { expiresAt: NOW });
      await received(1, 20_000, { state: 'cancelled' });
      await makeOffer({ on: 1, from: bidder, to: 'somebody else', priceSats: 30_000 });
      expect(await ownedOffers(db(), wanted(owner))).toEqual([]);
      const mine = await received(1, 5_000);
      const [group] = await ownedOffers(db(), wanted(owner));
      expect(group).toMatchObject({ activeOfferCount: 1, topOfferSats: 5_000 });
      expect(group!.offers.map(idOfShown)).toEqual([mine]);
    });

    test('offers of a group beyond a bound are counted, but not listed', async () => {
      for (let n = 0; n < MAX_OFFERS_IN_GROUP + 3; n += 1) await received(1, 10_000 + n);
      const [group] = await ownedOffers(db(), wanted(owner));
      expect(group!.activeOfferCount).toBe(MAX_OFFERS_IN_GROUP + 3);
      const prices = group!.offers.map((offer) => fieldsOf(offer).priceSats);
      expect(prices).toEqual(Array.from({ length: MAX_OFFERS_IN_GROUP }, (_, n) => 10_052 - n));
    });

    test('a group names its first collection by slug, and each offer the one that it was made in', async () => {
      await received(1, 20_000);
      await received(1, 10_000, { slug: 'ashes' });
      const [group] = await ownedOffers(db(), wanted(owner));
      expect(group!.collection).toEqual({ slug: 'ashes', name: 'ASHES', verified: false });
      expect(group!.offers.map(({ collection }) => collection.name)).toEqual(['EMBERS', 'ASHES']);
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
        const [group] = await ownedOffers(db(), wanted(owner, { after, limit: 1 }));
        if (!group) break;
        seen.push([group.inscriptionId, group.actionBindingId]);
        after = [group.latestAt.toISOString(), group.inscriptionId];
      }
      expect(seen).toEqual([
        [idOf(1), owner.bindingId],
        [idOf(3), owner.bindingId],
        [idOf(2), linked],
      ]);
    });

    test('sats beyond 2^53 are an error, not another amount', async () => {
      await received(1, 10_000, { floorSats: '9007199254740993' });
      await expect(ownedOffers(db(), wanted(owner))).rejects.toThrow(RangeError);
      await expect(sentOffers(db(), wanted(bidder))).rejects.toThrow(RangeError);
    });

    test('offers sent are those of the buyer, the newest first, with inscription and collection', async () => {
      const ids = [await received(1, 10_000), await received(2, 20_000, { slug: 'ashes' })];
      await received(3, 30_000, { state: 'rejected' });
      expect(await sentOffers(db(), wanted(owner))).toEqual([]);
      const rows = await sentOffers(db(), wanted(bidder));
      expect(rows.map(({ id }) => id)).toEqual(ids.reverse());
      expect(rows[1]).toMatchObject({
        inscriptionId: idOf(1),
        number: 1,
        title: 'One',
        collection: { slug: 'embers', name: 'EMBERS', verified: true },
        actionBindingId: bidder.bindingId,
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
      expect(await countMyOffers(db(), owner.profileId, NOW)).toEqual({
        actionableCount: 1,
        ownedCount: 3,
        sentCount: 0,
      });
      expect(await countMyOffers(db(), bidder.profileId, NOW)).toEqual({
        actionableCount: 2,
        ownedCount: 0,
        sentCount: 3,
      });
    });

    test('the history of both parties has each event once, the newest first', async () => {
      const offerId = await received(1, 10_000, { state: 'rejected' });
      const expected = [
        { offerId, eventType: 'rejected', state: 'rejected', number: 1, title: 'One' },
        { offerId, eventType: 'created', state: 'rejected', priceSats: 10_000 },
      ];
      expect(await offerEvents(db(), wanted(owner))).toMatchObject(
        expected.map((event) => ({ ...event, isBuyer: false })),
      );
      expect(await offerEvents(db(), wanted(bidder))).toMatchObject(
        expected.map((event) => ({ ...event, isBuyer: true })),
      );
    });
  });
}
