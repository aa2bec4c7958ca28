import type { Command } from 'commander';
import { tellOfStore } from './commands.ts';
import type { ListenOptions } from './listen.ts';
import type { AddOptions } from './webhooks.ts';

/** `ordbook webhooks` and `ordbook listen`. */
export function addEventCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('Endpoints that get events, signed; docs/events.md describes them.');
  webhooks
    .command('add')
    .description('Adds an endpoint, and prints the secret of its signatures. It gets events from now on.')
    .argument('<url>', 'https, unless WEBHOOKS_ALLOW_PRIVATE is set')
    .option('--topics <topics>', 'separated by commas; default: all')
    .option('--collections <slugs>', 'separated by commas; default: all')
    .option(
      '--with-private',
      'also what only the parties of a trade see; for your own systems, not for partners',
    )
    .action(async (url: string, options: AddOptions) => {
      const { addWebhook } = await import('./webhooks.ts');
      await tellOfStore((db, settings) => addWebhook(db, settings, url, options));
    });
  webhooks
    .command('list')
    .description('Lists them, without their secrets.')
    .option('--json', 'a line of JSON each')
    .action(async (options: { json?: boolean }) => {
      const { listWebhooks } = await import('./webhooks.ts');
      await tellOfStore((db) => listWebhooks(db, options));
    });
  webhooks
    .command('remove')
    .description('Removes an endpoint: it gets no more events.')
    .argument('<id>', 'of the webhook')
    .action(async (id: string) => {
      const { removeWebhook } = await import('./webhooks.ts');
      await tellOfStore((db) => removeWebhook(db, id));
    });
  webhooks
    .command('dead')
    .description('Lists the deliveries that no attempt brought to their endpoint.')
    .option('--json', 'a line of JSON each')
    .action(async (options: { json?: boolean }) => {
      const { listDead } = await import('./webhooks.ts');
      await tellOfStore((db) => listDead(db, options));
    });
  webhooks
    .command('resend')
    .description('Sends the dead deliveries of an endpoint again.')
    .argument('<id>', 'of the webhook')
    .option('--sequence <number>', 'only this one, by its number in the list of `dead`')
    .action(async (id: string, options: { sequence?: string }) => {
      const { resendDead } = await import('./webhooks.ts');
      await tellOfStore((db, settings) => resendDead(db, settings, id, options));
    });

  program
    .command('listen')
    .description(
      'For development: reads the events of a service and posts them, signed, to a URL of this machine.',
    )
    .requiredOption('--forward-to <url>', 'e.g. http://localhost:3000/hooks')
    .option('--url <url>', 'the service, without /api/v1', 'http://127.0.0.1:8080')
    .option('--topics <topics>', 'separated by commas; default: all that may be seen')
    .option('--collections <slugs>', 'separated by commas; default: all')
    .option('--token <token>', 'session token, for offers and your own trades')
    .option('--after <id>', 'start after this event; default: now')
    .action(async (options: ListenOptions) => {
      const { listenAndForward } = await import('./listen.ts');
      await listenAndForward(options, (line) => void process.stdout.write(`${line}\n`));
    });
}
