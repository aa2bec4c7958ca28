import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../src/composition/settings.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-secrets-'));
  file = join(folder, 'TOKEN_KEYS');
  await writeFile(file, 'a:secret\n', { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true }));

test('a secret comes from NAME_FILE, without the line end', () => {
  expect(readSettings({ TOKEN_KEYS_FILE: file } as never).TOKEN_KEYS).toBe('a:secret');
});

test('a secret comes from the credentials of systemd; NAME_FILE and the environment come first', async () => {
  const env = { CREDENTIALS_DIRECTORY: folder };
  expect(readSettings(env as never).TOKEN_KEYS).toBe('a:secret');
  const other = join(folder, 'other');
  await writeFile(other, 'b:secret', { mode: 0o600 });
  expect(readSettings({ ...env, TOKEN_KEYS_FILE: other } as never).TOKEN_KEYS).toBe('b:secret');
  expect(readSettings({ ...env, TOKEN_KEYS: 'c:secret' } as never).TOKEN_KEYS).toBe('c:secret');
});

test('only settings that hold secrets are read from files', () => {
  expect(readSettings({ FEE_ADDRESS_FILE: file } as never).FEE_ADDRESS).toBe('');
});

test('a file that is open to others, missing, empty or given besides the value is refused by name', async () => {
  const fault = (env: Record<string, string>) => {
    try {
      readSettings(env as never);
      return null;
    } catch (error) {
      return (error as Error).message.split('\n').slice(1).join();
    }
  };
  await chmod(file, 0o644);
  expect(fault({ TOKEN_KEYS_FILE: file })).toBe(
    `  TOKEN_KEYS_FILE is "${file}": the file has mode 0644, open to others; run chmod 600 ${file}`,
  );
  expect(fault({ CREDENTIALS_DIRECTORY: folder })).toContain(
    'TOKEN_KEYS is set, but wrong: the file has mode',
  );
  await chmod(file, 0o620);
  expect(fault({ TOKEN_KEYS_FILE: file })).toContain('mode 0620');
  await chmod(file, 0o440);
  expect(fault({ TOKEN_KEYS_FILE: file })).toBeNull();
  await chmod(file, 0o600);
  await writeFile(file, ' \n');
  expect(fault({ TOKEN_KEYS_FILE: file })).toContain('the file is empty');
  const none = join(folder, 'none');
  expect(fault({ TOKEN_KEYS_FILE: none, DATABASE_URL_FILE: none })).toContain(
    `DATABASE_URL_FILE is "${none}": the file ${none} does not exist`,
  );
  await mkdir(join(folder, 'folder'), { mode: 0o700 });
  expect(fault({ TOKEN_KEYS_FILE: join(folder, 'folder') })).toContain('is a folder; name a file');
  expect(fault({ TOKEN_KEYS_FILE: file, TOKEN_KEYS: 'x' })).toContain('leave it empty, or TOKEN_KEYS');
});
