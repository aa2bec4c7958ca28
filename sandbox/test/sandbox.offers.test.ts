import {
  ApiError,
  acceptCounter,
  acceptOffer,
  cancelOffer,
  makeCounter,
  makeOffers,
  rejectCounter,
  rejectOffer,
  type Session,
} from '@ordbook/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { playOffers } from '../../client/src/demo/play-offers.ts';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

let sandbox: Sandbox;
let seller: Session;
let buyer: Session;
let rival: Session;
let ids: string[];
const next = () => ids.pop()!;
const source = () => ({ esploraUrl: `${sandbox.url}/sandbox/esplora` });

beforeAll(async () => {
  sandbox = await sharedSandbox();
  const owner = await trader(sandbox, 'p2wpkh', 8);
  seller = owner;
  ids = [...owner.inscriptionIds];
  buyer = await trader(sandbox, 'p2tr');
  rival = await trader(sandbox, 'p2wpkh');
}, 300_000);

async function bid(bidder: Session, inscriptionId: string, priceSats = 50_000) {
  const request = { collectionSlug: SLUG, inscriptionIds: [inscriptionId], priceSats, ...source() };
  const [made] = await makeOffers(bidder, request);
  return { inscriptionId, offerId: made!.offerId };
}

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : Promise.reject(error)),
  );

async function feed(session: Session, view: 'owned' | 'sent' | 'history') {
  return session.client.get('/me/offers', { query: { view } });
}

describe('over HTTP, with the client', () => {
  test('the demo of offers plays through', async () => {
    const shown: string[] = [];
    await playOffers(sandbox.url, {
      step: (_title, work) => work(),
      show: (title) => void shown.push(title),
    });
    expect(shown.at(-1)).toBe('Events');
  }, 60_000);

  test('an offer is in the views of both parties, counted once, and actionable for the owner', async () => {
    const [buyer, seller] = [await trader(sandbox, 'p2tr'), await trader(sandbox, 'p2wpkh', 1)];
    const id = seller.inscriptionIds[0]!;
    const offer = await bid(buyer, id);
    const owned = await feed(seller, 'owned');
    expect(owned).toMatchObject({ view: 'owned', actionableCount: 1, ownedCount: 1, sentCount: 0 });
    if (owned.view !== 'owned') throw new Error(owned.view);
    expect(owned.groups[0]).toMatchObject({
      inscriptionId: id,
      activeOfferCount: 1,
      activeCounterCount: 0,
      topOfferSats: 50_000,
      actionBindingId: seller.walletBindingId,
      offers: [{ id: offer.offerId, side: 'received', actionKind: 'seller_received_buyer_offer' }],
      sentCounters: [],
    });
    const sent = await feed(buyer, 'sent');
    expect(sent).toMatchObject({ actionableCount: 0, ownedCount: 0, sentCount: 1 });
    const counter = await makeCounter(seller, { ...offer, priceSats: 60_000 });
    const received = await feed(buyer, 'sent');
    if (received.view !== 'sent') throw new Error(received.view);
    expect(received).toMatchObject({ actionableCount: 1, sentCount: 2 });
    expect(received.rows[0]).toMatchObject({
      id: counter.offerId,
      side: 'received',
      actionKind: 'buyer_received_counter',
      parentOfferId: offer.offerId,
    });
    for (const [session, live] of [
      [buyer, 2],
      [seller, 2],
      [rival, 1],
    ] as const) {
      const book = await session.client.get('/inscriptions/{id}/offers', { path: { id } });
      expect(book.liveOfferCount).toBe(live);
      const history = await session.client.get('/inscriptions/{id}/offers/history', {
        path: { id },
        query: {},
      });
      expect(history.offers).toHaveLength(live);
    }
    expect(await statusOf(rejectCounter(rival, { inscriptionId: id, offerId: counter.offerId }))).toBe(403);
    await rejectCounter(buyer, { inscriptionId: id, offerId: counter.offerId });
    await rejectOffer(seller, offer);
    expect(await feed(seller, 'owned')).toMatchObject({ actionableCount: 0, ownedCount: 0, groups: [] });
    const events = await feed(buyer, 'history');
    if (events.view !== 'history') throw new Error(events.view);
    expect(events.events.map(({ eventKey }) => eventKey)).toEqual([
      `${offer.offerId}:rejected`,
      `${counter.offerId}:rejected`,
      `${counter.offerId}:created`,
      `${offer.offerId}:created`,
    ]);
  });

  test('who may not, does not: 403, and 409 for what is closed or what nobody knows', async () => {
    const { source: _, ...trusting } = buyer.safety;
    const offer = await bid(buyer, next());
    expect(await statusOf(cancelOffer(seller, offer))).toBe(403);
    expect(await statusOf(rejectOffer(buyer, offer))).toBe(403);
    expect(await statusOf(acceptOffer(rival, { ...offer, priceSats: 50_000 }))).toBe(403);
    await cancelOffer(buyer, offer);
    expect(await statusOf(rejectOffer(seller, offer))).toBe(409);
    expect(await statusOf(acceptOffer(seller, { ...offer, priceSats: 50_000 }))).toBe(409);
    const unknown = { ...offer, offerId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11' };
    expect(await statusOf(cancelOffer(buyer, unknown))).toBe(409);
    const nobodys = `${'ab'.repeat(32)}i0`;
    await expect(bid(buyer, nobodys)).rejects.toThrow(/does not know it/);
    expect(await statusOf(bid({ ...buyer, safety: trusting }, nobodys))).toBe(400);
    expect(await statusOf(bid(seller, next()))).toBe(400);
  });

  test('an accepted offer and an accepted counter become sales', async () => {
    const [first, second] = [next(), next()];
    const accepted = await acceptOffer(seller, { ...(await bid(buyer, first)), priceSats: 50_000 });
    const counter = await makeCounter(seller, { ...(await bid(rival, second)), priceSats: 70_000 });
    const bought = await acceptCounter(rival, {
      inscriptionId: second,
      offerId: counter.offerId,
      priceSats: 70_000,
      ...source(),
    });
    await sandboxAt(sandbox.url).mine();
    const { sales } = await buyer.client.get('/sales', { query: { limit: 5 } });
    expect(sales.map(({ txid, priceSats, saleType }) => ({ txid, priceSats, saleType }))).toEqual(
      expect.arrayContaining([
        { txid: accepted.settlementTxid, priceSats: 50_000, saleType: 'internal' },
        { txid: bought.settlementTxid, priceSats: 70_000, saleType: 'internal' },
      ]),
    );
    const events = await feed(seller, 'history');
    if (events.view !== 'history') throw new Error(events.view);
    expect(events.events).toContainEqual(
      expect.objectContaining({
        eventType: 'accepted',
        role: 'seller',
        side: 'received',
        settlementTxid: accepted.settlementTxid,
        payoutTxid: accepted.payoutTxid,
      }),
    );
  });

  test('the feed is paged without gaps or repeats', async () => {
    const id = next();
    for (let i = 0; i < 14; i += 1) await cancelOffer(rival, await bid(rival, id, 50_000 + 1_000 * i));
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await rival.client.get('/me/offers', {
        query: { view: 'history', ...(cursor === undefined ? {} : { cursor }) },
      });
      if (page.view !== 'history') throw new Error(page.view);
      keys.push(...page.events.map(({ eventKey }) => eventKey));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(28);
  }, 60_000);
});
