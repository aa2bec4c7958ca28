import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { settingsFile, shortSettingsFile } from '../../../src/cli/init/environment.ts';
import { readSettings, SETTINGS } from '../../../src/composition/settings.ts';

const HEAD = 'Settings.';

test('a file of settings has every setting once, as a comment with its default', () => {
  const text = settingsFile(HEAD, {});
  const settings = SETTINGS as Readonly<Record<string, { readonly default?: unknown }>>;
  for (const [name, schema] of Object.entries(settings))
    expect(text.split('\n').filter((line) => line.startsWith(`#${name}=`))).toEqual([
      `#${name}=${schema.default}`,
    ]);
  expect(parseEnv(text)).toEqual({});
  expect(text).toContain('# Allowed: true, false.\n#REFUSE_LISTINGS_BELOW_OFFERS=false\n');
});

test('with the marks removed it reads as the defaults', () => {
  const text = settingsFile(HEAD, {}).replaceAll(/^#([A-Z_]+=)/gm, '$1');
  expect(readSettings(parseEnv(text))).toEqual(readSettings({}));
});

test('a setting with a value is set, and one of another file is left out', () => {
  const text = settingsFile(HEAD, { PORT: '9000' }, { NETWORK: 'regtest' });
  expect(parseEnv(text)).toEqual({ PORT: '9000' });
  expect(text).not.toContain('NETWORK=');
  expect(parseEnv(shortSettingsFile(HEAD, { NETWORK: 'regtest' }))).toEqual({ NETWORK: 'regtest' });
});

test('no line is longer than a page is wide, but for one long word', () => {
  const long = settingsFile(HEAD, {})
    .split('\n')
    .filter((line) => line.length > 100 && line.startsWith('# '));
  expect(long).toEqual([]);
});
