#!/usr/bin/env node
import { operatorSentence } from '@ordbook/protocol/refusals';
import { Argument, Command, Option } from 'commander';
import type { SignerOptions, SignerRole } from '../composition/signer-process.ts';
import { addCollectionCommands } from './collection-commands.ts';
import { addPartnerCommands, addProfileCommands, START_HELP } from './commands.ts';

const program = new Command('ordbook')
  .description('A self-hosted trading engine for Bitcoin inscriptions.')
  .showHelpAfterError('(ordbook --help shows every command)');

program
  .command('start')
  .description(
    'The service: API and follower. Settings come from the environment; docs/operations.md lists them.',
  )
  .addHelpText('after', START_HELP)
  .action(async () => {
    const { runService } = await import('./start.ts');
    await runService(process.env);
  });

program
  .command('check')
  .description('Asks node, index, signer and database, and says what to do about what is not right.')
  .action(async () => {
    const { runCheck } = await import('./check.ts');
    process.exit(await runCheck(process.env));
  });

addCollectionCommands(program);
addPartnerCommands(program);
addProfileCommands(program);

const role = () =>
  new Option('--role <role>', 'whose keys: of the market (and the anchors), the policy or the gate signer')
    .choices(['market', 'policy', 'gate'])
    .default('market');

program
  .command('signer')
  .description("The holder of one role's keys, on a unix socket or behind TLS.")
  .addOption(role())
  .requiredOption(
    '--socket <where>',
    'path of a unix socket, or https://host:port (with SIGNER_TLS_*); the service gets it as SIGNER_ENDPOINT, POLICY_SIGNER_ENDPOINT or GATE_SIGNER_ENDPOINT',
  )
  .requiredOption('--keys <file>', 'key file, readable by this user only (made by `ordbook keys`)')
  .option(
    '--collections <file>',
    'of the policy signer: its own list of collections, [{slug, kind, sources}]',
  )
  .option('--journal <file>', 'what it has signed; default: the key file with .journal behind its name')
  .option(
    '--new-journal',
    'the journal was lost: begin a new one, in which whatever has a limit counts as used up',
  )
  .action(async (options: SignerOptions) => {
    const { runSigner } = await import('./signer.ts');
    await runSigner(options, process.env);
  });

program
  .command('keys')
  .description("Makes a new key file for a signer and prints the operator's addresses.")
  .addOption(role())
  .requiredOption('--file <file>', 'where to write it; must not exist')
  .action(async (options: { file: string; role: SignerRole }) => {
    const { makeKeys } = await import('./keys.ts');
    await makeKeys(options, process.env);
  });

program
  .command('pools')
  .description(
    'The pools of anchors and of admission coins. Needs the settings of the service and its PostgreSQL.',
  )
  .addArgument(
    new Argument('<action>', 'show the figures, or first make the admission coins that are missing').choices([
      'status',
      'fund',
    ]),
  )
  .action(async (action: 'status' | 'fund') => {
    const { runPools } = await import('./pools.ts');
    await runPools(action, process.env);
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`ordbook: ${operatorSentence(error)}\n`);
  // Parts that did start would keep the process alive.
  process.exit(1);
});
