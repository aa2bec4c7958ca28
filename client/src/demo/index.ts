import { playTrade } from './play.ts';
import { playCollectionOffer } from './play-collection-offer.ts';
import { playOffers } from './play-offers.ts';
import type { Stage } from './stage.ts';

export { NoSandbox, sandboxAt } from './sandbox.ts';
export { COLUMNS, plainStage, type Stage, wrapped } from './stage.ts';

async function playAll(url: string, stage: Stage): Promise<void> {
  for (const play of [playTrade, playOffers, playCollectionOffer]) await play(url, stage);
}

/** The demos by name: each plays complete trades against the sandbox at a URL, with new wallets. */
export const PLAYS = {
  trade: { play: playTrade, title: 'a seller, a buyer, four inscriptions' },
  offers: { play: playOffers, title: 'offers on inscriptions, and a counter' },
  'collection-offer': { play: playCollectionOffer, title: 'a collection offer, and its fill' },
  all: { play: playAll, title: 'all demos, one after another' },
} as const;
