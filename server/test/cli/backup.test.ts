import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runBackup } from '../../src/cli/backup.ts';
import { openPglite } from '../../src/store/database/pglite.ts';
import { actsPage, lastBackupAt } from '../../src/store/operation/acts.ts';
import { fillDataDirectory } from '../support/database.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-backup-act-'));
  await fillDataDirectory(join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a backup counts once the command after it has ended well', async () => {
  const env = { NETWORK: 'regtest', DATA_DIR: join(folder, 'data'), PATH: process.env['PATH'] };
  await expect(runBackup(join(folder, 'kept'), { after: 'test -s "$1" && exit 3' }, env)).rejects.toThrow(
    `--after ended with 3, so this is not noted as a backup; ${join(folder, 'kept')} is left as it is`,
  );
  const { db, close } = await openPglite({ dataDir: join(folder, 'data') });
  expect(await lastBackupAt(db)).toBeNull();
  await close();
});

test('the log of acts has each backup that ended, and none that failed', async () => {
  const env = { NETWORK: 'regtest', DATA_DIR: join(folder, 'data') };
  await expect(runBackup(join(folder, 'none/backup'), {}, env)).rejects.toThrow('there is no folder');
  await runBackup(join(folder, 'backup'), {}, env);
  const { db, close } = await openPglite({ dataDir: join(folder, 'data') });
  const acts = await actsPage(db, { before: null, limit: 9 });
  expect(acts).toMatchObject([{ act: 'back up', subject: 'database', after: { height: null } }]);
  expect(await lastBackupAt(db)).toEqual(acts[0]!.actedAt);
  await close();
});
