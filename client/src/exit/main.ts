#!/usr/bin/env node
/**
 * `ordbook-exit`: prints the transactions with which a user leaves a trade without the service. Sends them
 * only with `--send`.
 */
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { esploraSource } from '../source/esplora-source.ts';
import type { NetworkName } from '../wallet/network.ts';
import { type ExitServer, exitServer } from './esplora.ts';
import { exposureInWords, exposureOf } from './exposure.ts';
import { AFTER_INSCRIPTION, AFTER_MAIN, AFTER_OFFER, AFTER_PASSTHROUGH, AFTER_PAYMENT } from './help.ts';
import { moveInscription } from './inscription.ts';
import { takeOfferBack } from './offer.ts';
import { takePassthroughBack } from './passthrough.ts';
import { movePayment } from './payment.ts';
import {
  DEFAULT_FEE_RATE,
  type ExitOptions,
  type InscriptionOptions,
  type OfferOptions,
  type PassthroughOptions,
  type PaymentOptions,
  readInscriptionExit,
  readOfferExit,
  readPassthroughExit,
  readPaymentExit,
} from './request.ts';
import type { InscriptionMoved } from './spend-by-key-path.ts';

type Given<Options extends ExitOptions> = Omit<Options, 'feeRate'> & {
  readonly feeRate?: string;
  readonly esplora?: string;
  readonly send?: true;
};

const program = new Command('ordbook-exit')
  .description('Leaves a trade with your own key, without the service.')
  .addHelpText('after', AFTER_MAIN)
  .showHelpAfterError('(ordbook-exit --help lists the commands)');

interface ExposureOptions {
  readonly yours: readonly string[];
  readonly esplora?: string;
  readonly network: NetworkName;
}

function networkOption(): Option {
  return new Option('--network <name>', 'network of keys and addresses')
    .choices(['mainnet', 'testnet', 'signet', 'regtest'])
    .default('mainnet');
}

/** A command with the options that all commands share. */
function command(name: string, description: string, key: string, example: string): Command {
  return program
    .command(name)
    .description(description)
    .requiredOption('--key <file>', `file with the key of ${key}, in wallet import format`)
    .requiredOption('--to <address>', 'address that receives it')
    .option(
      '--fee-rate <sat/vB>',
      `fee rate of all printed transactions together (default: the estimate of --esplora, else ${DEFAULT_FEE_RATE})`,
    )
    .option('--max-fee-share <share>', 'most of the spent sats that the fee may take, 0 to 1', '0.25')
    .option('--max-fee-sats <sats>', 'most sats of fee', '100000')
    .option('--esplora <url>', 'Esplora server that looks up coins and the fee rate')
    .option('--send', 'broadcast it through --esplora')
    .addOption(networkOption())
    .addHelpText('after', example)
    .showHelpAfterError(`(ordbook-exit ${name} --help shows an example)`);
}

/** The options of commands that move an inscription. */
function withCoins(moving: Command): Command {
  return moving
    .requiredOption(
      '--coin <txid:vout:sats>',
      'the output that holds the inscription, and its value (not needed with --esplora)',
    )
    .option(
      '--offset <sats>',
      'offset of the inscription in the output; of several inscriptions, the last',
      '0',
    )
    .option('--fee-coin <txid:vout:sats>', 'a coin of yours that pays the fee')
    .option('--fee-key <file>', 'file with the key of the fee coin')
    .addOption(typeOption('--fee-type <type>', "type of the fee coin's address"));
}

function typeOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(['p2wpkh', 'p2sh-p2wpkh', 'p2tr']).default('p2wpkh');
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** The server that was named; null without one. Throws an Error for `--send` without a server. */
function serverOf({ esplora, send }: Pick<Given<ExitOptions>, 'esplora' | 'send'>): ExitServer | null {
  if (esplora !== undefined) return exitServer(esplora, say);
  if (send) throw new Error('--send is set without --esplora; add --esplora, the server that broadcasts');
  return null;
}

/** The options with a fee rate, looked up when none was given. */
async function withFeeRate<Options extends ExitOptions>(
  options: Given<Options>,
  server: ExitServer | null,
): Promise<Options> {
  const estimate = options.feeRate === undefined ? await server?.feeRate() : null;
  const feeRate = options.feeRate ?? (estimate ? String(estimate) : DEFAULT_FEE_RATE);
  if (server && options.feeRate === undefined)
    say(`fee rate ${feeRate} sat/vB${estimate ? '' : ', because the server has no estimate'}`);
  return { ...options, feeRate } as unknown as Options;
}

