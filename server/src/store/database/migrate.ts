import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../port.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { inTransaction } from './transaction.ts';

/**
 * Deadlocks that `migrate` survives, beyond those of `inTransaction`: it locks whole tables, one after the
 * other, and running trades lock their rows in another order.
 */
const MORE_ATTEMPTS = 10;
const PAUSE_MS = 500;

/** Beside this file, in the source and in `dist` alike (the build copies `.sql` files). */
const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url));
const ADVISORY_LOCK = ADVISORY_LOCKS.migrate;

export interface Migration {
  /** Of a file, or of a folder of files: migrations are applied in the order of their names. */
  readonly name: string;
  readonly text: string;
}

/** Reads the migrations of a folder, in order. A folder in it is one migration: its files, in order. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(async (entry): Promise<Migration[]> => {
    const { name } = entry;
    if (entry.isDirectory()) {
      const files = await readMigrations(join(folder, name));
      return [{ name, text: files.map(({ text }) => text).join('\n') }];
    }
    return name.endsWith('.sql') ? [{ name, text: await readFile(join(folder, name), 'utf8') }] : [];
  });
  return (await Promise.all(found)).flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Applies the missing migrations, all in one transaction, and returns the names it applied. Replicas may call
 * it concurrently, and others may trade meanwhile. Retry-safe. Throws when an applied migration has changed
 * or is missing, and when one fails; then nothing is applied. A deadlock is tried again for some seconds.
 */
export async function migrate(db: Database, migrations?: readonly Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  for (let more = MORE_ATTEMPTS; ; more -= 1) {
    try {
      return await applyMissing(db, wanted);
    } catch (error) {
      if (more === 0 || (error as { code?: string }).code !== DEADLOCK) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';

async function applyMissing(db: Database, wanted: readonly Migration[]): Promise<string[]> {
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(transaction);
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now()
    )`.execute(transaction);
    const { rows: applied } = await sql<{ name: string; checksum: string }>`
      select name, checksum from migrations order by name`.execute(transaction);
    checkApplied(applied, wanted);
    const due = wanted.slice(applied.length);
    for (const migration of due) {
      for (const statement of statements(migration.text)) await sql.raw(statement).execute(transaction);
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${checksum(migration)})`.execute(
        transaction,
      );
    }
    return due.map((migration) => migration.name);
  });
}

/** How the migrations of a database differ from those of this version. */
export interface MigrationState {
  /** False: no migration was applied yet. */
  readonly isEmpty: boolean;
  /** Names that `migrate` would apply. */
  readonly pending: readonly string[];
  /** Names that were applied and that this version does not have. */
  readonly unknown: readonly string[];
  /** Names whose text has changed since they were applied. */
  readonly changed: readonly string[];
}

/** Compares the applied migrations with those of this version. Changes nothing. */
export async function migrationState(
  db: Database,
  migrations?: readonly Migration[],
): Promise<MigrationState> {
  const wanted = new Map((migrations ?? (await readMigrations())).map((one) => [one.name, checksum(one)]));
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('migrations') is not null as is_there`.execute(db);
  const applied = new Map<string, string>();
  if (found[0]?.isThere) {
    const { rows } = await sql<{ name: string; checksum: string }>`
      select name, checksum from migrations order by name`.execute(db);
    for (const row of rows) applied.set(row.name, row.checksum);
  }
  const names = [...applied.keys()];
  return {
    isEmpty: names.length === 0,
    pending: [...wanted.keys()].filter((name) => !applied.has(name)),
    unknown: names.filter((name) => !wanted.has(name)),
    changed: names.filter((name) => wanted.has(name) && wanted.get(name) !== applied.get(name)),
  };
}

/** Applied migrations must be the first of the wanted ones, unchanged. */
function checkApplied(
  applied: readonly { name: string; checksum: string }[],
  wanted: readonly Migration[],
): void {
  applied.forEach((row, index) => {
    const migration = wanted[index];
    if (migration?.name !== row.name) {
      throw new Error(
        `migration ${row.name} is applied, but this version has ${migration?.name ?? 'none'} in its place`,
      );
    }
    if (checksum(migration) !== row.checksum) {
      throw new Error(`migration ${row.name} changed after it was applied: add a new migration instead`);
    }
  });
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.text).digest('hex');
}

/** Cuts SQL at semicolons that end a line, outside `$$` bodies: PGlite runs one statement at a time. */
function statements(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let inBody = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('--')) continue;
    current += `${line}\n`;
    if ((line.split('$$').length - 1) % 2 === 1) inBody = !inBody;
    if (!inBody && line.trimEnd().endsWith(';')) {
      found.push(current);
      current = '';
    }
  }
  if (current.trim() !== '') found.push(current);
  return found;
}
