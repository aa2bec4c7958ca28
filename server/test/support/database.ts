import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { refuse } from '@ordbook/protocol/refusals';
import { type KyselyPlugin, sql } from 'kysely';
import { migrate, readMigrations } from '../../src/store/database/migrate.ts';
import { openPglite, type PgliteDatabase } from '../../src/store/database/pglite.ts';
import type { Database } from '../../src/store/port.ts';

export interface TestDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** Databases that are open, empty and in use by nobody: the files of a worker share them. */
const idle: PgliteDatabase[] = [];

/** A migrated, empty database in memory. `close` ends the use of its `db`; a later caller may get the same database, emptied. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const opened = idle.pop() ?? (await openMigrated());
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

/** Puts a migrated, empty database into `dataDir`, a new folder, for `openPglite`: a tenth of the work of making one there. */
export async function fillDataDirectory(dataDir: string): Promise<void> {
  const copy = await copyOfMigrated();
  if (!existsSync(copy)) await (await openMigrated()).close();
  const folder = join(dataDir, 'postgres');
  await mkdir(folder, { recursive: true });
  // without tar on this machine the database is made there, which takes longer
  await promisify(execFile)('tar', ['-xf', copy, '-C', folder]).catch(() => rm(folder, { recursive: true }));
}

async function copyOfMigrated(): Promise<string> {
  return join(tmpdir(), `ordbook-pglite-${await fingerprint()}.tar`);
}

/** The first call on a machine makes it (3 s) and keeps a copy in the temporary folder; later calls start from the copy. */
async function openMigrated(): Promise<PgliteDatabase> {
  const copy = await copyOfMigrated();
  if (existsSync(copy)) return openPglite({ memory: true, from: await openAsBlob(copy) });
  const database = await openPglite({ memory: true });
  await migrate(database.db);
  const draft = `${copy}.${process.pid}`;
  await writeFile(draft, Buffer.from(await (await database.dump()).arrayBuffer()));
  await rename(draft, copy);
  return database;
}

/**
 * Empties every table, between tests. `truncate` takes 3 ms for each table of PGlite, full or empty, so rows are deleted where there
 * are any; no trigger runs meanwhile, of foreign keys or our own. Deleted rows stay in the file of a table, so a large one is truncated.
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
    end $$`.execute(db);
}

/** The version of PGlite and the text of every migration: another copy when either changes. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 16);
}
