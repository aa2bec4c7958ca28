/**
 * Settings that hold a secret, read from a file instead of the environment: NAME_FILE, or a systemd
 * credential of the setting's name.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileFault } from '../base/file-fault.ts';
import { SECRETS, SETTINGS_GUIDE, type SettingFlaw, wrongSettings } from './wrong-settings.ts';

/** Secrets whose NAME_FILE is a setting of its own: a file of several, read where they are used. */
const WITH_OWN_FILE: readonly string[] = ['ADMIN_TOKEN'];

/** The variables that name such a file. */
export const SECRET_FILES: readonly string[] = SECRETS.filter((name) => !WITH_OWN_FILE.includes(name)).map(
  (name) => `${name}_FILE`,
);

/** Mode bits by which anyone may read a file, and by which others than its owner may change it. */
const OPEN_TO_ANYONE = 0o007;
const CHANGED_BY_GROUP = 0o020;

type Variables = Readonly<Record<string, unknown>>;

/**
 * The environment with the secrets that files hold. A value in the environment itself comes first, then
 * NAME_FILE, then `$CREDENTIALS_DIRECTORY/NAME`. Throws `WrongSettings` when a file is missing, empty or open
 * to anyone, and when a secret is given twice.
 */
export function withSecretFiles(env: Variables): Variables {
  const flaws: SettingFlaw[] = [];
  const read: Record<string, unknown> = { ...env };
  const folder = env['CREDENTIALS_DIRECTORY'];
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const named = SECRET_FILES.includes(variable) ? textOf(env[variable]) : '';
    const credential = typeof folder === 'string' && folder !== '' ? join(folder, name) : '';
    const path = named || (existsSync(credential) ? credential : '');
    if (textOf(env[name]) !== '') {
      if (named !== '') flaws.push({ name: variable, seen: named, allowed: `leave it empty, or ${name}` });
      continue;
    }
    if (path === '') continue;
    const { secret, fault } = secretIn(path);
    if (fault !== null) flaws.push({ name: named === '' ? name : variable, seen: path, allowed: fault });
    else read[name] = secret;
  }
  if (flaws.length > 0) throw wrongSettings(flaws, SETTINGS_GUIDE);
  return read;
}

function secretIn(path: string): { secret: string; fault: null } | { secret: null; fault: string } {
  try {
    const { mode } = statSync(path);
    if ((mode & (OPEN_TO_ANYONE | CHANGED_BY_GROUP)) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      return { secret: null, fault: `the file has mode ${shown}, open to others; run chmod 600 ${path}` };
    }
    const secret = readFileSync(path, 'utf8').trim();
    return secret === '' ? { secret: null, fault: 'the file is empty' } : { secret, fault: null };
  } catch (error) {
    return { secret: null, fault: fileFault(error, path, 'the file') ?? (error as Error).message };
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
