import { intro, log, note, outro, spinner } from '@clack/prompts';
import { Command } from 'commander';
import { playTrade, type Stage } from './play.ts';
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

async function main({ url }: { url: string }): Promise<void> {
  intro('ordbook demo: a seller, a buyer, four inscriptions');
  try {
    await playTrade(url.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), terminal);
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
  .description('Plays a whole trade against a running sandbox and shows what each transaction does.')
  .option('--url <url>', 'where the sandbox is', 'http://127.0.0.1:8080')
  .action(main)
  .parseAsync();
