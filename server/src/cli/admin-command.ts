import type { Command } from 'commander';
import type { AdminOptions } from './admin.ts';

const HELP = `
It asks the running service over its admin API: run it as the service's user, with its ADMIN_LISTEN (or PORT),
or with ADMIN_TOKEN. Without arguments it lists the paths; docs/business.md explains them. Every act needs a
reason, and is in GET /v1/acts. A field whose value is JSON is sent as that, any other as text. Exit code: 0
done, 1 refused and nothing changed, 2 no answer or an error of the service.

  ordbook admin GET /v1/trades --field flow=purchase --field state=pending
  ordbook admin GET /v1/sales --field since=2026-11-01 --csv --all > november.csv
  ordbook admin POST /v1/pause --field scope=flow:purchase --field reason="the index is being rebuilt"
  ordbook admin POST /v1/fees --field fees='{"buyerBps":100}' --field reason="spring offer"
  ordbook admin POST /v1/collections --field collections=@collections.json --field reason="new drop"`;

/** `ordbook admin`: the admin API in a terminal. */
export function addAdminCommand(program: Command): void {
  program
    .command('admin')
    .description('Sends one request to the admin API of the running service, and prints what it returns.')
    .argument('[method]', 'GET or POST')
    .argument('[path]', 'such as /v1/trades')
    .option(
      '--field <name=value>',
      'of the query or the body; repeatable. name=@file takes the value from a file, @- from stdin',
      (field: string, earlier: string[] = []) => [...earlier, field],
    )
    .option('--input <file>', 'the body; - for stdin')
    .option('--csv', 'rows as CSV')
    .option('--all', 'every page, up to the last')
    .option('--by <name>', 'whom you act for; the log has it beside the name of your token or user')
    .addHelpText('after', HELP)
    .action(async (method: string | undefined, path: string | undefined, options: AdminOptions) => {
      const { runAdmin } = await import('./admin.ts');
      process.exitCode = await runAdmin({ method, path, ...options }, process.env);
    });
}
