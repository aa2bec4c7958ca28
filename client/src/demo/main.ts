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
  offers: { play: playOffers, title: 'a bid, a counter, and what becomes of them' },
  'collection-offer': { play: playCollectionOffer, title: 'a bid for any of a collection, and who fills it' },
  all: { play: playAll, title: 'everything, one after the other' },
};

async function playAll(url: string, stage: Stage): Promise<void> {
  for (const play of [playTrade, playOffers, playCollectionOffer]) await play(url, stage);
}

async function main({ url, play }: { url: string; play: keyof typeof PLAYS }): Promise<void> {
  intro(`ordbook demo: ${PLAYS[play].title}`);
  try {
    await PLAYS[play].play(url.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), terminal);
    outro(
      'Done. Every signature was checked before it was given; client/README.md shows how to do the same.',
    );
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.error(error instanceof NoSandbox ? error.message : `${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

await new Command('demo')
  .description('Plays whole trades against a running sandbox and shows what each transaction does.')
  .addOption(
    new Option(
      '--play <what>',
      'listings and purchases, offers and counters, a collection offer, or all of it',
    )
      .choices(Object.keys(PLAYS))
      .default('trade'),
  )
  .option('--url <url>', 'where the sandbox is', 'http://127.0.0.1:8080')
  .action(main)
  .parseAsync();
