import { type Clock, systemClock } from '../base/clock.ts';
import { openStandalone, withStore } from '../composition/build-service.ts';
import { decryptKeyFile, describeKeys, encryptKeyFile } from '../composition/key-files.ts';
import { readSettings, type Settings } from '../composition/settings.ts';
import { planSweep, type SweepResult, sendSweep } from '../composition/sweep.ts';
import { readSweptSecrets } from '../composition/swept-secrets.ts';
import { forgetOwnerKeys, ownerOf } from '../store/database/identity.ts';
import { keyUse } from '../store/operator-coins/locked-coins.ts';
import type { Database } from '../store/port.ts';
import { endForRetiredKey } from '../trading/restored.ts';
import { passphraseFrom } from './passphrase.ts';

const hasDatabase = ({ DATABASE_URL, DATA_DIR }: Settings) => DATABASE_URL !== '' || DATA_DIR !== '';

/** `ordbook keys show`: prints public keys, fingerprints and addresses, and whom the database belongs to. */
export async function showKeyFiles(files: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const owner = hasDatabase(settings) ? await withStore(settings, ownerOf) : null;
  const passphrase = passphraseFrom(settings);
  const blocks = [];
  for (const file of files) blocks.push(await describeKeys(file, settings, { passphrase, owner }));
  if (files.length === 0 && owner)
    blocks.push([
      `the database is of ${owner.network}`,
      `market     ${owner.market}`,
      `anchor     ${owner.anchor}`,
    ]);
  if (blocks.length === 0)
    throw new Error('name key files or a key set, or set DATABASE_URL to see whose database it is');
  process.stdout.write(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

export async function encryptKeysAt(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  await encryptKeyFile(file, passphraseFrom(readSettings(env)));
  process.stdout.write(
    `${file} is encrypted now (age, with a passphrase). Keep the passphrase in another place.\n`,
  );
}

export async function decryptKeysAt(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  await decryptKeyFile(file, passphraseFrom(readSettings(env)));
  process.stdout.write(`${file} is decrypted now; its mode is 0600.\n`);
}

export interface SweepOptions {
  readonly keys: string;
  readonly to: string;
  readonly feeRate?: string;
  readonly send?: boolean;
  readonly withoutDatabase?: boolean;
}

/**
 * `ordbook keys sweep`: prints what would be sent; with `send` sends it. Throws an Error when the coins could
 * belong to live trades that it cannot see.
 */
export async function sweepKeys(options: SweepOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  if (!hasDatabase(settings) && !options.withoutDatabase)
    throw new Error(
      'set DATABASE_URL, so that coins of live trades are left alone; or add --without-database when every trade has ended',
    );
  const secrets = await readSweptSecrets(options.keys, passphraseFrom(settings));
  const { chain, ordinals } = openStandalone(settings);
  const feeRate = await rateOf(options.feeRate, settings, chain);
  const parts = { chain, ordinals: settings.ORD_URL === '' ? null : ordinals };
  const sweep = (db: Database | null) =>
    planSweep(secrets, { to: options.to, feeRate }, settings, { ...parts, db, clock: systemClock });
  const plan = hasDatabase(settings) ? await withStore(settings, sweep) : await sweep(null);
  if (parts.ordinals === null)
    process.stdout.write('ORD_URL is not set: the coins were not checked for inscriptions\n');
  process.stdout.write(sweepText(plan, options.to, feeRate));
  if (plan.transactions.length === 0) return;
  if (!options.send) {
    process.stdout.write('Nothing was sent. Run it again with --send.\n');
    return;
  }
  await sendSweep(plan, chain);
  process.stdout.write('Sent. The key is empty once these transactions are in a block.\n');
}

async function rateOf(
  text: string | undefined,
  settings: Settings,
  chain: ReturnType<typeof openStandalone>['chain'],
): Promise<number> {
  if (text !== undefined) {
    const rate = Number(text);
    if (!(rate >= 0.1 && rate <= settings.MAX_FEE_RATE))
      throw new Error(`--fee-rate must be 0.1 to ${settings.MAX_FEE_RATE} (MAX_FEE_RATE), but is ${text}`);
    return rate;
  }
  const { minimum, estimate } = await chain.feeRates(settings.FEE_TARGET_BLOCKS);
  return Math.min(Math.max(minimum, estimate ?? settings.MIN_FEE_RATE), settings.MAX_FEE_RATE);
}

function sweepText(plan: SweepResult, to: string, feeRate: number): string {
  const { transactions, left, uneconomic, valueSats, feeSats } = plan;
  const lines = transactions.map(
    (one) => `${one.txid}  ${one.coins} coins  ${one.valueSats} sats to ${to}, ${one.feeSats} sats fee`,
  );
  for (const { coin, why } of left)
    lines.push(`left: ${coin.txid}:${coin.vout}  ${coin.valueSats} sats: ${why}`);
  if (uneconomic.length > 0)
    lines.push(
      `left: ${uneconomic.length} coins that cost more to spend than they hold, at ${feeRate} sat/vB`,
    );
  lines.push(`in all: ${valueSats} sats arrive, ${feeSats} sats fee at ${feeRate} sat/vB`);
  return `${lines.join('\n')}\n`;
}

/**
 * `ordbook keys retire`: ends everything open, and forgets the operator keys of the database once nothing
 * needs them any more. Returns what it did and what is left to do. Retry-safe; run it until it says that the
 * keys are retired.
 */
export async function retireKeys(db: Database, clock: Clock = systemClock): Promise<string[]> {
  const owner = await ownerOf(db);
  if (owner === null) return ['the database belongs to no keys; start the service with the new ones'];
  const ended = await endForRetiredKey({ db, clock });
  const { tradesInFlight, coins, sats } = await keyUse(db);
  const lines = [`${ended} open listings and offers were ended`];
  if (tradesInFlight > 0)
    lines.push(
      `${tradesInFlight} trades are in flight: run the service with the old keys until they are in a block, then run this again`,
    );
  if (coins > 0)
    lines.push(
      `${coins} coins with ${sats} sats are at the anchor address: run \`ordbook keys sweep\`, run the service with the old keys until it has seen the block, then run this again`,
    );
  if (tradesInFlight > 0 || coins > 0) return lines;
  await forgetOwnerKeys(db);
  return [
    ...lines,
    `the market key ${owner.market} is retired; publish a key set with the new keys, and start signers and service with them`,
  ];
}
