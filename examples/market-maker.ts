/**
 * Market maker: keeps a ladder of collection offers at a share of the floor, and lists what it gets at a share
 * above it. Each round reads the book and changes only what is wrong, so it can be stopped and started at any
 * time. It holds at most so many items, and stops when its signatures could cost more than it put at risk.
 *
 *   BID_SHARE=0.9 ASK_SHARE=1.1 RUNGS=3 npx tsx --conditions=source examples/market-maker.ts
 */
import {
  cancelCollectionOffer,
  type FlowOptions,
  listInscriptions,
  listings,
  makeCollectionOffers,
  myCollectionOffers,
  serviceEvents,
  UnsafePsbt,
} from '@ordbook/client';
import { marketOf } from '@ordbook/client/market';
import { enterSandbox } from './enter-sandbox.ts';

const given = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const [bidShare, askShare, rungs] = [given('BID_SHARE', 0.9), given('ASK_SHARE', 1.1), given('RUNGS', 3)];
/** Most items to hold; with offers that may all be filled. */
const mostItems = given('MOST_ITEMS', 20);
/** Most sats that others may take from these coins with what is signed, whatever they do. */
const mostAtRiskSats = given('MOST_AT_RISK_SATS', 1_000_000);
const rounds = given('ROUNDS', Number.POSITIVE_INFINITY);
/** Collection offers are multiples of this, sats. A floor that moves by less changes nothing. */
const STEP = 5_000;

const { session, collectionSlug, esploraUrl } = await enterSandbox();
const own = session.wallet.ordinalsAddress;
const market = marketOf(session.client.options);
const changes = serviceEvents(session.client);
const stepped = (sats: number) => Math.floor(sats / STEP) * STEP;

/** Asks the judge, before the wallet is asked for anything. */
const judged: FlowOptions = {
  onProgress(progress) {
    if (progress.step !== 'prepared') return;
    const { lossSats } = progress.summary.worst;
    if (!(lossSats <= mostAtRiskSats)) throw new UnsafePsbt(`${lossSats} sats could be lost at worst`);
  },
};

/** The lowest price of somebody else; null: there is none to quote against. */
async function floorSats(): Promise<number | null> {
  for await (const { priceSats, sellerAddress } of listings(session, { collectionSlug, sort: 'price' }))
    if (sellerAddress !== own) return priceSats;
  return null;
}

async function quote(bidSats: number, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_, rung) => bidSats - rung * STEP);
  const standing = await myCollectionOffers(session, collectionSlug);
  const prices = standing.map(({ priceSats }) => priceSats).sort((a, b) => b - a);
  if (prices.join() === wanted.join()) return;
  for (const { offerId, priceSats } of standing) {
    await cancelCollectionOffer(session, { collectionSlug, offerId });
    console.log(`withdrew the bid of ${priceSats}`);
  }
  if (count === 0) return;
  const ladder = { priceSats: bidSats, offerCount: count, ladderStepSats: STEP, validityHours: 24 } as const;
  const target = { kind: 'all' } as const;
  await makeCollectionOffers(session, { collectionSlug, target, ...ladder, esploraUrl }, judged);
  console.log(`bids ${wanted.join(', ')}`);
}

/** Lists what is not listed. Returns how many items the wallet holds. */
async function listInventory(askSats: number): Promise<number> {
  const { items } = await market.holdings(own, { limit: 100 });
  const held = items.filter(({ collection }) => collection === collectionSlug);
  for (const { inscriptionId, name, listingState } of held) {
    if (listingState !== null) continue;
    const request = { collectionSlug, items: [{ inscriptionId, priceSats: askSats }] };
    await listInscriptions(session, request, judged);
    console.log(`asks ${askSats} for ${name}`);
  }
  return held.length;
}

try {
  for (let round = 0; round < rounds; round += 1) {
    const floor = await floorSats();
    if (floor !== null) {
      const held = await listInventory(stepped(floor * askShare));
      const count = Math.max(0, Math.min(rungs, mostItems - held));
      if (count < rungs) console.log(`holds ${held} of at most ${mostItems} items`);
      await quote(stepped(floor * bidShare), count);
    }
    if (round + 1 < rounds) await changes.next();
  }
} catch (error) {
  if (!(error instanceof UnsafePsbt)) throw error;
  console.log(`stops, nothing more was signed: ${error.message}`);
  process.exitCode = 1;
}
