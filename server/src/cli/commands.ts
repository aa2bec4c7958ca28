import { type Command, Option } from 'commander';
import type { Settings } from '../composition/settings.ts';
import type { Database } from '../store/port.ts';
import type { By } from '../trading/operation/act.ts';
import { type ActOptions, onBehalfOf, reasoned } from './act-command.ts';
import type { Books } from './books.ts';
import type { DemoOptions } from './demo.ts';
import type { PartnerOptions } from './partners.ts';
import type { ProfileOptions } from './profiles.ts';

/** Shown by `ordbook start --help`. */
export const START_HELP = `
Required settings; all others have defaults:
  CHAIN_RPC_URL    http://user:password@host:port of bitcoind (28 or newer, txindex=1)
  ORD_URL          the ord server of that node (--index-sats --index-addresses --index-runes)
  SIGNER_ENDPOINT  where \`ordbook signer\` listens
  FEE_ADDRESS      where marketplace fees are paid
  TOKEN_KEYS       id:secret, e.g. 2026a:$(openssl rand -hex 32)
  DATABASE_URL     PostgreSQL; without it, an embedded database in DATA_DIR, for trying out

\`ordbook init\` makes keys, settings and units for all of this. By hand, run in this order:
  ordbook keys --file keys.json                        once; back it up
  ordbook signer --socket signer.sock --keys keys.json
  ordbook check                                        reports what is missing and what to do
  ordbook start`;

/** Shown by `ordbook audit --help`. */
export const AUDIT_HELP = `
It needs CHAIN_RPC_URL, ORD_URL, NETWORK, FAILURE_DEPTH, POLL_MS and DATABASE_URL as the service has them, and
no signer. Exit code: 0 nothing found, 1 findings, 2 it could not finish. docs/operations.md explains every
finding.`;

/** Runs `work` on the database from the environment. */
export async function onStore(work: (db: Database, settings: Settings) => Promise<void>): Promise<void> {
  const [{ readSettings }, { withStore }] = await Promise.all([
    import('../composition/settings.ts'),
    import('../composition/build-service.ts'),
  ]);
  const settings = readSettings(process.env);
  if (!settings.DATABASE_URL && !settings.DATA_DIR)
    throw new Error('set DATABASE_URL, or DATA_DIR while the service is stopped');
  await withStore(settings, (db) => work(db, settings));
}

/** Runs `work` as `onStore` does, and prints the line or lines that it returns. */
export async function tellOfStore(
  work: (db: Database, settings: Settings) => Promise<string | readonly string[]>,
): Promise<void> {
  await onStore(async (db, settings) => {
    for (const line of [await work(db, settings)].flat()) process.stdout.write(`${line}\n`);
  });
}

/**
 * Runs `work` on the books: of the database from the environment, or where it names none, of the running
 * service over its admin API.
 */
export async function onBooks(work: (books: Books) => Promise<void>): Promise<void> {
  const [{ readSettings }, { servedBooks, storedBooks }] = await Promise.all([
    import('../composition/settings.ts'),
    import('./books.ts'),
  ]);
  const { DATABASE_URL, DATA_DIR } = readSettings(process.env);
  if (DATABASE_URL || DATA_DIR) await onStore((db) => work(storedBooks(db)));
  else await work(servedBooks(process.env));
}

/** Runs `work` as `onBooks` does, and prints the lines that it returns. */
export async function tellOfBooks(work: (books: Books) => Promise<readonly string[]>): Promise<void> {
  await onBooks(async (books) => {
    for (const line of await work(books)) process.stdout.write(`${line}\n`);
  });
}

/**
 * Runs an act of the operator on the database, and prints what it returns. The log has the user of this
 * process.
 */
export async function actOnStore(
  { reason = '', by }: ActOptions,
  work: (db: Database, by: By, settings: Settings) => Promise<string | readonly string[]>,
): Promise<void> {
  const { userName } = await import('../composition/admin-access.ts');
  const actor = { name: `user ${userName()}`, onBehalfOf: onBehalfOf(by) };
  await tellOfStore((db, settings) => work(db, { actor, reason }, settings));
}

export function addPartnerCommands(program: Command): void {
  const partners = program
    .command('partners')
    .description("Who gets a share of the marketplace's revenue from which collections' listings.");
  reasoned(partners.command('add'), 'agreed with the partner')
    .description('Adds an active partner.')
    .requiredOption('--name <name>', 'unique')
    .requiredOption('--share-bps <bps>', 'share of the revenue, 1/100 of a percent')
    .option('--payout-address <address>', 'default: none, so the partner is not paid yet')
    .action(async (options: PartnerOptions & ActOptions) => {
      const { addPartner } = await import('./partners.ts');
      await actOnStore(options, (db, by, settings) => addPartner(db, by, settings, options));
    });
  reasoned(partners.command('change'), 'agreed with the partner')
    .description('Changes a partner, for every sale from now on.')
    .requiredOption('--name <name>')
    .option('--share-bps <bps>')
    .option('--payout-address <address>')
    .option('--status <status>', 'active or inactive')
    .action(async (options: PartnerOptions & ActOptions) => {
      const { editPartner } = await import('./partners.ts');
      await actOnStore(options, (db, by, settings) => editPartner(db, by, settings, options));
    });
  reasoned(partners.command('credit'), 'agreed with the partner')
    .description('Credits new listings in a collection to a partner.')
    .requiredOption('--collection <slug>')
    .option('--name <name>', 'partner; default: nobody')
    .action(async (options: { collection: string; name?: string } & ActOptions) => {
      const { creditCollection } = await import('./partners.ts');
      await actOnStore(options, (db, by) => creditCollection(db, by, options));
    });
  partners
    .command('list')
    .description('Lists them, and how many purchases paid each.')
    .option('--json', 'a line of JSON each')
    .action(async (options: { json?: boolean }) => {
      const { describePartners } = await import('./partners.ts');
      await tellOfBooks((books) => describePartners(books, options));
    });
}

