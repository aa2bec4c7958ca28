/** PostgreSQL's own programs, which read and write a whole database: `pg_dump`, `pg_restore`, `psql`. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

type Program = 'pg_dump' | 'pg_restore' | 'psql';

/** For a program that has closed its input to end. */
const PATIENCE_MS = 5_000;

/** Marks the database as one that was put back, so that everything open in it ends. */
const MARK_AS_RESTORED = `
insert into public.database_identity (system_identifier) values ('restored')
  on conflict (only_row) do update set system_identifier = 'restored';
`;

/**
 * Writes everything in the database to a file that must exist, as of one moment; others may write meanwhile.
 * Throws when `pg_dump` is missing or fails.
 */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  const dump = start('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges']);
  dump.stdin.end();
  await Promise.all([pipeline(dump.stdout, createWriteStream(file, { flags: 'r+' })), dump.ended]);
  const list = start('pg_restore', null, ['--list', file]);
  list.stdin.end();
  let contents = '';
  for await (const chunk of list.stdout) contents += chunk;
  await list.ended;
  if (!/ TABLE DATA public migrations /.test(contents)) throw new Error('it is no database of ordbook');
}

/**
 * Loads such a file into an empty database, and marks it as restored, in one transaction. Throws when a
 * program is missing or fails; then nothing was loaded.
 */
export async function loadPostgres(url: string, file: string): Promise<void> {
  const read = start('pg_restore', null, ['--no-owner', '--no-privileges', '--file=-', file]);
  const write = start('psql', url, [
    '--single-transaction',
    '--set=ON_ERROR_STOP=1',
    '--quiet',
    '--no-psqlrc',
  ]);
  write.stdout.resume();
  read.stdin.end();
  const isCut = pipeline(read.stdout, write.stdin, { end: false }).then(
    () => false,
    () => true,
  );
  if (await isCut) {
    // psql no longer reads: it has failed, and says why
    await Promise.race([write.ended, delay(PATIENCE_MS, null, { ref: false })]).finally(write.kill);
    throw new Error('psql read no further');
  }
  try {
    await read.ended;
  } catch (error) {
    // psql commits when its input ends, so it must not end
    write.kill();
    throw error;
  }
  write.stdin.end(MARK_AS_RESTORED);
  await write.ended;
}

/** `url` null: the program needs no database. */
function start(program: Program, url: string | null, flags: readonly string[]) {
  const { address, password } = url === null ? { address: null, password: null } : withoutPassword(url);
  const child = spawn(program, [...flags, ...(address === null ? [] : [`--dbname=${address}`])], {
    env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Error(missing(program)) : error),
    );
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} failed: ${explained(complaint)}`)),
    );
  });
  // it is awaited after others, which may fail first
  ended.catch(() => {});
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A password among the arguments would be visible to every user of the machine. */
function withoutPassword(url: string): { address: string; password: string | null } {
  const [, before, password, after] = /^([^:]+:\/\/[^:@/]*):([^@/]*)(@.*)$/s.exec(url) ?? [];
  const address = before === undefined ? url : `${before}${after}`;
  const writable = /[?&]target_session_attrs=/.test(address)
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}target_session_attrs=read-write`;
  return { address: writable, password: password === undefined ? null : decodeURIComponent(password) };
}

function missing(program: Program): string {
  return `${program} was not found: install PostgreSQL's client programs (Debian: postgresql-client), of the server's version or newer, and put them in PATH`;
}

function explained(complaint: string): string {
  const text = complaint.trim().replaceAll(/\s*\n\s*/g, '; ');
  return /server version mismatch/.test(text)
    ? `${text}; install the client programs of the server's version`
    : text || 'it gave no reason';
}
