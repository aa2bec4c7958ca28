import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../port.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPglite, type PgliteDatabase } from './pglite.ts';

/** Raise it when a copy is made in another way. */
const FORMAT = 2;

/**
 * Opens a migrated, empty database in memory. The first call on a machine makes one, which takes about 3 s,
 * and keeps a copy of 15 MB in `folder`; later calls start from the copy. A folder that cannot be written is
 * no error: the next call makes one again.
 */
export async function openMigrated(folder: string): Promise<PgliteDatabase> {
  const copy = await migratedCopy(folder);
  // a Blob of a file, which does not stay in memory
  if (existsSync(copy)) return openPglite({ memory: true, from: await openAsBlob(copy) });
  const database = await openPglite({ memory: true });
  try {
    await migrate(database.db);
    await dropTemplates(database.db);
    const dump = Buffer.from(await (await database.dump()).arrayBuffer());
    await keep(dump, copy).catch(() => {});
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The file in `folder` from which `openMigrated` starts, whether or not it is there. */
export async function migratedCopy(folder: string): Promise<string> {
  return join(folder, `ordbook-pglite-${await fingerprint()}.tar`);
}

/** Nobody creates a database from them, and they are two thirds of the copy. */
async function dropTemplates(db: Database): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** Under its name at once: another process may look for it meanwhile. */
async function keep(dump: Uint8Array, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true });
  const draft = `${copy}.${process.pid}`;
  await writeFile(draft, dump);
  await rename(draft, copy);
}

/** The version of PGlite and the text of every migration: another copy when either changes. */
async function fingerprint(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as {
    version: string;
  };
  const hash = createHash('sha256').update(`${FORMAT} ${version}`);
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 16);
}
