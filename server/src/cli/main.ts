#!/usr/bin/env node
import { operatorSentence } from '@ordbook/protocol/refusals';
import { Argument, Command, Option } from 'commander';
import type { SignerOptions, SignerRole } from '../composition/signer-process.ts';
import { addCollectionCommands } from './collection-commands.ts';
import { addPartnerCommands, addProfileCommands, START_HELP } from './commands.ts';

const program = new Command('ordbook')
  .description('A self-hosted trading engine for Bitcoin inscriptions.')
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

program
  .command('keys')
  .description('Creates a new key file for a signer and prints its public keys and addresses.')
  .addOption(role())
  .requiredOption('--file <file>', 'path of the new key file; must not exist')
  .action(async (options: { file: string; role: SignerRole }) => {
    const { makeKeys } = await import('./keys.ts');
    await makeKeys(options, process.env);
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

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`ordbook: ${operatorSentence(error)}\n`);
  // parts that did start would keep the process alive
  process.exit(1);
});
