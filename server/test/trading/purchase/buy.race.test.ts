import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rounds } from '../../../../stack/rounds.ts';
import { submitAcceptOffer } from '../../../src/trading/offer/accept.ts';
import { submitOffers } from '../../../src/trading/offer/make.ts';
import { submitPurchase } from '../../../src/trading/purchase/buy.ts';
import { signedAcceptance, signedOffer } from '../../support/bidding.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { race, salesOf } from '../../support/race.ts';
import { list, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

const RACES = rounds(50);
vi.setConfig({ testTimeout: 180_000 });

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ anchors: 220 });
});
afterAll(() => desk?.close());

test('of two buyers who submit the same listing at the same moment one has it and one is told 409, many times', async () => {
  const [seller, one, two] = (await desk.traders(['p2wpkh', 'p2tr', 'p2wpkh'], RACES, 100_000)) as [
    Trader,
    Trader,
    Trader,
  ];
  const ids = await desk.inscribe(seller, RACES);
  const listingIds: string[] = [];
  for (const [i, id] of ids.entries()) {
    const { listingId, statuses } = await race(desk, seller, id, i % 2 === 0 ? [one, two] : [two, one]);
    expect([...statuses].sort()).toEqual([200, 409]);
    expect(await salesOf(desk, listingId)).toEqual(['pending']);
    listingIds.push(listingId);
    await desk.mine();
  }
  for (const listingId of listingIds) {
    expect(await desk.listing(listingId)).toMatchObject({ state: 'sold' });
    expect(await salesOf(desk, listingId)).toEqual(['confirmed']);
  }
});

test('of a purchase that is submitted three times at the same moment, each submit is told the same', async () => {
  const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
  const [id] = await desk.inscribe(seller);
  const { body } = await signedPurchase(desk, buyer, await list(desk, seller, [id!]));
  const submit = () => submitPurchase(desk.ctx, buyer.caller, body);
  const [first, ...others] = await Promise.all([submit(), submit(), submit()]);
  for (const other of others) expect(other).toEqual(first);
});

test('of offers and of an acceptance that are submitted three times at the same moment, each submit is told the same', async () => {
  const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
  const [id] = await desk.inscribe(seller);
  const thrice = async <T>(submit: () => Promise<T>): Promise<T> => {
    const [first, ...others] = await Promise.all([submit(), submit(), submit()]);
    for (const other of others) expect(other).toEqual(first);
    return first!;
  };
  const offer = await signedOffer(desk, buyer, [id!], { priceSats: 100_000 });
  const { items } = await thrice(() => submitOffers(desk.ctx, buyer.caller, offer.body));
  const acceptance = await signedAcceptance(desk, seller, items[0]!);
  await thrice(() => submitAcceptOffer(desk.ctx, seller.caller, acceptance.body));
});
