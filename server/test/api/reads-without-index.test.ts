import { createNode, createOrd, startOrdServer } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOffer } from '../support/bidding.ts';
import { makeOffers as makeCollectionOffers, offerBody } from '../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../support/desk.ts';
import { type DeskApi, serveDesk } from '../support/desk-api.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { buy, list, listingBody, purchaseBody } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

const BOUND_MS = 10_000;

type Request = readonly [path: string, body?: object];

let node: ReturnType<typeof createNode>;
let ord: ReturnType<typeof createOrd>;
let server: Awaited<ReturnType<typeof startOrdServer>>;
let desk: Desk;
let api: DeskApi;
let owner: Trader;
/** Answer out of the service's own store. */
let reads: readonly Request[];
/** Judge what the chain has now, so they need an index that is there and level with the node. */
let needing: readonly Request[];

beforeAll(async () => {
  node = createNode();
  ord = createOrd({ call: node.call });
  server = await startOrdServer(ord, { port: 0 });
  const index = { url: server.url, caughtUp: () => ord.sync() };
  desk = await openDesk({ call: node.call, index, tiers: [QUICK_TIER] });
  api = await serveDesk(desk);
  const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 6)) as [Trader, Trader];
  owner = seller;
  const [sold, listed, offered, toList] = (await desk.inscribe(seller, 4)) as [
    string,
    string,
    string,
    string,
  ];
  await buy(desk, buyer, await list(desk, seller, [sold]));
  await desk.mine();
  await list(desk, seller, [listed]);
  const { offerId } = await makeOffer(desk, buyer, offered);
  await makeCollectionOffers(desk, buyer);
  const [back] = await desk.inscribe(buyer);
  const forSale = await list(desk, buyer, [back!]);

  const coins = await desk.coinsOf(owner);
  const bid = offerBody(owner, coins);
  const acting = { walletBindingId: owner.walletBindingId, ordinalsPublicKey: owner.ordinals.publicKey };
  reads = [
    ['/me'],
    ...['owned', 'sent', 'history'].map((view): Request => [`/me/offers?view=${view}`]),
    ['/listings'],
    [`/listings?inscriptionId=${listed}`],
    ['/sales'],
    [`/collection-stats/floors?slugs=${SLUG}`],
    [`/collection/${SLUG}/inscriptions`],
    [`/inscriptions/${offered}/offers`],
    [`/inscriptions/${offered}/offers/history`],
    [`/collection/${SLUG}/collection-offers`],
    [`/collection/${SLUG}/my/sent-collection-offers`],
    [`/collection/${SLUG}/collection-offers/target-preview`, { target: { kind: 'all' } }],
  ];
  needing = [
    [`/collection/${SLUG}/listings/preflight`, listingBody(owner, [toList])],
    [`/collection/${SLUG}/purchases/preflight`, purchaseBody(owner, forSale, coins)],
    [`/inscriptions/${offered}/offers/${offerId}/accept/preflight`, acting],
    [`/inscriptions/${offered}/offers/${offerId}/counter/preflight`, { ...acting, priceSats: 80_000 }],
    [`/collection/${SLUG}/collection-offers/preflight`, bid],
    [`/collection/${SLUG}/collection-offers/replacement-warning`, bid],
  ];
});
afterAll(async () => {
  await api?.close();
  await desk?.close();
  await server?.close();
  await ord?.close();
});

async function statuses(requests: readonly Request[]) {
  const seen: [string, number][] = [];
  for (const [path, body] of requests) {
    const started = performance.now();
    const answer = await (body ? api.post(path, owner, body) : api.get(path, owner));
    expect(performance.now() - started, path).toBeLessThan(BOUND_MS);
    seen.push([path, answer.status]);
  }
  return seen;
}

const all = (requests: readonly Request[], status: number) => requests.map(([path]) => [path, status]);
describe('reads answer, and only what needs the index is 503', () => {
  test.each([
    [
      'while nobody listens on its port',
      () => server.close(),
      async () => {
        server = await startOrdServer(ord, { port: Number(new URL(server.url).port) });
      },
    ],
    ['while it is behind the node', () => desk.miner.mine(1), () => desk.settle()],
  ])('%s; all works again by itself', async (_, leave, comeBack) => {
    expect(await statuses(needing)).toEqual(all(needing, 200));
    await leave();
    expect(await statuses(reads)).toEqual(all(reads, 200));
    expect(await statuses(needing)).toEqual(all(needing, 503));
    await comeBack();
    expect(await statuses(needing)).toEqual(all(needing, 200));
  });
});
