/** One way to back up a database and to restore it, for PostgreSQL and for the embedded one. */
import { link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { systemClock } from '../base/clock.ts';
import { withFile } from '../base/file-fault.ts';
import { storedTip } from '../store/chain/blocks.ts';
import { dumpPostgres, loadPostgres } from '../store/database/client-programs.ts';
import { markAsRestored } from '../store/database/identity.ts';
import { openPglite } from '../store/database/pglite.ts';
import { openPostgres } from '../store/database/postgres.ts';
import type { Database } from '../store/port.ts';
import type { By } from '../trading/operation/act.ts';
import { endEverythingOpen } from '../trading/restored.ts';
import { openStore, withStore } from './build-service.ts';
import type { Settings } from './settings.ts';

export interface BackupReport {
  readonly bytes: number;
  /** Of the newest block that the backup has for certain. null: none was applied. */
  readonly height: number | null;
}

/**
 * Writes the database to a new file that only this user can read. The service may run meanwhile, except on
 * the embedded database. Throws when the file exists, and leaves no file behind when it fails.
 */
export async function backUp(settings: Settings, file: string): Promise<BackupReport> {
  await requireNoFile(file);
  const part = `${file}.part`;
  await rm(part, { force: true });
  await withFile(part, 'the backup', async () => (await open(part, 'wx', 0o600)).close());
  try {
    const height = await heightIn(settings);
    if (settings.DATABASE_URL) await dumpPostgres(settings.DATABASE_URL, part);
    else await dumpEmbedded(settings.DATA_DIR!, part);
    await flush(part);
    // unlike a renaming, a link replaces nothing
    await link(part, file);
    await flush(dirname(file));
    return { bytes: (await stat(file)).size, height };
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Loads a backup into an empty database, and ends everything open in it, which may have been taken back since
 * (`trading/restored.ts`). Returns how many listings and offers that were. Interrupted after the load, the
 * next start ends them. Throws when the database is not empty.
 */
export async function restore(settings: Settings, file: string, by: By): Promise<number> {
  await requireRestorable(settings, file);
  if (settings.DATABASE_URL) await loadPostgres(settings.DATABASE_URL, file);
  else await loadEmbedded(settings.DATA_DIR!, file);
  return withStore(settings, (db) => endEverythingOpen({ db, clock: systemClock }, { by }));
}

/** Throws what `restore` throws before it changes anything; returns the bytes of the file. */
export async function requireRestorable({ DATABASE_URL, DATA_DIR }: Settings, file: string): Promise<number> {
  const { size } = await stat(file).catch(() => {
    throw new Error(`there is no file ${file}`);
  });
  if (DATABASE_URL) await requireEmpty(DATABASE_URL);
  else if (await isThere(folderIn(DATA_DIR)))
    throw new Error(`DATA_DIR already has a database, ${folderIn(DATA_DIR)}; move it away first`);
  return size;
}

const folderIn = (dataDir: string) => join(dataDir, 'postgres');

/** Migrates nothing: a backup is made before an upgrade. */
async function heightIn(settings: Settings): Promise<number | null> {
  const { db, close } = await openStore(settings);
  const tip = await storedTip(db).finally(close);
  return tip?.height ?? null;
}

async function dumpEmbedded(dataDir: string, file: string): Promise<void> {
  const { dump, close } = await openPglite({ dataDir });
  try {
    await writeFile(file, Buffer.from(await (await dump()).arrayBuffer()), { flag: 'r+' });
  } finally {
    await close();
  }
}

async function loadEmbedded(dataDir: string, file: string): Promise<void> {
  const loading = join(dataDir, 'restoring');
  await rm(loading, { recursive: true, force: true });
  await mkdir(loading, { recursive: true });
  const opened = await PGlite.create(join(loading, 'postgres'), {
    loadDataDir: new Blob([await readFile(file)]),
  }).catch((error: unknown) => {
    throw new Error(`${file} is no backup of an embedded database: ${(error as Error).message}`);
  });
  await opened.close();
  const { db, close } = await openPglite({ dataDir: loading });
  await markAsRestored(db).finally(close);
  await rename(join(loading, 'postgres'), folderIn(dataDir));
  await rm(loading, { recursive: true, force: true });
}

async function requireEmpty(url: string): Promise<void> {
  const { db, close } = openPostgres(url, { poolSize: 1 });
  const tables = await tablesIn(db).finally(close);
  if (tables > 0)
    throw new Error(
      `the database of DATABASE_URL is not empty: it has ${tables} tables. Restore into a new one (createdb), and keep this one until all is well`,
    );
}

async function tablesIn(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_tables where schemaname = 'public'`.execute(db);
  return rows[0]!.count;
}

async function requireNoFile(file: string): Promise<void> {
  if (await isThere(file)) throw new Error(`${file} exists; a backup replaces no file, so name another`);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Puts a file, or the names in a folder, on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
