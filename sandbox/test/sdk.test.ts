/** The SDK as a bot or a front end uses it, against the service. */
import {
  acceptOffer,
  buy,
  type FlowOptions,
  fillCollectionOffer,
  listInscriptions,
  listings,
  makeCollectionOffers,
  makeOffers,
  type Progress,
  preparePurchase,
  type Session,
  type Trade,
  type TradeState,
  watch,
} from '@ordbook/client';
import { beforeAll, expect, test } from 'vitest';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { SLUG, trader as tradeOn } from '../../server/test/support/sandbox-trader.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const PRICE = 50_000;

let sandbox: Sandbox;
let esploraUrl: string;
beforeAll(async () => {
  sandbox = await sharedSandbox();
  esploraUrl = `${sandbox.url}/sandbox/esplora`;
}, 300_000);

const mine = () => sandboxAt(sandbox.url).mine();

/** Watches a trade; a block comes as soon as it is pending. */
async function statesOf(session: Session, trade: Trade, on: { esploraUrl?: string } = { esploraUrl }) {
  const states: TradeState[] = [];
  const changes = { next: async () => void (await mine()) };
  for await (const state of watch(session, trade, { ...on, changes })) states.push(state);
  return states.map(({ state }) => state);
}

/** A listed inscription of a new seller. */
async function listed(options: FlowOptions = {}) {
  const seller = await tradeOn(sandbox, 'p2wpkh', 1);
  const items = [{ inscriptionId: seller.inscriptionIds[0]!, priceSats: PRICE }];
  const [listing] = await listInscriptions(seller, { collectionSlug: SLUG, items }, options);
  return { seller, listing: { ...listing!, priceSats: PRICE } };
}

test('a purchase shows its dry run, each step, and its way into a block', async () => {
  const { listing } = await listed();
  const buyer = await tradeOn(sandbox, 'p2tr');
  const request = { collectionSlug: SLUG, listings: [listing], esploraUrl };
  const { summary, preflight } = await preparePurchase(buyer, request);
  expect(summary.paysSats).toBe(preflight.totalBuyerCostSats);
  const steps: Progress['step'][] = [];
  const bought = await buy(buyer, request, { onProgress: ({ step }) => void steps.push(step) });
  expect(steps).toEqual(['preparing', 'prepared', 'signing', 'submitting', 'done']);
  expect(await statesOf(buyer, bought)).toEqual(['pending', 'confirmed']);
});

test('a listing is watched from the book to its sale', async () => {
  const { seller, listing } = await listed();
  const buyer = await tradeOn(sandbox, 'p2wpkh');
  const trade = { collectionSlug: SLUG, ...listing };
  const states: TradeState['state'][] = [];
  const changes = {
    next: async () => {
      if (states.length === 1) await buy(buyer, { collectionSlug: SLUG, listings: [listing], esploraUrl });
      else await mine();
    },
  };
  for await (const { state } of watch(seller, trade, { changes })) states.push(state);
  expect(states).toEqual(['buyable', 'hidden', 'confirmed']);
});

test('an offer is watched from active to its block', async () => {
  const [owner, buyer] = [await tradeOn(sandbox, 'p2wpkh', 1), await tradeOn(sandbox, 'p2wpkh')];
  const inscriptionId = owner.inscriptionIds[0]!;
  const request = { collectionSlug: SLUG, inscriptionIds: [inscriptionId], priceSats: PRICE, esploraUrl };
  const [offer] = await makeOffers(buyer, request);
  const trade = { inscriptionId, offerId: offer!.offerId };
  const states: TradeState['state'][] = [];
  const changes = {
    next: async () => {
      if (states.length === 1) await acceptOffer(owner, { ...trade, priceSats: PRICE });
      else await mine();
    },
  };
  for await (const { state } of watch(buyer, trade, { esploraUrl, changes })) states.push(state);
  expect(states).toEqual(['active', 'pending', 'confirmed']);
});

test('a fill is watched by the sales of the service alone', async () => {
  const [seller, buyer] = [await tradeOn(sandbox, 'p2wpkh', 1), await tradeOn(sandbox, 'p2wpkh')];
  const target = { kind: 'all' } as const;
  const [bid] = await makeCollectionOffers(buyer, {
    ...{ collectionSlug: SLUG, target, priceSats: PRICE, esploraUrl },
  });
  const filled = await fillCollectionOffer(seller, {
    ...{ collectionSlug: SLUG, offerId: bid!.offerId, priceSats: PRICE, evenBelowTop: true },
    inscriptionId: seller.inscriptionIds[0]!,
  });
  const states = await statesOf(seller, { ...filled, collectionSlug: SLUG }, {});
  expect(states).toEqual(['pending', 'confirmed']);
});

test('the pages of the book are walked to their end', async () => {
  const { seller, listing } = await listed();
  await listed();
  const found: string[] = [];
  for await (const { listingId } of listings(seller, { collectionSlug: SLUG, limit: 1 }))
    found.push(listingId);
  expect(found).toContain(listing.listingId);
  expect(new Set(found).size).toBe(found.length);
  expect(found.length).toBeGreaterThanOrEqual(2);
});
