import { type Command, Option } from 'commander';
import type { InspectCommandOptions } from './inspect.ts';

const HELP = `
Nothing is fetched and nothing is sent: what is printed comes from the PSBT alone. Values of coins are those
that the PSBT states. Exit code: 1 when a finding says not to sign.

Examples:
  ordbook inspect cHNidP8BA… --yours bc1p… --yours bc1q…
  ordbook inspect purchase.psbt --svg > purchase.svg
  wallet-cli export | ordbook inspect - --json`;

const several = (value: string, before: readonly string[] = []) => [...before, value];

/** `ordbook inspect`. */
export function addInspectCommand(program: Command): void {
  program
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
      '--market-key <key>',
      "the operator's market key (x-only hex), to recognise passthroughs of yours",
    )
    .addOption(new Option('--svg', 'print a picture').conflicts('json'))
    .option('--width <pixels>', 'width of the picture', '360')
    .option('--json', 'print everything as JSON')
    .addHelpText('after', HELP)
    .action(async (given: string, options: InspectCommandOptions) => {
      const { explainPsbt } = await import('./inspect.ts');
      const { printed, isSafe } = explainPsbt(given, options);
      process.stdout.write(printed);
      process.exitCode = isSafe ? 0 : 1;
    });
}
