import { operatorSentence } from '@ordbook/protocol/refusals';
import { Command, Option } from 'commander';
import { VERSION } from '../base/version.ts';
import type { SignerOptions } from '../composition/signer-process.ts';
import { acting, reading } from './acting.ts';
import { addAdminCommand } from './admin-command.ts';
import type { AuditCommandOptions } from './audit.ts';
import type { CheckOptions } from './check.ts';
import {
  AUDIT_HELP,
  addBackupCommands,
  addDemoCommand,
  addRehearseCommand,
  addRestoredCommand,
  START_HELP,
} from './commands.ts';
import { addInitCommand } from './init-command.ts';
import { addInspectCommand } from './inspect-command.ts';
import { addKeyCommands } from './key-commands.ts';
import { pointToHelp } from './point-to-help.ts';
import { readSettingsFile, settingsSource } from './settings-files.ts';

/** The whole command line. Nothing runs yet. */
export function commandLine(): Command {
  const program = new Command('ordbook')
    .description('A self-hosted trading engine for Bitcoin inscriptions.')
    .version(VERSION, '-V, --version', 'prints the version')
    .option(
      '--settings <file>',
      'reads settings from a file, NAME=value per line; repeatable, and the environment wins',
      (file: string) => {
        try {
          readSettingsFile(file);
        } catch (error) {
          program.error(`error: ${operatorSentence(error)}`);
        }
      },
    )
    // `keys publish --file` is not `keys --file`
    .enablePositionalOptions();

  addInitCommand(program);

  const start = program
    .command('start')
    .description(
      'Runs the service: API and follower. Settings come from the environment; docs/settings.md lists them.',
    )
    .addHelpText('after', START_HELP);
  reading(start, async () => {
    const { runService } = await import('./start.ts');
    await runService(process.env);
  });

  const check = program
    .command('check')
    .description(
      'Checks settings, node, index, signers and database, and says what is wrong, what should be, and what mends it. Changes nothing. Exit code: 1 with any error.',
    )
    .option('--json', 'print a list of {subject, level, is, shouldBe, mend}')
    .option(
      '--plan',
      'print what mainnet takes instead: machines, options, ports, and what to fund; asks no part',
    )
    .option('--listings <n>', 'with --plan: listings that are open at the same time (default: 1000)')
    .option('--fee-rate <rate>', 'with --plan: sat/vB (default: 10)');
  reading(check, async (options: CheckOptions) => {
    const { printPlan, runCheck } = await import('./check.ts');
    if (options.plan) return printPlan(options, process.env);
    process.exit(await runCheck(options, process.env, settingsSource()));
  });

  const audit = program
    .command('audit')
    .description(
      'Compares every trade, listing, offer, coin and inscription with node and index. Changes nothing; the service may run meanwhile.',
    )
    .option('--json', 'print the report as JSON')
    .option('--since <height>', 'leave out trades that were confirmed below this height')
    .addHelpText('after', AUDIT_HELP);
  reading(audit, async (options: AuditCommandOptions) => {
    const { runAudit } = await import('./audit.ts');
    process.exit(await runAudit(options, process.env));
  });

  addAdminCommand(program);

  const role = () =>
    new Option('--role <role>', 'signer role: market (which also owns the anchors), policy or gate')
      .choices(['market', 'policy', 'gate'])
      .default('market');

  const signer = program
    .command('signer')
    .description("Runs a signer, which holds one role's keys, on a unix socket or over TLS.")
    .addOption(role())
    .requiredOption(
      '--socket <where>',
      'path of a unix socket, or https://host:port (with SIGNER_TLS_*); set the service to it with SIGNER_ENDPOINT, POLICY_SIGNER_ENDPOINT or GATE_SIGNER_ENDPOINT',
    )
    .requiredOption('--keys <file>', 'key file, readable by this user only (made by `ordbook keys`)')
    .option(
      '--collections <file>',
      'policy signer only: its own list of collections, as `ordbook keys publish --collections` signed it',
    )
    .option(
      '--journal <file>',
      'record of what it has signed; default: the path of the key file plus .journal',
    )
    .option(
      '--new-journal',
      'start a new journal after the old one was lost; half of each limit then counts as used for up to a day',
    );
  acting(signer, async (options: SignerOptions) => {
    const { planSigner } = await import('./signer.ts');
    return planSigner(options, process.env);
  });

  addKeyCommands(program, role);

  const fund = program
    .command('pools')
    .description("The operator's pools of coins; GET /v1/pools of the admin API shows them.")
    .command('fund')
    .description(
      "Makes the admission coins that the tiers are missing. Needs the service's settings and its PostgreSQL.",
    );
  acting(fund, async () => {
    const { planFunding } = await import('./pools.ts');
    return planFunding(process.env);
  });

  addDemoCommand(program);
  addRehearseCommand(program);
  addInspectCommand(program);
  const mcp = program
    .command('mcp')
    .description('Serves the order book, and with a local key and limits the trades, as tools of an agent.')
    .helpOption(false)
    .option('-h, --help', 'lists the settings');
  reading(mcp, async ({ help }: { help?: boolean }) => {
    const { HELP, runMcp } = await import('@ordbook/mcp');
    if (help) process.stdout.write(`${HELP}\n`);
    else await runMcp(process.env);
  });

  addBackupCommands(program);
  addRestoredCommand(program);
  pointToHelp(program);

  return program;
}
