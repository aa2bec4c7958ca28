/**
 * `npm run exit`: prints the transactions with which a user leaves a trade without the service. Sends
 * nothing.
 */
import { Command, Option } from 'commander';
import { moveInscription } from './inscription.ts';
import { takeOfferBack } from './offer.ts';
import { takePassthroughBack } from './passthrough.ts';
import {
  type InscriptionOptions,
  type OfferOptions,
  type PassthroughOptions,
  readInscriptionExit,
  readOfferExit,
  readPassthroughExit,
} from './request.ts';
import type { InscriptionMoved } from './spend-by-key-path.ts';

const AFTER_OFFER = `
Example:
  bitcoin-cli submitpackage "$(npm run --silent exit -- offer --parent parent.psbt --key key.wif --to bc1q... --fee-rate 5)"

It sends nothing. It prints the package, two transactions in hex, which any Bitcoin Core node from 28 on takes with
submitpackage, as above. It also prints the amount that arrives and the cost. When the package is in a block, the offer has ended.
The node error "bad-txns-inputs-missingorspent" means that the money is not in the offer any more.`;

const FEES = `
The fee comes out of the coin's own sats, from behind the inscription. When too few are left there, pay it with another coin
of yours: --fee-coin and --fee-key; the change goes back to that coin's address. Never take a coin that holds an inscription.`;

const AFTER_PASSTHROUGH = `
Example:
  bitcoin-cli sendrawtransaction "$(npm run --silent exit -- passthrough --coin 5df6...:0:10000 --market-key 79be... --key key.wif --to bc1p...)"
${FEES}

It sends nothing. It prints one transaction in hex. The passthrough is output 0 of the listing's transfer and holds the sats that
the inscription lay in. The market's key stands in the sale that you signed (the second key of its leaf), and checkListing returns it.
A node that answers "Invalid Schnorr signature" says that the key, the market's key or the sats are not those of that coin.`;

const AFTER_INSCRIPTION = `
Example:
  bitcoin-cli sendrawtransaction "$(npm run --silent exit -- inscription --coin 47aa...:0:10000 --key key.wif --to bc1p... --fee-rate 5)"
${FEES}

It sends nothing. It prints one transaction in hex. Once it is in a block, every signature that you gave for this inscription, in
listings, counters and accepted offers, is worthless. Until then a purchase can still be first: pay what gets into the next block.
--to may be your own address again. A node that answers "bad-txns-inputs-missingorspent" says that the inscription has moved
already: when a transfer moved it, use the command passthrough.`;

const MAIN = `
Each command has its own --help, with an example.`;

const program = new Command('npm run exit --')
  .description('Leaves a trade with your own key, without the service.')
  .addHelpText('after', MAIN)
  .showHelpAfterError('(npm run exit -- --help lists the commands)');

/** A command with the options that all commands share. */
function command(name: string, description: string, key: string, example: string): Command {
  return program
    .command(name)
    .description(description)
    .requiredOption('--key <file>', `file with the key of ${key}, in wallet import format`)
    .requiredOption('--to <address>', 'address that receives it')
    .option('--fee-rate <sat/vB>', 'fee rate of all printed transactions together', '2')
    .addOption(
      new Option('--network <name>', 'network of keys and addresses')
        .choices(['mainnet', 'testnet', 'signet', 'regtest'])
        .default('mainnet'),
    )
    .addHelpText('after', example)
    .showHelpAfterError(`(npm run exit -- ${name} --help shows an example)`);
}

/** The options of commands that move an inscription. */
function withCoins(moving: Command): Command {
  return moving
    .requiredOption('--coin <txid:vout:sats>', 'the output that holds the inscription, and its value')
    .option(
      '--offset <sats>',
      'offset of the inscription in the output; of several inscriptions, the last',
      '0',
    )
    .option('--fee-coin <txid:vout:sats>', 'a coin of yours that pays the fee')
    .option('--fee-key <file>', 'file with the key of the fee coin')
    .addOption(
      new Option('--fee-type <type>', "type of the fee coin's address")
        .choices(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'])
        .default('p2wpkh'),
    );
}

function print({ transaction, paidSats, feeSats, changeSats }: InscriptionMoved, to: string): void {
  const change = changeSats > 0 ? `, ${changeSats} sats back to the fee coin's address` : '';
  process.stderr.write(
    `${paidSats} sats with the inscription to ${to}, network fee ${feeSats} sats${change}\n`,
  );
  process.stdout.write(`${transaction}\n`);
}

command('offer', 'Takes the money of your collection offer back.', 'your ordinals address', AFTER_OFFER)
  .requiredOption(
    '--parent <file>',
    'the signed funding parent from signCollectionOffers: PSBT in base64, or raw hex',
  )
  .action((options: OfferOptions) => {
    const { parent, child, paidSats, feeSats } = takeOfferBack(readOfferExit(options));
    process.stderr.write(`${paidSats} sats to ${options.to}, network fee ${feeSats} sats\n`);
    process.stdout.write(`${JSON.stringify([parent, child])}\n`);
  });

withCoins(
  command(
    'passthrough',
    'Takes your inscription from its passthrough, where a failed purchase left it.',
    'your ordinals address',
    AFTER_PASSTHROUGH,
  ),
)
  .requiredOption('--market-key <hex>', "the market's public key in the passthrough")
  .action((options: PassthroughOptions) =>
    print(takePassthroughBack(readPassthroughExit(options)), options.to),
  );

withCoins(
  command(
    'inscription',
    'Moves your inscription, which voids every signature that you gave for it.',
    'the taproot address that holds it',
    AFTER_INSCRIPTION,
  ),
).action((options: InscriptionOptions) => print(moveInscription(readInscriptionExit(options)), options.to));

try {
  program.parse();
} catch (error) {
  process.stderr.write(`exit: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
