/**
 * Market maker: keeps one collection offer at a share of the floor, and lists what it gets at a share above
 * it. Each round reads the book and changes only what is wrong, so it can be stopped and started at any time.
 *
 *   BID_SHARE=0.9 ASK_SHARE=1.1 npx tsx --conditions=source examples/market-maker.ts
 */
import {
  cancelCollectionOffer,
  inscriptions,
  listInscriptions,
  listings,
  makeCollectionOffers,
  myCollectionOffers,
  polling,
} from '@ordbook/client';
import { enterSandbox } from './enter-sandbox.ts';

const bidShare = Number(process.env['BID_SHARE'] ?? 0.9);
const askShare = Number(process.env['ASK_SHARE'] ?? 1.1);
const rounds = Number(process.env['ROUNDS'] ?? Number.POSITIVE_INFINITY);
/** Prices are multiples of this, sats. */
const STEP = 1_000;

const { session, collectionSlug, esploraUrl } = await enterSandbox();
const own = session.wallet.ordinalsAddress;
const stepped = (sats: number) => Math.floor(sats / STEP) * STEP;

/** The lowest price of somebody else; null: there is none to quote against. */
async function floorSats(): Promise<number | null> {
  for await (const { priceSats, sellerAddress } of listings(session, { collectionSlug, sort: 'price' }))
    if (sellerAddress !== own) return priceSats;
  return null;
}

async function quote(bidSats: number): Promise<void> {
  const standing = await myCollectionOffers(session, collectionSlug);
  if (standing.some(({ priceSats }) => priceSats === bidSats)) return;
  for (const { offerId, priceSats } of standing) {
    await cancelCollectionOffer(session, { collectionSlug, offerId });
    console.log(`withdrew the bid of ${priceSats}`);
  }
  const target = { kind: 'all' } as const;
  await makeCollectionOffers(session, {
    collectionSlug,
    target,
    priceSats: bidSats,
    validityHours: 24,
    esploraUrl,
  });
  console.log(`bids ${bidSats}`);
}

async function listInventory(askSats: number): Promise<void> {
  for await (const item of inscriptions(session, collectionSlug)) {
    if (item.owner !== own || item.listingState !== null) continue;
    const items = [{ inscriptionId: item.inscriptionId, priceSats: askSats }];
    await listInscriptions(session, { collectionSlug, items });
    console.log(`asks ${askSats} for ${item.name}`);
  }
}

for (let round = 0; round < rounds; round += 1) {
  const floor = await floorSats();
  if (floor !== null) {
    await quote(stepped(floor * bidShare));
    await listInventory(stepped(floor * askShare));
  }
  if (round + 1 < rounds) await polling(10_000).next();
}
