import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettingsFile } from '../../src/cli/settings-files.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-settings-'));
  file = join(folder, 'service.env');
});
afterEach(() => rm(folder, { recursive: true }));

test.each(['TEST_SETTING secret', 'TEST_SETTING: secret', '  TEST_SETTING'])(
  'a line of a settings file without = is refused with its number, and its value is not shown: %s',
  async (line) => {
    await writeFile(file, `# settings\n${line}\n`);
    let message = '';
    try {
      readSettingsFile(file);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toBe(`${file} has no = after TEST_SETTING in line 2; write TEST_SETTING=value`);
  },
);

test('comments, empty lines, spaces around = and `export` are allowed', async () => {
  await writeFile(
    file,
    '# SOME COMMENT\n\n#OFF=1\nexport TEST_SETTING_ONE=1\nTEST_SETTING_TWO = 2\nTEST_SETTING_THREE=\n',
  );
  try {
    readSettingsFile(file);
    expect(process.env['TEST_SETTING_ONE']).toBe('1');
    expect(process.env['TEST_SETTING_TWO']).toBe('2');
  } finally {
    for (const name of ['ONE', 'TWO', 'THREE']) delete process.env[`TEST_SETTING_${name}`];
  }
});