/** As `withFeeRate`, with the values of the coins. */
async function withLookups<Options extends InscriptionOptions>(
  given: Given<Options>,
  server: ExitServer | null,
): Promise<Options> {
  const options = await withFeeRate(given, server);
  if (!server) return options;
  const { coin, feeCoin } = options;
  return {
    ...options,
    coin: await server.completeCoin('--coin', coin),
    ...(feeCoin === undefined ? {} : { feeCoin: await server.completeCoin('--fee-coin', feeCoin) }),
  };
}

async function finish(
  { transaction }: Pick<InscriptionMoved, 'transaction'>,
  { send }: Given<ExitOptions>,
  server: ExitServer | null,
): Promise<void> {
  process.stdout.write(`${transaction}\n`);
  if (send && server) say(`sent ${await server.send(transaction)}`);
}

function describeMove({ paidSats, feeSats, changeSats }: InscriptionMoved, to: string): void {
  const change = changeSats > 0 ? `, ${changeSats} sats back to the fee coin's address` : '';
  say(`${paidSats} sats with the inscription to ${to}, network fee ${feeSats} sats${change}`);
}

command('offer', 'Takes the money of your collection offer back.', 'your ordinals address', AFTER_OFFER)
  .requiredOption(
    '--parent <file>',
    'the signed funding parent from signCollectionOffers: PSBT in base64, or raw hex',
  )
  .action(async (options: Given<OfferOptions>) => {
    const server = serverOf(options);
    const taken = takeOfferBack(readOfferExit(await withFeeRate<OfferOptions>(options, server)));
    const { parent, child, paidSats, feeSats } = taken;
    const isConfirmed = (await server?.isParentConfirmed(taken)) ?? false;
    say(`${paidSats} sats to ${options.to}, network fee ${feeSats} sats`);
    if (isConfirmed) say('the parent is in a block already: only the second transaction is to be sent');
    process.stdout.write(`${JSON.stringify([parent, child])}\n`);
    if (!options.send || !server) return;
    if (isConfirmed) return say(`sent ${await server.send(child)}`);
    try {
      await server.sendPackage([parent, child]);
      say('sent the package');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `the package was not sent (${why}); give the printed package to a node: bitcoin-cli submitpackage '<package>'`,
      );
    }
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
  .action(async (options: Given<PassthroughOptions>) => {
    const server = serverOf(options);
    const moved = takePassthroughBack(readPassthroughExit(await withLookups(options, server)));
    describeMove(moved, options.to);
    await finish(moved, options, server);
  });

withCoins(
  command(
    'inscription',
    'Moves your inscription, which voids every signature that you gave for it.',
    'the taproot address that holds it',
    AFTER_INSCRIPTION,
  ),
).action(async (options: Given<InscriptionOptions>) => {
  const server = serverOf(options);
  const moved = moveInscription(readInscriptionExit(await withLookups(options, server)));
  describeMove(moved, options.to);
  await finish(moved, options, server);
});

command(
  'payment',
  'Moves coins of your payment address, which voids every offer and acceptance that they pay.',
  'your payment address',
  AFTER_PAYMENT,
)
  .requiredOption(
    '--coin <txid:vout:sats...>',
    'coins of your payment address, and their values (not needed with --esplora)',
  )
  .addOption(typeOption('--type <type>', 'type of the payment address'))
  .action(async (given: Given<PaymentOptions>) => {
    const server = serverOf(given);
    const options = await withFeeRate<PaymentOptions>(given, server);
    const coin: string[] = [];
    for (const one of options.coin) coin.push(server ? await server.completeCoin('--coin', one) : one);
    const moved = movePayment(readPaymentExit({ ...options, coin }));
    say(`${moved.paidSats} sats to ${options.to}, network fee ${moved.feeSats} sats`);
    await finish(moved, given, server);
  });

program
  .command('exposure')
  .description('Says what the signatures in PSBTs of yours can still do. Signs and sends nothing.')
  .argument('<file...>', 'signed PSBTs: base64 or hex')
  .requiredOption('--yours <address...>', 'addresses of yours')
  .option('--esplora <url>', 'Esplora server that says which coins are spent')
  .addOption(networkOption())
  .action(async (files: string[], { yours, esplora, network }: ExposureOptions) => {
    const signed = files.map((name) => ({ name, psbt: readFileSync(name, 'utf8') }));
    const source = esplora === undefined ? null : esploraSource(esplora);
    const exposure = await exposureOf(signed, yours, network, async (coin) => {
      const output = await source?.output(coin).catch(() => null);
      return output?.spent === true;
    });
    process.stdout.write(`${exposureInWords(exposure).join('\n')}\n`);
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`exit: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
