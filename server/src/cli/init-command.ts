import { type Command, Option } from 'commander';
import { reading } from './acting.ts';
import { QUESTIONS } from './init/answers.ts';
import type { InitOptions } from './init.ts';

const INIT_HELP = `
On a terminal it asks for what the flags leave open. With --yes, or without a terminal, it asks nothing, and
--domain and --fee-address are needed.

  ordbook init                                                       asks everything
  ordbook init --for compose --domain trade.example --fee-address bc1q… --yes
  ordbook init --network signet --node http://user:password@10.0.0.3:38332 --index http://10.0.0.3:8081

It makes, in a new folder:
  keys/          a key file for each signer: market, policy, gate; only its owner can read it; and the key set
  publisher.json the key that signs the key set; keep it offline (none with --keys)
  key-set.json   the public keys, for clients to pin
  service.env    every setting of the service with its meaning; signers.env and policy.env for the signers
  systemd: units, one user each, and install.sh; samples for nginx and Caddy
  --signer: machines/<role> to copy to the machine of that signer, with its key and certificate
  compose: compose.yaml, an authority and certificates for mutual TLS, settings of node, ord and PostgreSQL

It replaces no file, and ends with what to back up, what to fund, and the next command. docs/install.md walks
through all of it. Exit code: 0 done, 1 a wrong answer or a folder that is not empty, 130 cancelled.`;

const proposed = (flag: string) => {
  const { proposes } = Object.values(QUESTIONS).find((question) => question.flag === flag)!;
  return proposes ? ` (default: ${proposes})` : '';
};

export function addInitCommand(program: Command): void {
  const init = program
    .command('init')
    .description('Makes keys, certificates, settings, and systemd units or a compose file, in a new folder.')
    .addOption(new Option('--for <runner>', `systemd or compose${proposed('--for')}`))
    .addOption(new Option('--network <name>', `mainnet, testnet, signet or regtest${proposed('--network')}`))
    .option('--domain <host>', 'host name of the public service')
    .option('--fee-address <address>', 'receives the marketplace fees')
    .option('--payouts <addresses>', `creators and partners that sales may pay${proposed('--payouts')}`)
    .option('--node <url>', "bitcoind's JSON-RPC (default: on this machine, with a new password)")
    .option('--index <url>', `the ord server${proposed('--index')}`)
    .option('--database <url>', 'PostgreSQL (default: on this machine, with a new password)')
    .option('--esplora <url>', 'Esplora server for balances at sign-in (default: the node looks them up)')
    .option(
      '--signer <role=url...>',
      'a signer on another machine, e.g. market=https://10.0.0.2:9441; repeatable (default: all on this machine)',
    )
    .option(
      '--keys <folder>',
      'take these keys, from a backup of keys/ of an earlier init, instead of new ones (default: new ones)',
    )
    .option('--folder <path>', 'where to write; must be new or empty', 'ordbook')
    .option('--yes', 'ask nothing: take the flags, and what is proposed for the rest')
    .addHelpText('after', INIT_HELP);
  reading(init, async (options: InitOptions) => {
    const { runInit } = await import('./init.ts');
    process.exit(await runInit(options));
  });
}
