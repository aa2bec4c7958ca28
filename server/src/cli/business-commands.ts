import type { Command } from 'commander';
import type { Period, TradeFilters } from './business.ts';
import { onBooks, tellOfBooks } from './commands.ts';
import type { ExportFormat } from './export-rows.ts';

const FLOWS = 'listing, purchase, offer, counter, collection-offer or fill';

/** `ordbook trades list` and `ordbook trades export`. */
export function addTradeLists(trades: Command): void {
  filtered(
    trades
      .command('list')
      .description('Lists the newest trades.')
      .option('--flow <flow>', `only this kind: ${FLOWS}`)
      .option('--limit <rows>', 'default: 50')
      .option('--json', 'a line of JSON per trade')
      .addHelpText('after', '\nExample: ordbook trades list --flow purchase --state pending'),
  ).action(async (options: TradeFilters) => {
    const { listTrades } = await import('./business.ts');
    await tellOfBooks((books) => listTrades(books, options));
  });
  exporting(
    filtered(
      trades
        .command('export')
        .description('Writes every trade to the standard output, newest first.')
        .option('--flow <flow>', `only this kind: ${FLOWS}`)
        .addHelpText('after', '\nExample: ordbook trades export --csv --since 2026-01-01 > trades.csv'),
    ),
  ).action(async (options: TradeFilters & FormatOptions) => {
    const { exportTrades } = await import('./business.ts');
    await onBooks((books) => exportTrades(books, options, formatOf(options), process.stdout));
  });
}

/** `ordbook revenue` and `ordbook sales`. */
export function addBusinessCommands(program: Command): void {
  during(
    program
      .command('revenue')
      .description(
        'What confirmed sales brought, in sats: fees, and of them what creators, partners, new anchors and the fee address got.',
      )
      .option('--by <group>', 'a row per day, collection or partner')
      .option('--json', 'a line of JSON per row')
      .addHelpText(
        'after',
        '\nDays are in UTC, by the time of the block.\nExample: ordbook revenue --by day --since 2026-11-01',
      ),
  ).action(async (options: Period & { by?: string; json?: boolean }) => {
    const { describeRevenue } = await import('./business.ts');
    await tellOfBooks((books) => describeRevenue(books, options));
  });
  exporting(
    during(
      program
        .command('sales')
        .description('Confirmed sales of this service, with every fee and payout.')
        .command('export')
        .description('Writes every sale to the standard output, oldest first.')
        .addHelpText('after', '\nExample: ordbook sales export --csv --since 2026-11-01 > november.csv'),
    ),
  ).action(async (options: Period & FormatOptions) => {
    const { exportSales } = await import('./business.ts');
    await onBooks((books) => exportSales(books, options, formatOf(options), process.stdout));
  });
}

/** The filters that lists and exports of trades share. */
export function filtered(command: Command): Command {
  return command
    .option('--state <state>', 'only in this state; docs/lifecycle.md has them all')
    .option('--since <time>', 'made since this day or time')
    .option('--profile <id>', 'of this seller or buyer')
    .option('--collection <slug>', 'in this collection');
}

function during(command: Command): Command {
  return command
    .option('--since <time>', 'sold since this day or time')
    .option('--until <time>', 'sold before it');
}

interface FormatOptions {
  readonly csv?: boolean;
  readonly json?: boolean;
}

function exporting(command: Command): Command {
  return command.option('--csv', 'comma-separated values (default)').option('--json', 'a line of JSON each');
}

function formatOf({ csv, json }: FormatOptions): ExportFormat {
  if (csv && json) throw new Error('choose one of --csv and --json');
  return json ? 'json' : 'csv';
}
