import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { refuse } from '@ordbook/protocol/refusals';
import { type KyselyPlugin, sql } from 'kysely';
import { migratedCopy, openMigrated } from '../../src/store/database/migrated-copy.ts';
import type { PgliteDatabase } from '../../src/store/database/pglite.ts';
import type { Database } from '../../src/store/port.ts';

export interface TestDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** Databases that are open, empty and in use by nobody: the files of a worker share them. */
const idle: PgliteDatabase[] = [];

/** A migrated, empty database in memory. `close` ends the use of its `db`; a later caller may get the same database, emptied. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const opened = idle.pop() ?? (await openMigrated(tmpdir()));
  let isOpen = true;
  const whileOpen: KyselyPlugin = {
    transformQuery({ node }) {
      if (!isOpen) refuse('unavailable', 'the database is closed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: opened.db.withPlugin(whileOpen),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await emptyDatabase(opened.db);
      idle.push(opened);
    },
  };
}

/** As `openTestDatabase`, for a test that changes migrations, roles or rights: nobody gets it afterwards. */
export function openOwnDatabase(): Promise<TestDatabase> {
  return openMigrated(tmpdir());
}

/** Puts a migrated, empty database into `dataDir`, a new folder, for `openPglite`: a tenth of the work of making one there. */
export async function fillDataDirectory(dataDir: string): Promise<void> {
  const copy = await migratedCopy(tmpdir());
  if (!existsSync(copy)) await (await openMigrated(tmpdir())).close();
  const folder = join(dataDir, 'postgres');
  await mkdir(folder, { recursive: true });
  // without tar on this machine the database is made there, which takes longer
  await promisify(execFile)('tar', ['-xf', copy, '-C', folder]).catch(() => rm(folder, { recursive: true }));
}

/**
 * Empties every table, between tests. `truncate` takes 3 ms for each table of PGlite, full or empty, so rows
 * are deleted where there are any; no trigger runs meanwhile, of foreign keys or our own. Deleted rows stay
 * in the file of a table, so a large one is truncated.
 */
export async function emptyDatabase(db: Database): Promise<void> {
  await sql`
    do $$
    declare filled regclass;
    begin
      set local session_replication_role = replica;
      for filled in
        select oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' and pg_relation_size(oid) > 0
      loop
        if pg_relation_size(filled) > 500000 then execute format('truncate %s cascade', filled);
        else execute format('delete from %s', filled);
        end if;
      end loop;
      insert into event_numbering (last_seq) values (0);
    end $$`.execute(db);
}
