import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backUp, restore } from '../../src/composition/backup.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { insertProfile, profileById } from '../../src/store/account/profiles.ts';
import { changeOfCluster, markAsRestored } from '../../src/store/database/identity.ts';
import { openPglite } from '../../src/store/database/pglite.ts';
import { fillDataDirectory } from '../support/database.ts';
import { by } from '../support/operator.ts';

let folder: string;
const profileId = randomUUID();
const at = (name: string) => join(folder, name);
const settingsOf = (change: Record<string, string>) => readSettings({ NETWORK: 'regtest', ...change });

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-backup-'));
  await fillDataDirectory(at('data'));
  const { db, close } = await openPglite({ dataDir: at('data') });
  await insertProfile(db, { id: profileId, createdAt: new Date() });
  expect(await changeOfCluster(db)).toBeNull();
  await close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a backup of the embedded database', () => {
  test('is loaded into a new folder, and marks what it loaded as restored until everything open has ended', async () => {
    await backUp(settingsOf({ DATA_DIR: at('data') }), at('backup'));
    expect((await stat(at('backup'))).mode & 0o777).toBe(0o600);
    expect(await restore(settingsOf({ DATA_DIR: at('other') }), at('backup'), by('the disk is gone'))).toBe(
      0,
    );
    expect(await readdir(at('other'))).not.toContain('restoring');
    const { db, close } = await openPglite({ dataDir: at('other') });
    expect(await profileById(db, profileId)).toMatchObject({ id: profileId });
    expect(await changeOfCluster(db)).toBeNull();
    await markAsRestored(db);
    expect(await changeOfCluster(db)).toBe('moved');
    await close();
  });

  test('replaces no file, and leaves none when it fails', async () => {
    await writeFile(at('taken'), 'mine');
    await expect(backUp(settingsOf({ DATA_DIR: at('data') }), at('taken'))).rejects.toThrow(
      'replaces no file',
    );
    await expect(backUp(settingsOf({ DATA_DIR: at('data') }), at('none/backup'))).rejects.toThrow(
      `there is no folder ${at('none')}; make it`,
    );
    const { close } = await openPglite({ dataDir: at('data') });
    await expect(backUp(settingsOf({ DATA_DIR: at('data') }), at('busy'))).rejects.toThrow('data');
    await close();
    expect((await readdir(folder)).filter((name) => name.startsWith('busy'))).toEqual([]);
  });

  test('is not loaded over a database, and nothing is loaded from another file', async () => {
    await expect(
      restore(settingsOf({ DATA_DIR: at('data') }), at('taken'), by('the disk is gone')),
    ).rejects.toThrow('DATA_DIR already has a database');
    await expect(
      restore(settingsOf({ DATA_DIR: at('new') }), at('taken'), by('the disk is gone')),
    ).rejects.toThrow('is no backup of an embedded database');
    await expect(
      restore(settingsOf({ DATA_DIR: at('new') }), at('nothing'), by('the disk is gone')),
    ).rejects.toThrow('there is no file');
  });
});

test('a backup of PostgreSQL names the program that is missing', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    const { dumpPostgres } = await import('../../src/store/database/client-programs.ts');
    await expect(dumpPostgres('postgres://nobody@127.0.0.1:1/none', at('taken'))).rejects.toThrow(
      "pg_dump was not found: install PostgreSQL's client programs",
    );
  } finally {
    process.env['PATH'] = path;
  }
});
