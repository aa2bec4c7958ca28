import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/base/clock.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { list } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk();
  api = await serveDesk(desk);
  [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
  ids = await desk.inscribe(seller, 2);
});
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

/** What readers see of the collection's listings. */
async function shown() {
  const read = async (path: string) => (await api.get(path, seller)).body;
  const { listings } = await read(`/listings?collectionSlug=${SLUG}`);
  const everywhere = (await read('/listings?sort=price')).listings;
  const [floor] = (await read(`/collection-stats/floors?slugs=${SLUG}`)).data;
  const { items } = await read(`/collection/${SLUG}/inscriptions`);
  const target = { target: { kind: 'all' } };
  const preview = (await api.post(`/collection/${SLUG}/collection-offers/target-preview`, seller, target))
    .body;
  type Item = { listingState: string | null; listingId: string | null; priceSats: number | null };
  const listed = items.filter((item: Item) => item.listingState ?? item.listingId ?? item.priceSats);
  return {
    listings: listings.length,
    everywhere: everywhere.length,
    floor: floor.floor,
    listedCount: floor.listedCount,
    items: listed.length,
    floorSats: preview.floorSats,
    collectionFloorSats: preview.collectionFloorSats,
  };
}

// Spec, "Limits": listing duration; "GET /listings": active buyable listings
describe('a listing that has expired, while the follower has not seen it yet', () => {
  test('is in no listing, floor, item or preview', async () => {
    await list(desk, seller, [ids[0]!], 30_000, 1);
    await list(desk, seller, [ids[1]!], 50_000);
    const both = { listings: 2, everywhere: 2, listedCount: 2, items: 2 };
    const low = { floor: 30_000, floorSats: 30_000, collectionFloorSats: 30_000 };
    expect(await shown()).toEqual({ ...both, ...low });
    desk.clock.step(DAY_MS - 1);
    expect(await shown()).toEqual({ ...both, ...low });
    desk.clock.step(1);
    const one = { listings: 1, everywhere: 1, listedCount: 1, items: 1 };
    expect(await shown()).toEqual({ ...one, floor: 50_000, floorSats: 50_000, collectionFloorSats: 50_000 });
  });
});
