import { stat } from 'node:fs/promises';
import { type Clock, systemClock } from '../base/clock.ts';
import { withFile } from '../base/file-fault.ts';
import { openStandalone, rehearsedOnStore, withStore } from '../composition/build-service.ts';
import { decryptKeyFile, describeKeys, encryptKeyFile } from '../composition/key-files.ts';
import { readSettings, type Settings } from '../composition/settings.ts';
import { planSweep, type SweepResult, sendSweep } from '../composition/sweep.ts';
import { readSweptSecrets } from '../composition/swept-secrets.ts';
import { forgetOwnerKeys, ownerOf } from '../store/database/identity.ts';
import { keyUse } from '../store/operator-coins/locked-coins.ts';
import type { Database } from '../store/port.ts';
import { act, type By } from '../trading/operation/act.ts';
import { endOpen, KEY_RETIRED } from '../trading/restored.ts';
import type { Plan } from './acting.ts';
import { passphraseFrom } from './passphrase.ts';
import { hasDatabase, recordIn } from './plan-on-store.ts';

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

/** `ordbook keys encrypt` and `keys decrypt`. */
export async function planCipher(
  file: string,
  change: 'encrypt' | 'decrypt',
  env: NodeJS.ProcessEnv,
): Promise<Plan> {
  const settings = readSettings(env);
  await withFile(file, 'the key file', () => stat(file));
  return {
    says: [
      change === 'encrypt'
        ? `${file} is replaced by itself, encrypted (age, with a passphrase)`
        : `${file} is replaced by itself, decrypted: anyone who reads it has the keys`,
    ],
    async run(by) {
      const lines = await recordIn(settings, by, { act: `${change} key file`, subject: file });
      if (change === 'encrypt') await encryptKeyFile(file, passphraseFrom(settings));
      else await decryptKeyFile(file, passphraseFrom(settings));
      return [
        change === 'encrypt'
          ? `${file} is encrypted now. Keep the passphrase in another place.`
          : `${file} is decrypted now; its mode is 0600.`,
        ...lines,
      ];
    },
  };
}

export interface SweepOptions {
  readonly keys: string;
  readonly to: string;
  readonly feeRate?: string;
  readonly withoutDatabase?: boolean;
}

/**
 * `ordbook keys sweep`: every transaction with its sum. Throws an Error when the coins could belong to live
 * trades that it cannot see, and at the sending, when the coins have changed since they were shown.
 */
export async function planSweeping(options: SweepOptions, env: NodeJS.ProcessEnv): Promise<Plan> {
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
  const planned = () => (hasDatabase(settings) ? rehearsedOnStore(settings, sweep) : sweep(null));
  const plan = await planned();
  const txidsOf = ({ transactions }: SweepResult) => transactions.map(({ txid }) => txid);
  const says = sweepText(plan, options.to, feeRate);
  if (parts.ordinals === null)
    says.unshift('ORD_URL is not set: the coins were not checked for inscriptions');
  if (plan.transactions.length === 0) return { says };
  return {
    says,
    async run(by) {
      if (txidsOf(await planned()).join() !== txidsOf(plan).join())
        throw new Error('the coins have changed since they were shown; nothing was sent, so look again');
      const { valueSats, feeSats } = plan;
      const after = { txids: txidsOf(plan), valueSats, feeSats };
      const lines = await recordIn(settings, by, { act: 'sweep keys', subject: options.to, after });
      await sendSweep(plan, chain);
      return [
        `Sent ${valueSats} sats. The key is empty once ${txidsOf(plan).join(', ')} are in a block.`,
        ...lines,
      ];
    },
  };
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

function sweepText(plan: SweepResult, to: string, feeRate: number): string[] {
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
  return lines;
}

/**
 * `ordbook keys retire`: ends everything open, and forgets the operator keys of the database once nothing
 * needs them any more. Returns what it does and what is left to do. Retry-safe; run it until it says that the
 * keys are retired.
 */
export async function retireKeys(db: Database, by: By, clock: Clock = systemClock): Promise<string[]> {
  const owner = await ownerOf(db);
  if (owner === null) return ['the database belongs to no keys; start the service with the new ones'];
  const ended = await act({ db, clock }, by, async (transaction) => {
    const result = await endOpen({ db: transaction, clock }, KEY_RETIRED);
    const log = { act: 'end all for new keys', subject: owner.market, after: { ended: result } };
    return { result, log };
  });
  const { tradesInFlight, coins, sats } = await keyUse(db);
  const lines = [`${ended} open listings and offers end`];
  if (tradesInFlight > 0)
    lines.push(
      `${tradesInFlight} trades are in flight: run the service with the old keys until they are in a block, then run this again`,
    );
  if (coins > 0)
    lines.push(
      `${coins} coins with ${sats} sats are at the anchor address: run \`ordbook keys sweep\`, run the service with the old keys until it has seen the block, then run this again`,
    );
  if (tradesInFlight > 0 || coins > 0) return lines;
  await act({ db, clock }, by, async (transaction) => {
    await forgetOwnerKeys(transaction);
    return { result: null, log: { act: 'retire keys', subject: owner.market } };
  });
  return [
    ...lines,
    `the market key ${owner.market} is retired; publish a key set with the new keys, and start signers and service with them`,
  ];
}
