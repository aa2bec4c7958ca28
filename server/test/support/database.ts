import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate, readMigrations } from '../../src/store/database/migrate.ts';
import { openPglite } from '../../src/store/database/pglite.ts';
import type { Database } from '../../src/store/port.ts';

export interface TestDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/**
 * A migrated, empty database in memory, for one test file. The first call on a machine makes it (3 s) and keeps a copy in the
 * temporary folder; later calls start from the copy.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const copy = join(tmpdir(), `ordbook-pglite-${await fingerprint()}.tar`);
  const from = existsSync(copy) ? await openAsBlob(copy) : null;
  if (from) return openPglite({ memory: true, from });
  const { db, close, dump } = await openPglite({ memory: true });
  await migrate(db);
  const draft = `${copy}.${process.pid}`;
  await writeFile(draft, Buffer.from(await (await dump()).arrayBuffer()));
  await rename(draft, copy);
  return { db, close };
}

/** Empties every table, between tests. */
export async function emptyDatabase(db: Database): Promise<void> {
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(tablename), ', ') as names from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'`.execute(db);
  await sql`truncate ${sql.raw(rows[0]!.names)} cascade`.execute(db);
}

/** The version of PGlite and the text of every migration: another copy when either changes. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 16);
}
