import { type Command, Option } from 'commander';
import { reading } from './acting.ts';
import type { InspectCommandOptions } from './inspect.ts';

const HELP = `
Nothing is sent, and nothing is fetched but a proof that --proof names by a URL. Values of coins are those
that the PSBT states. Exit code: 1 when a finding says not to sign, and when a proof is false.

Examples:
  ordbook inspect cHNidP8BA… --yours bc1p… --yours bc1q…
  ordbook inspect purchase.psbt --svg > purchase.svg
  ordbook inspect offer.psbt --proof 6fb9…7799i0=https://market.example
  wallet-cli export | ordbook inspect - --json`;

const several = (value: string, before: readonly string[] = []) => [...before, value];

/** `ordbook inspect`. */
export function addInspectCommand(program: Command): void {
  const inspect = program
    .command('inspect')
    .description('Explains what a PSBT does, in words, as JSON or as a picture. Needs no service.')
    .argument('<psbt>', 'the PSBT as base64 or hex, a file that has it, or - for the standard input')
    .addOption(
      new Option('--network <network>', 'network of the addresses')
        .choices(['mainnet', 'testnet', 'signet', 'regtest'])
        .default('mainnet'),
    )
    .option('--yours <address>', 'an address of yours; repeatable', several)
    .option('--inscription <place>', 'an inscription, <txid>:<vout>[:<offset>]; repeatable', several)
    .option(
      '--proof <id>=<file or URL>',
      'a custody proof of an inscription: a file, or the service that has it; repeatable',
      several,
    )
    .option(
      '--market-key <key>',
      "the operator's market key (x-only hex), to recognise passthroughs of yours",
    )
    .addOption(new Option('--svg', 'print a picture').conflicts('json'))
    .option('--width <pixels>', 'width of the picture', '360')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', HELP);
  reading(inspect, async (given: string, options: InspectCommandOptions) => {
    const { explainPsbt } = await import('./inspect.ts');
    const { provenBy } = await import('./inspect-proof.ts');
    const proofs = [];
    for (const proof of options.proof ?? []) proofs.push(await provenBy(proof, options.network));
    const { printed, isSafe } = explainPsbt(given, options, proofs);
    process.stdout.write(printed);
    process.exitCode = isSafe ? 0 : 1;
  });
}