/** Returns `ordbook trades`, for further commands. */
export function addTradeCommands(program: Command): Command {
  const trades = program.command('trades').description('What became of the trades of this service.');
  trades
    .command('show')
    .description(
      'Tells the story of a trade: when and why its state changed, its transactions, its fees, who signed, and what happens next.',
    )
    .argument(
      '<id>',
      'the id of a listing, purchase, offer, counter or fill (X-Trade-Id), or a transaction of it',
    )
    .option('--json', 'one line of JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const { showTrade } = await import('./trades.ts');
      await tellOfBooks((books) => showTrade(books, id, options));
    });
  return trades;
}

export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description(
      'Run it after restoring the database from a backup, before start: ends every open listing and offer, which may have been taken back since. Sales since the backup are read back from their blocks.',
    )
    .option('--nothing-lost', 'the database was only moved while the service was stopped: end nothing')
    .action(async (options: { nothingLost?: boolean }) => {
      const { runRestored } = await import('./restored.ts');
      await tellOfStore((db) => runRestored(db, options));
    });
}

/** Shown by `ordbook backup --help`. */
const BACKUP_HELP = `
With DATABASE_URL it needs pg_dump and pg_restore, of the server's version or newer. The service may run
meanwhile, and what is written after the beginning is not in the file. With DATA_DIR the service must be stopped.
The file has sellers' signatures: keep it as safe as a key file. It has no keys: back up each signer's key file
apart from it, and never its journal: an old journal forgets what was signed since.

  ordbook backup ordbook-$(date +%F).dump`;

/** Shown by `ordbook restore --help`. */
const RESTORE_HELP = `
Stop every replica first. The database must be empty (createdb), and is loaded in one transaction. What was
open is ended, since it may have been taken back after the backup; trades that were sent are followed to their
end, and sales since are read back from their blocks.

  createdb ordbook2
  DATABASE_URL=postgres://…/ordbook2 ordbook restore ordbook-2026-12-01.dump
  ordbook start       then, once it has caught up: ordbook audit`;

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('Writes the whole database to a new file, which only this user can read.')
    .argument('<file>', 'path of the new file')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string) => {
      const { runBackup } = await import('./backup.ts');
      await runBackup(file, process.env);
    });
  program
    .command('restore')
    .description('Loads a backup into an empty database, and ends what was open in it.')
    .argument('<file>', 'made by `ordbook backup`')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string) => {
      const { runRestore } = await import('./backup.ts');
      await runRestore(file, process.env);
    });
}

export function addProfileCommands(program: Command): void {
  const profiles = program.command('profiles').description('Sets profile fields that the API only displays.');
  reasoned(profiles.command('change'), 'edited')
    .description('Changes the public fields of a profile; what is not named stays.')
    .requiredOption('--wallet <address>', 'ordinals address of one of its wallets')
    .option('--username <text>')
    .option('--display-name <text>')
    .option('--bio <text>')
    .option('--avatar-url <url>')
    .option('--banner-url <url>')
    .option('--wallets-public', 'show wallets that are bound from now on')
    .option('--no-wallets-public', 'hide wallets that are bound from now on')
    .action(async ({ reason, by: name, ...options }: ProfileOptions & ActOptions) => {
      const { editProfile } = await import('./profiles.ts');
      await actOnStore({ ...(reason && { reason }), ...(name && { by: name }) }, (db, by) =>
        editProfile(db, by, options),
      );
    });
  reasoned(profiles.command('provider'), 'recorded')
    .description('Records the wallet provider of a wallet binding; see LOOKUP_PROVIDERS.')
    .requiredOption('--binding <id>')
    .requiredOption('--provider <name>')
    .action(async (options: { binding: string; provider: string } & ActOptions) => {
      const { recordProvider } = await import('./profiles.ts');
      await actOnStore(options, (db, by) => recordProvider(db, by, options));
    });
}

/** `ordbook demo`. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('Plays complete trades against a running sandbox and shows each transaction.')
    .addOption(
      new Option(
        '--play <what>',
        'listings and purchases, offers and counters, a collection offer, or all of it',
      )
        .choices(['trade', 'offers', 'collection-offer', 'all'])
        .default('trade'),
    )
    .option('--url <url>', 'URL of the sandbox', 'http://127.0.0.1:8080')
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('./demo.ts');
      process.exitCode = await runDemo(options);
    });
}
