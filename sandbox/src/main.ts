#!/usr/bin/env node
import './first-line.js';
import { Command } from 'commander';
import { writeCompiled } from './engine.js';
import { requireFreePorts } from './ports.ts';

const program = new Command('npm run sandbox')
  .description(
    'Starts everything on this machine: node, index, database, service and five funded wallets. Regtest only.',
  )
  .addHelpText(
    'after',
    `
Settings (environment):
  PORT                   where the API listens (8080); 0: any free port
  SANDBOX_NODE_PORT      where the built-in node listens (0: any free port)
  SANDBOX_INDEX_PORT     where the built-in index listens (0: any free port)
  SANDBOX_BLOCK_SECONDS  seconds between blocks (10); 0: only on request (POST /sandbox/mine)
  CHAIN_RPC_URL          a real bitcoind -regtest instead of the built-in node
  ORD_URL                a real ord of that node instead of the built-in index
  DATABASE_URL           a real PostgreSQL instead of a database in memory
  LOG_LEVEL              trace, debug, info, warn (the default), error or silent
  ADMIN_LISTEN           where the operator's API listens (any free port, its token in a file); off: nowhere
  ADMIN_TOKEN            name:secret, needed where ADMIN_LISTEN is a port
  LIMIT_SCALE            factor on the API's rate limits (1000); 1: as in production

Then run npm run demo to play a complete trade against it.`,
  )
  .action(async () => {
    // the ports first: what follows takes seconds to load
    await requireFreePorts(process.env);
    const { runSandbox } = await import('./run.ts');
    await runSandbox(process.env);
    writeCompiled();
  });

program.parseAsync().catch(async (error: unknown) => {
  const { operatorSentence } = await import('@ordbook/protocol/refusals');
  process.stderr.write(`sandbox: ${operatorSentence(error)}\n`);
  // parts that did start would keep the process alive
  process.exit(1);
});
