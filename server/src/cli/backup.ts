import { backUp, restore } from '../composition/backup.ts';
import { readSettings } from '../composition/settings.ts';

/** `ordbook backup`: says what the file has, and what it has not. */
export async function runBackup(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const started = Date.now();
  tell(`backing up to ${file} …`);
  const { bytes, height } = await backUp(settingsWithDatabase(env), file);
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  tell(
    `wrote ${file}: ${size}, ${height === null ? 'no block yet' : `up to block ${height}`}, in ${seconds} s`,
  );
  tell("It has no keys: back up each signer's key file apart from it, and never its journal.");
}

/** `ordbook restore`: says what was ended, and what to run next. */
export async function runRestore(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsWithDatabase(env);
  tell(`restoring ${file} …`);
  const ended = await restore(settings, file);
  tell(`restored; ${ended} open listings and offers were ended, whose makers can make them again`);
  tell('next: ordbook start, and once it has caught up with the chain, ordbook audit');
}

function settingsWithDatabase(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env);
  if (!settings.DATABASE_URL && !settings.DATA_DIR)
    throw new Error('set DATABASE_URL, or DATA_DIR while the service is stopped');
  return settings;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
