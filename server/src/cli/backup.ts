import { spawnSync } from 'node:child_process';
import { userName } from '../base/user-name.ts';
import { backUp, requireRestorable, restore } from '../composition/backup.ts';
import { databaseName } from '../composition/database-name.ts';
import { BACKED_UP } from '../store/operation/acts.ts';
import type { Plan } from './acting.ts';
import { recordIn, settingsWithDatabase } from './plan-on-store.ts';

export interface BackupOptions {
  /** Shell command that has to succeed before the backup counts; its `$1` is the file. */
  readonly after?: string;
}

/**
 * `ordbook backup`: says what the file has, and what it has not. The log of acts has when it ended; a backup
 * stays one if that cannot be written, as by a role that only reads.
 */
export async function runBackup(
  file: string,
  { after }: BackupOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const started = Date.now();
  tell(`backing up to ${file} …`);
  const settings = settingsWithDatabase(env);
  const { bytes, height } = await backUp(settings, file);
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  tell(
    `wrote ${file}: ${sizeOf(bytes)}, ${height === null ? 'no block yet' : `up to block ${height}`}, in ${seconds} s`,
  );
  if (after !== undefined) {
    const { status } = spawnSync('sh', ['-c', after, 'ordbook', file], { env, stdio: 'inherit' });
    if (status !== 0)
      throw new Error(
        `--after ended with ${status ?? 'a signal'}, so this is not noted as a backup; ${file} is left as it is`,
      );
  }
  const by = { actor: { name: `user ${userName()}` }, reason: 'ordbook backup' };
  await recordIn(settings, by, { ...BACKED_UP, after: { bytes, height } }).catch((error: Error) =>
    tell(`The log of acts does not have this backup, so its age is not watched: ${error.message}`),
  );
  tell("It has no keys: back up each signer's key file apart from it, and never its journal.");
}

/** `ordbook restore`: what is loaded where, what was ended, and what to run next. */
export async function planRestore(file: string, env: NodeJS.ProcessEnv): Promise<Plan> {
  const settings = settingsWithDatabase(env);
  const size = sizeOf(await requireRestorable(settings, file));
  return {
    says: [
      `${file}, ${size}, is loaded into the empty database ${databaseName(settings)}`,
      'every listing and offer that is open in it ends, since its maker may have taken it back after the backup',
    ],
    async run(by) {
      tell(`restoring ${file} …`);
      const ended = await restore(settings, file, by);
      return [
        `restored; ${ended} open listings and offers were ended, whose makers can make them again`,
        'next: ordbook start, and once it has caught up with the chain, ordbook audit',
      ];
    },
  };
}

const sizeOf = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
