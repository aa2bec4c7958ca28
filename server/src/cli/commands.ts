import { type Command, Option } from 'commander';
import { acting, reading } from './acting.ts';
import type { BackupOptions } from './backup.ts';
import type { DemoOptions } from './demo.ts';
import type { RehearseOptions } from './rehearse.ts';

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

export function addRestoredCommand(program: Command): void {
  const restored = program
    .command('restored')
    .description(
      'Run it after restoring the database from a backup, before start: ends every open listing and offer, which may have been taken back since. Sales since the backup are read back from their blocks.',
    )
    .option('--nothing-lost', 'the database was only moved while the service was stopped: end nothing');
  acting(restored, async (options: { nothingLost?: boolean }) => {
    const { planRestored } = await import('./restored.ts');
    return planRestored(options, process.env);
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
  const backup = program
    .command('backup')
    .description('Writes the whole database to a new file, which only this user can read.')
    .argument('<file>', 'path of the new file')
    .option(
      '--after <command>',
      'shell command, with the file as $1, that encrypts or copies it; the backup counts as made once it has ended with 0',
    )
    .addHelpText('after', BACKUP_HELP);
  reading(backup, async (file: string, options: BackupOptions) => {
    const { runBackup } = await import('./backup.ts');
    await runBackup(file, options, process.env);
  });
  const restore = program
    .command('restore')
    .description('Loads a backup into an empty database, and ends what was open in it.')
    .argument('<file>', 'made by `ordbook backup`')
    .addHelpText('after', RESTORE_HELP);
  acting(restore, async (file: string) => {
    const { planRestore } = await import('./backup.ts');
    return planRestore(file, process.env);
  });
}

/** `ordbook demo`. */
export function addDemoCommand(program: Command): void {
  const demo = program
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
    .option('--url <url>', 'URL of the sandbox', 'http://127.0.0.1:8080');
  reading(demo, async (options: DemoOptions) => {
    const { runDemo } = await import('./demo.ts');
    process.exitCode = await runDemo(options);
  });
}

/** Shown by `ordbook rehearse --help`. */
const REHEARSE_HELP = `
A wallet is a file {"network", "ordinals": {"type", "wif"}, "payment": {"type", "wif"}}, types p2tr and p2wpkh.
One of them holds the inscription; both hold the price three times and what sign-in asks for, confirmed. It waits for three blocks.
Exit code: 1 when a step failed.

  ordbook --settings service.env rehearse --wallet a.json --wallet b.json \\
    --collection quiet-mice --inscription 47aa…i0 --yes`;

/** `ordbook rehearse`. */
export function addRehearseCommand(program: Command): void {
  const rehearse = program
    .command('rehearse')
    .description(
      'Plays sign-in, listing, purchase, offer, fill and take-back on the running service, with two wallets of yours, and prints a report. Not on mainnet.',
    )
    .requiredOption(
      '--wallet <file>',
      'a wallet with its keys; twice',
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .requiredOption('--collection <slug>', 'the collection')
    .requiredOption('--inscription <id>', 'a member of it, in one of the wallets')
    .option('--price <sats>', 'of each of the three sales', '100000')
    .option('--url <url>', 'of the service; default: PUBLIC_URL')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', REHEARSE_HELP);
  acting(rehearse, async (options: RehearseOptions) => {
    const { planRehearsal } = await import('./rehearse.ts');
    return planRehearsal(options, process.env);
  });
}
