import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationState } from '../../../src/store/database/migrate.ts';
import { migratedCopy, openMigrated } from '../../../src/store/database/migrated-copy.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-copy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens, runs `work`, and closes. */
async function opened<T>(
  from: string,
  work: (db: Awaited<ReturnType<typeof openMigrated>>['db']) => Promise<T>,
) {
  const { db, close } = await openMigrated(from);
  return work(db).finally(close);
}

describe('a migrated database in memory', { timeout: 120_000 }, () => {
  test('is kept as a copy by the first call, from which the next one starts', async () => {
    const marked = await opened(folder, async (db) => {
      expect(await migrationState(db)).toMatchObject({ isEmpty: false, pending: [], changed: [] });
      return (await sql<{ at: Date }>`select min(applied_at) as at from migrations`.execute(db)).rows;
    });
    const copy = await migratedCopy(folder);
    expect(await readdir(folder)).toEqual([copy.split('/').at(-1)]);
    expect((await stat(copy)).size).toBeLessThan(20 * 2 ** 20);
    // the same migrations, not made again
    const again = await opened(folder, async (db) => {
      expect(await migrationState(db)).toMatchObject({ pending: [], changed: [], unknown: [] });
      return (await sql<{ at: Date }>`select min(applied_at) as at from migrations`.execute(db)).rows;
    });
    expect(again).toEqual(marked);
  });

  test('is made even where no copy can be kept', async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const state = await opened(join(file, 'no folder'), migrationState);
    expect(state.pending).toEqual([]);
    expect(existsSync(join(file, 'no folder'))).toBe(false);
  });
});
