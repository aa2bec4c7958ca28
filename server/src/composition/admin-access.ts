import { readFile, stat } from 'node:fs/promises';
import type { AdminToken } from '../api/admin/actor.ts';
import type { AdminSettings } from '../api/admin/server.ts';
import { HOUR_MS } from '../base/clock.ts';
import { userName } from '../base/user-name.ts';
import { flawOf } from '../webhook/https-sender.ts';
import { tokenLines, tokenOf } from './admin-settings.ts';
import type { Settings } from './settings.ts';
import { shownSettings } from './shown-settings.ts';

const OTHERS = 0o077;

/**
 * Who may use the admin API, the bounds of its acts, and its console. Throws an Error when the token file is
 * wrong.
 */
export async function adminSettings(
  settings: Settings,
  { logger, live }: Pick<AdminSettings, 'logger' | 'live'>,
): Promise<AdminSettings> {
  return {
    access: { tokens: await adminTokens(settings), socketUser: userName() },
    feeBounds: { leastFeeBps: settings.SIGNER_LEAST_FEE_BPS },
    webhooks: {
      flawOf: (url) => flawOf(url, { allowPrivate: settings.WEBHOOKS_ALLOW_PRIVATE }),
      giveUpMs: settings.WEBHOOKS_GIVE_UP_HOURS * HOUR_MS,
    },
    logger,
    live,
    started: {
      settings: shownSettings(settings),
      dataDir: settings.DATABASE_URL === '' && settings.DATA_DIR !== '' ? settings.DATA_DIR : null,
    },
    publicUrl: settings.PUBLIC_URL,
    console: settings.CONSOLE === 'on' ? readConsole : null,
  };
}

/** Loads the package when a browser asks for it first. */
const readConsole = async () => (await import('@ordbook/console/files')).operatorFiles();

/**
 * The tokens of ADMIN_TOKEN and ADMIN_TOKEN_FILE. Throws when others can read the file, or a name is there
 * twice.
 */
export async function adminTokens({
  ADMIN_TOKEN,
  ADMIN_TOKEN_FILE: file,
}: Pick<Settings, 'ADMIN_TOKEN' | 'ADMIN_TOKEN_FILE'>): Promise<AdminToken[]> {
  const tokens = ADMIN_TOKEN === '' ? [] : [tokenOf(ADMIN_TOKEN)];
  if (file !== '') {
    const { mode } = await stat(file);
    if ((mode & OTHERS) !== 0)
      throw new Error(`other users can read ADMIN_TOKEN_FILE ${file}; run chmod 600 ${file}`);
    tokens.push(...tokenLines(await readFile(file, 'utf8'), file));
    if (tokens.length === 0) throw new Error(`ADMIN_TOKEN_FILE ${file} has no token`);
  }
  const names = tokens.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`two admin tokens are named ${twice}; each needs a name of its own`);
  return tokens;
}
