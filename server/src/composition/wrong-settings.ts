/** What is wrong with one setting. */
export interface SettingFlaw {
  readonly name: string;
  /** The value as set; not shown for a setting that holds a secret. */
  readonly seen: unknown;
  /** What is allowed, e.g. "must be 1 or more", or what to do. */
  readonly allowed: string;
}

/** Follows "wrong settings" in the error: where the settings are documented. */
export const SETTINGS_GUIDE = 'docs/settings.md lists them all';

/** Settings whose values may hold a password or a key. */
export const SECRETS: readonly string[] = [
  'CHAIN_RPC_URL',
  'ORD_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'TOKEN_KEYS',
  'ADMIN_TOKEN',
  'KEY_PASSPHRASE',
  'ALERT_WEBHOOK',
];

/** All wrong settings at once. Its message has a line for each. */
export class WrongSettings extends Error {
  readonly flaws: readonly SettingFlaw[];

  constructor(flaws: readonly SettingFlaw[], where: string) {
    const lines = flaws.map(({ name, seen, allowed }) => `  ${name} is ${shown(name, seen)}: ${allowed}`);
    const count = `${flaws.length} wrong ${flaws.length === 1 ? 'setting' : 'settings'}`;
    super([`${count} (${where})`, ...lines].join('\n'));
    this.flaws = flaws;
  }
}

/**
 * One Error for all wrong settings, a line each: name, value, what is allowed. `where` names their
 * documentation.
 */
export function wrongSettings(flaws: readonly SettingFlaw[], where: string): WrongSettings {
  return new WrongSettings(flaws, where);
}

/** The value of a setting as a person may see it: never a secret. */
export function shown(name: string, seen: unknown): string {
  if (seen === undefined) return 'not set';
  if (seen === '') return 'empty';
  return SECRETS.includes(name) ? 'set, but wrong' : `"${String(seen)}"`;
}

/** The values that a setting's schema allows, in words. */
export function allowedBy(schema: object): string {
  const { type, minimum, maximum, ...rest } = schema as {
    type?: string;
    enum?: readonly string[];
    minimum?: number;
    maximum?: number;
  };
  if (rest.enum) return rest.enum.join(', ');
  if (type === 'string') return 'text';
  if (type === 'boolean') return 'true, false';
  return `${type === 'integer' ? 'a whole number' : 'a number'}, ${thousands(minimum)} to ${thousands(maximum)}`;
}

function thousands(value: number | undefined): string {
  return (value ?? 0).toLocaleString('en-US', { maximumFractionDigits: 3 });
}
