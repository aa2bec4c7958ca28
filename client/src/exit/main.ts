/** `npm run exit`: prints the package that takes a collection offer's money back, for a node's `submitpackage`. Needs no service. */
import { Command, Option } from 'commander';
import { type ExitOptions, readRequest } from './request.ts';
import { takeBack } from './take-back.ts';

const NEXT = `
Example:
  bitcoin-cli submitpackage "$(npm run --silent exit -- --parent parent.psbt --key key.wif --to bc1q... --fee-rate 5)"

It sends nothing. It prints the package, two transactions in hex, which any Bitcoin Core node from 28 on takes with
submitpackage, as above; what arrives and what it costs is told beside it. When the package is in a block, the offer is over.
A node that answers "bad-txns-inputs-missingorspent" says that the money is not in the offer any more.`;

function main(options: ExitOptions): void {
  const { parent, child, paidSats, feeSats } = takeBack(readRequest(options));
  process.stderr.write(`${paidSats} sats to ${options.to}, ${feeSats} sats to the network\n`);
  process.stdout.write(`${JSON.stringify([parent, child])}\n`);
}

const program = new Command('npm run exit --')
  .description(
    'Takes the money of your collection offer back, with nothing of the service: from the signed funding parent and your key.',
  )
  .requiredOption(
    '--parent <file>',
    'the signed funding parent, as signCollectionOffers returned it: PSBT in base64, or raw hex',
  )
  .requiredOption('--key <file>', 'file with the key of your ordinals address, in wallet import format')
  .requiredOption('--to <address>', 'where the money goes')
  .option('--fee-rate <sat/vB>', 'of both transactions together', '2')
  .addOption(
    new Option('--network <name>', 'of key and address')
      .choices(['mainnet', 'testnet', 'signet', 'regtest'])
      .default('mainnet'),
  )
  .addHelpText('after', NEXT)
  .showHelpAfterError('(npm run exit -- --help shows an example)')
  .action(main);

try {
  program.parse();
} catch (error) {
  process.stderr.write(`exit: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
