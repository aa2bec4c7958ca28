import { settingFlaws } from '../check-settings.ts';
import { retired } from '../constants.ts';
import { misspeltSettings } from '../misspelt.ts';
import { SECRET_FILES } from '../secret-files.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type SettingFlaw, shown, WrongSettings } from '../wrong-settings.ts';
import { type Found, ok, warning, wrong } from './finding.ts';
import { ENVIRONMENT_ONLY, type Mends, type SettingsSource, serviceMends } from './mends.ts';

/** Settings to check with, and what is wrong with those of the environment. */
export interface ReadForCheck {
  /** Wrong values are replaced by their defaults. */
  readonly settings: Settings;
  /** Settings whose values are wrong or missing: what they name is not checked. */
  readonly unusable: ReadonlySet<string>;
  readonly found: readonly Found[];
}

/** Reads the settings as far as they are right, and says everything that is wrong with them. */
export function settingsForCheck(
  env: NodeJS.ProcessEnv,
  source: SettingsSource = ENVIRONMENT_ONLY,
): ReadForCheck {
  const { settings, flaws: unread } = readWhatIsRight(env);
  const unreadNames = new Set(unread.map(({ name }) => name));
  const flaws = [...unread, ...settingFlaws(settings).filter(({ name }) => !unreadNames.has(name))];
  const mends = serviceMends(settings, source);
  const found = [...flaws.map((flaw) => flawFound(flaw, mends)), ...misspelt(env, mends)];
  return {
    settings,
    unusable: new Set(flaws.map(({ name }) => name)),
    found: found.some(({ level }) => level === 'error')
      ? found
      : [ok(`all values are allowed; NETWORK is ${settings.NETWORK}`), ...found],
  };
}

function readWhatIsRight(env: NodeJS.ProcessEnv): { settings: Settings; flaws: readonly SettingFlaw[] } {
  try {
    return { settings: readSettings(env), flaws: [] };
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    const names = new Set(error.flaws.flatMap(({ name }) => [name, name.replace(/_FILE$/, '')]));
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
    return { settings: readSettings(rest), flaws: error.flaws };
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  TOKEN_KEYS: '2026a:$(openssl rand -hex 32)',
  CHAIN_RPC_URL: 'http://user:password@127.0.0.1:8332',
  ORD_URL: 'http://127.0.0.1:8081',
  SIGNER_ENDPOINT: '/run/ordbook/signer.sock',
  DATABASE_URL: 'postgres://ordbook:password@127.0.0.1/ordbook',
};

function flawFound({ name, seen, allowed }: SettingFlaw, { set }: Pick<Mends, 'set'>): Found {
  return wrong(
    `${name} is ${shown(name, seen)}`,
    allowed,
    retired(name) === null
      ? `${set(name, EXAMPLES[name] ?? '…')}; docs/settings.md describes it`
      : `remove ${name}`,
  );
}

function misspelt(env: NodeJS.ProcessEnv, { set }: Pick<Mends, 'set'>): Found[] {
  return misspeltSettings(env, SECRET_FILES).map(({ seen, nearest }) => {
    const says = [
      `${seen} is no setting, and nothing reads it`,
      `${nearest}, the nearest setting`,
      `remove ${seen}; ${set(nearest, '…')} if that was meant`,
    ] as const;
    // when the setting itself has a value too, the other variable may be of another program
    return env[nearest] === undefined ? wrong(...says) : warning(...says);
  });
}
