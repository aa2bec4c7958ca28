import type { Command } from 'commander';
import { acting } from './acting.ts';
import type { AdminOptions } from './admin.ts';

const HELP = `
It asks the running service over its admin API: run it as the service's user, with its ADMIN_LISTEN (or PORT),
or with ADMIN_TOKEN. Without arguments it lists the paths; docs/business.md explains them. A POST is first sent
as a dry run, which changes nothing, and its answer is shown before anything is done. Every act needs a reason,
and is in GET /v1/acts. A field whose value is JSON is sent as that, any other as text. Exit code: 0 done, 1
refused or a dry run, and nothing changed, 2 no answer or an error of the service.

  ordbook admin GET /v1/trades --field flow=purchase --field state=pending
  ordbook admin GET /v1/sales --field since=2026-11-01 --csv --all > november.csv
  ordbook admin POST /v1/pause --field scope=flow:purchase --reason "the index is being rebuilt"
  ordbook admin POST /v1/fees --field fees='{"buyerBps":100}' --reason "spring offer" --yes
  ordbook admin POST /v1/collections --field collections=@collections.json --reason "new drop" --yes`;

/** `ordbook admin`: the admin API in a terminal. */
export function addAdminCommand(program: Command): void {
  const admin = program
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
    .addHelpText('after', HELP);
  acting(admin, async (method: string | undefined, path: string | undefined, options: AdminOptions) => {
    const { planAdmin } = await import('./admin.ts');
    return planAdmin({ method, path, ...options }, process.env);
  });
}
