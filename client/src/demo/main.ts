import { intro, log, note, outro, spinner } from '@clack/prompts';
import { Command, Option } from 'commander';
import { playTrade, type Stage } from './play.ts';
import { playCollectionOffer } from './play-collection-offer.ts';
import { playOffers } from './play-offers.ts';
import { NoSandbox } from './sandbox.ts';

const terminal: Stage = {
  async step(title, work, told) {
    const progress = spinner();
    progress.start(title);
    try {
      const result = await work();
      progress.stop(told(result));
      return result;
    } catch (error) {
      progress.error(`${title}: failed`);
      throw error;
    }
  },
  show: (title, picture) => note(picture, title, { format: (line) => line }),
};

const PLAYS = {
  trade: { play: playTrade, title: 'a seller, a buyer, four inscriptions' },
  offers: { play: playOffers, title: 'offers on inscriptions, and a counter' },
  'collection-offer': { play: playCollectionOffer, title: 'a collection offer, and its fill' },
  all: { play: playAll, title: 'all demos, one after another' },
};

async function playAll(url: string, stage: Stage): Promise<void> {
  for (const play of [playTrade, playOffers, playCollectionOffer]) await play(url, stage);
}

async function main({ url, play }: { url: string; play: keyof typeof PLAYS }): Promise<void> {
  intro(`ordbook demo: ${PLAYS[play].title}`);
  try {
    await PLAYS[play].play(url.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), terminal);
    outro('Done. Every PSBT was checked before it was signed; client/README.md shows how to do the same.');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.error(error instanceof NoSandbox ? error.message : `${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

await new Command('demo')
  .description('Plays complete trades against a running sandbox and shows each transaction.')
  .addOption(
    new Option(
      '--play <what>',
      'listings and purchases, offers and counters, a collection offer, or all of it',
    )
      .choices(Object.keys(PLAYS))
      .default('trade'),
  )
  .option('--url <url>', 'URL of the sandbox', 'http://127.0.0.1:8080')
  .action(main)
  .parseAsync();
