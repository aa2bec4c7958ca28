#!/usr/bin/env node
import { operatorSentence } from '@ordbook/protocol/refusals';
import { Argument, Command, Option } from 'commander';
import type { SignerOptions, SignerRole } from '../composition/signer-process.ts';
import type { AuditCommandOptions } from './audit.ts';
import { addCollectionCommands } from './collection-commands.ts';
import {
  AUDIT_HELP,
  addDemoCommand,
  addPartnerCommands,
  addProfileCommands,
  addRestoredCommand,
  addTradeCommands,
  START_HELP,
} from './commands.ts';
import type { PublishOptions } from './key-set.ts';

const program = new Command('ordbook')
  .description('A self-hosted trading engine for Bitcoin inscriptions.')
  // `keys publish --file` is not `keys --file`
  .enablePositionalOptions()
  .showHelpAfterError('(ordbook --help lists every command)');

program
  .command('start')
  .description(
    'Runs the service: API and follower. Settings come from the environment; docs/operations.md lists them.',
  )
  .addHelpText('after', START_HELP)
  .action(async () => {
    const { runService } = await import('./start.ts');
    await runService(process.env);
  });

program
  .command('check')
  .description('Checks node, index, signer and database, and says how to fix what is wrong.')
  .action(async () => {
    const { runCheck } = await import('./check.ts');
    process.exit(await runCheck(process.env));
  });

program
  .command('audit')
  .description(
    'Compares every trade, listing, offer, coin and inscription with node and index. Changes nothing; the service may run meanwhile.',
  )
  .option('--json', 'print the report as JSON')
  .option('--since <height>', 'leave out trades that were confirmed below this height')
  .addHelpText('after', AUDIT_HELP)
  .action(async (options: AuditCommandOptions) => {
    const { runAudit } = await import('./audit.ts');
    process.exit(await runAudit(options, process.env));
  });

addCollectionCommands(program);
addPartnerCommands(program);
addProfileCommands(program);

const role = () =>
  new Option('--role <role>', 'signer role: market (which also owns the anchors), policy or gate')
    .choices(['market', 'policy', 'gate'])
    .default('market');

program
  .command('signer')
  .description("Runs a signer, which holds one role's keys, on a unix socket or over TLS.")
  .addOption(role())
  .requiredOption(
    '--socket <where>',
    'path of a unix socket, or https://host:port (with SIGNER_TLS_*); set the service to it with SIGNER_ENDPOINT, POLICY_SIGNER_ENDPOINT or GATE_SIGNER_ENDPOINT',
  )
  .requiredOption('--keys <file>', 'key file, readable by this user only (made by `ordbook keys`)')
  .option('--collections <file>', 'policy signer only: its own list of collections, [{slug, kind, sources}]')
  .option('--journal <file>', 'record of what it has signed; default: the path of the key file plus .journal')
  .option(
    '--new-journal',
    'start a new journal after the old one was lost; every limit then counts as used up for up to a day',
  )
  .action(async (options: SignerOptions) => {
    const { runSigner } = await import('./signer.ts');
    await runSigner(options, process.env);
  });

const keys = program
  .command('keys')
  .description('Creates a new key file for a signer and prints its public keys and addresses.')
  .addOption(role())
  .option('--file <file>', 'path of the new key file; must not exist')
  .action(async ({ file, ...options }: { file?: string; role: SignerRole }) => {
    if (file === undefined) return keys.error("error: required option '--file <file>' not specified");
    const { makeKeys } = await import('./keys.ts');
    await makeKeys({ file, ...options }, process.env);
  });
keys
  .command('publish')
  .description(
    'Writes the key set: the public keys of all signers, signed by a publisher key that clients pin. Run again to rotate a key.',
  )
  .requiredOption('--publisher <file>', 'key file of the publisher; made when missing. Keep it offline')
  .requiredOption('--file <file>', 'path of the key set; an earlier one there is replaced')
  .option('--market <key>', 'x-only key in hex, as `ordbook keys` printed it; default: as in the earlier set')
  .option('--anchor <key>', 'the same, of the anchors')
  .option('--policy <key>', 'the same, of the policy signer; needed for collection offers')
  .option('--gate <key>', 'the same, of the gate signer; needed for collection offers')
  .action(async (options: PublishOptions) => {
    const { publishKeys } = await import('./key-set.ts');
    await publishKeys(options, process.env);
  });
keys
  .command('show')
  .description('Verifies a key set and prints its keys.')
  .argument('<file>')
  .action(async (file: string) => {
    const { showKeys } = await import('./key-set.ts');
    await showKeys(file, process.env);
  });

program
  .command('pools')
  .description(
    "Shows or funds the pools of anchors and admission coins. Needs the service's settings and its PostgreSQL.",
  )
  .addArgument(
    new Argument(
      '<action>',
      'status: show the figures; fund: first create the missing admission coins',
    ).choices(['status', 'fund']),
  )
  .action(async (action: 'status' | 'fund') => {
    const { runPools } = await import('./pools.ts');
    await runPools(action, process.env);
  });

addDemoCommand(program);
addRestoredCommand(program);
addTradeCommands(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`ordbook: ${operatorSentence(error)}\n`);
  // parts that did start would keep the process alive
  process.exit(1);
});
