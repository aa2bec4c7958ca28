import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import type { AdminToken } from '../api/admin/actor.ts';
import { text } from './setting-types.ts';
import type { SettingFlaw } from './wrong-settings.ts';

/** Settings of the admin API. */
export const ADMIN = {
  ADMIN_LISTEN: text(
    "Where the admin API listens: the path of a unix socket, which only the service's own user can open; a port on 127.0.0.1, or `host:port`, which need a token; or `off`. Empty: the socket `ordbook-admin-<PORT>.sock` in RUNTIME_DIRECTORY or XDG_RUNTIME_DIR, else in a private folder of the temporary directory. `ordbook admin` uses it.",
    '',
  ),
  ADMIN_TOKEN: text(
    'A token of the admin API, `name:secret` with at least 32 characters of secret. The log of acts has the name. Commands send this one.',
    '',
  ),
  ADMIN_TOKEN_FILE: text(
    'File with further tokens of the admin API, a line `name:secret` each, or `view name:secret` for one that may view and not act. Once there is a token, every request needs one.',
    '',
  ),
} as const satisfies Record<string, TSchema>;

/** The settings that say where the admin API is. */
export interface AdminPlaceSettings {
  readonly ADMIN_LISTEN: string;
  readonly ADMIN_TOKEN: string;
  readonly ADMIN_TOKEN_FILE: string;
  readonly PORT: number;
}

export type AdminPlace =
  | {
      readonly socketPath: string;
      /** True: nobody set it. */
      readonly isDefault: boolean;
    }
  | { readonly host: string; readonly port: number };

export const LEAST_SECRET = 32;
const TOKEN = new RegExp(`^[\\w.@-]{1,60}:\\S{${LEAST_SECRET},}$`);

/**
 * Where the admin API listens; null: nowhere. `port`: of the public API. Throws when the setting is wrong.
 */
export function adminPlace(
  { ADMIN_LISTEN: where, PORT }: AdminPlaceSettings,
  port: number = PORT,
  env: NodeJS.ProcessEnv = process.env,
): AdminPlace | null {
  if (where === 'off') return null;
  if (where === '') return { socketPath: defaultSocket(port, env), isDefault: true };
  const [, host = '127.0.0.1', digits] = /^(?:(.+):)?(\d{1,5})$/.exec(where) ?? [];
  if (digits !== undefined) {
    if (Number(digits) > 65_535) throw new Error(`has port ${digits}, above 65535`);
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(digits) };
  }
  if (!where.includes('/')) throw new Error('must be a path with a slash, a port, host:port, or off');
  return { socketPath: where, isDefault: false };
}

/** What is wrong with the settings of the admin API. */
export function adminFlaws(settings: AdminPlaceSettings): SettingFlaw[] {
  const { ADMIN_LISTEN, ADMIN_TOKEN, ADMIN_TOKEN_FILE } = settings;
  const flaws: SettingFlaw[] = [];
  if (ADMIN_TOKEN !== '' && !TOKEN.test(ADMIN_TOKEN))
    flaws.push({ name: 'ADMIN_TOKEN', seen: ADMIN_TOKEN, allowed: TOKEN_DEMAND });
  try {
    const place = adminPlace(settings);
    if (place && 'port' in place && ADMIN_TOKEN === '' && ADMIN_TOKEN_FILE === '')
      flaws.push({
        name: 'ADMIN_TOKEN',
        seen: undefined,
        allowed: `set it, or ADMIN_TOKEN_FILE; the admin API on a port (${ADMIN_LISTEN}) needs a token`,
      });
  } catch (error) {
    flaws.push({ name: 'ADMIN_LISTEN', seen: ADMIN_LISTEN, allowed: (error as Error).message });
  }
  return flaws;
}

const TOKEN_DEMAND = `must be name:secret, the secret with at least ${LEAST_SECRET} characters and no spaces, the name of letters, digits and . _ @ -`;

/** The lines of a token file. Throws an Error that names the line, and never shows it. */
export function tokenLines(content: string, file: string): AdminToken[] {
  const lines = content.split('\n').map((line) => line.trim());
  return lines.flatMap((line, i) => {
    if (line === '' || line.startsWith('#')) return [];
    const [, view, pair = ''] = /^(view +)?(.*)$/.exec(line) ?? [];
    if (!TOKEN.test(pair)) throw new Error(`line ${i + 1} of ${file} ${TOKEN_DEMAND}`);
    return [{ ...tokenOf(pair), mayAct: view === undefined }];
  });
}

/** Parses `name:secret`, which was checked, of somebody who may act. */
export function tokenOf(pair: string): AdminToken {
  const colon = pair.indexOf(':');
  return { name: pair.slice(0, colon), token: pair.slice(colon + 1), mayAct: true };
}

/** The folder of a user that no other user can write to. */
function defaultSocket(port: number, env: NodeJS.ProcessEnv): string {
  const { RUNTIME_DIRECTORY, XDG_RUNTIME_DIR } = env;
  const own = RUNTIME_DIRECTORY?.split(':')[0] || XDG_RUNTIME_DIR;
  const folder = own || join(tmpdir(), `ordbook-${process.getuid?.() ?? 'user'}`);
  return join(folder, `ordbook-admin-${port}.sock`);
}
