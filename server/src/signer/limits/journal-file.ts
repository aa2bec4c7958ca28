/**
 * The journal of a signer in a file beside its keys, for one process at a time.
 *
 *   <checksum> {"journal":1,"key":"…","usedUpAt":null}                              whose it is
 *   <checksum> {"at":"…","kind":"sale","txid":"…","usage":{"sales":1}}              a signature, on disk before it is given away
 *
 * Entries are written one at a time, so a crash tears the last line at most: what it tells was not given away, and it is dropped. Damage
 * anywhere else, and a journal that is missing, are refused: who takes the journal away must not get the limits anew. `renew` is the way
 * out: it begins a journal in which everything counts as used up.
 */
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { takeLock } from '../../base/lock-file.ts';
import { readPrivately } from '../signing/keys.ts';
import { type Journal, notNow } from './journal.ts';
import type { Entry, Past } from './limits.ts';

export interface JournalPlace {
  readonly path: string;
  /** The signer's public key: a journal is of one. */
  readonly key: string;
}

/** A day at the highest limits that can be set is below half of it. */
const MAX_BYTES = 256 * 1024 * 1024;

const Time = Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{12}Z$' });
const header = Compile(
  Type.Object({ journal: Type.Literal(1), key: Type.String(), usedUpAt: Type.Union([Time, Type.Null()]) }),
);
const line = Compile(
  Type.Object({
    at: Time,
    kind: Type.String(),
    txid: Type.String(),
    usage: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
  }),
);

/** Where the journal of a key file is, unless the operator says otherwise. */
export function journalPathOf(keyFile: string): string {
  return `${keyFile}.journal`;
}

/** Makes the empty journal of a key that has never signed. Throws when there is one. */
export async function makeJournal({ path, key }: JournalPlace): Promise<void> {
  const draft = `${path}.next`;
  const { handle } = await written(draft, textOf(key, { entries: [], usedUpAt: null }));
  await handle.close();
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${path} exists: move it away, or start the signer once with --new-journal`);
  } finally {
    await rm(draft);
  }
  await syncDirectory(path);
}

/**
 * Opens a journal for this process alone. `renew`: there is none, or one that cannot be read (it is kept beside the new one); the new one
 * counts everything as used up at that time. Throws an Error that says what to do when the journal is missing, damaged, of another key,
 * open to others, or in use; and when `renew` meets one that is sound.
 */
export async function openJournal(
  { path, key }: JournalPlace,
  { renew }: { readonly renew: Date | null },
): Promise<Journal> {
  const release = lockOf(path);
  try {
    const past = renew ? await renewed({ path, key }, renew) : await readJournal({ path, key });
    return await journalOn({ path, key }, past, release);
  } catch (error) {
    release();
    throw error;
  }
}

function lockOf(path: string): () => void {
  try {
    return takeLock(`${path}.lock`, `journal ${path}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Error(
      `the journal ${path} cannot be kept there: ${(error as Error).message}; name a file in a directory of the signer's user with --journal`,
    );
  }
}

async function journalOn(
  { path, key }: JournalPlace,
  { usedUpAt, ...before }: Past,
  release: () => void,
): Promise<Journal> {
  let entries = [...before.entries];
  let file = await replaced(path, textOf(key, { entries, usedUpAt }));
  /** Something that was to be written may be there in part. */
  let isTorn = false;

  async function rewrite(kept: Entry[]): Promise<void> {
    const old = file;
    file = await replaced(path, textOf(key, { entries: kept, usedUpAt }));
    entries = kept;
    isTorn = false;
    await old.handle.close();
  }

  /** Runs `write`, unless somebody else has changed the file. */
  async function safely(write: () => Promise<void>): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (found?.ino !== file.ino || (found.size !== file.size && !isTorn))
      throw notNow(
        `the journal ${path} was changed by somebody else: nothing is signed until the signer is started again`,
      );
    try {
      await write();
    } catch (error) {
      isTorn = true;
      throw notNow(`the journal ${path} cannot be written: ${(error as Error).message}`);
    }
  }

  return {
    past: () => ({ entries, usedUpAt }),
    append: (entry) =>
      safely(async () => {
        if (isTorn) await rewrite(entries);
        const text = lineOf(shownEntry(entry));
        await file.handle.appendFile(text);
        await file.handle.datasync();
        file = { ...file, size: file.size + Buffer.byteLength(text) };
        entries.push(entry);
      }),
    keep: (kept) => safely(() => rewrite([...kept])),
    async close() {
      await file.handle.close();
      release();
    },
  };
}

async function readJournal(place: JournalPlace): Promise<Past> {
  const { path } = place;
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(`there is no journal ${path}, so nobody knows what this key has signed; ${wayOut(path)}`)
      : error;
  });
  if (size > MAX_BYTES) throw damaged(path, `it has ${size} bytes`);
  return parsed(place, await readPrivately(path));
}

async function renewed(place: JournalPlace, at: Date): Promise<Past> {
  const sound = await readJournal(place).catch(() => null);
  if (sound)
    throw new Error(`the journal ${place.path} is sound: start without --new-journal, which would forget it`);
  const aside = `${place.path}.unreadable-${at.getTime()}`;
  await rename(place.path, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return { entries: [], usedUpAt: at.getTime() };
}

function parsed({ path, key }: JournalPlace, text: string): Past {
  const lines = text.split('\n');
  // Behind the end of the last line there is nothing.
  if (lines.at(-1) === '') lines.pop();
  const [first, ...rest] = lines.map(readLine);
  if (!header.Check(first)) throw damaged(path, 'its first line is no head of a journal');
  if (first.key !== key)
    throw new Error(`the journal ${path} is of the key ${first.key}, not of ${key}; ${wayOut(path)}`);
  // A torn line at the end is a signature that was never given away.
  if (rest.length > 0 && rest.at(-1) === null) rest.pop();
  const entries = rest.map((found, i): Entry => {
    if (!line.Check(found)) throw damaged(path, `its line ${i + 2} is damaged`);
    return { ...found, at: Date.parse(found.at) };
  });
  return { entries, usedUpAt: first.usedUpAt === null ? null : Date.parse(first.usedUpAt) };
}

function damaged(path: string, how: string): Error {
  return new Error(`the journal ${path} cannot be read: ${how}; ${wayOut(path)}`);
}

function wayOut(path: string): string {
  return `put the right one at ${path}, or start once with --new-journal: whatever has a limit then counts as used up, for a day at most`;
}

function textOf(key: string, { entries, usedUpAt }: Past): string {
  const head = { journal: 1, key, usedUpAt: usedUpAt === null ? null : new Date(usedUpAt).toISOString() };
  return [head, ...entries.map(shownEntry)].map(lineOf).join('');
}

function shownEntry({ at, ...entry }: Entry): object {
  return { at: new Date(at).toISOString(), ...entry };
}

function lineOf(content: object): string {
  const text = JSON.stringify(content);
  return `${checksum(text)} ${text}\n`;
}

/** What a line says; null: it is damaged. */
function readLine(text: string): unknown {
  const [, sum, content] = /^([0-9a-f]{8}) (.*)$/.exec(text) ?? [];
  if (content === undefined || checksum(content) !== sum) return null;
  return JSON.parse(content);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** A file that is written to its end, and what tells that it is the same one still. */
interface Written {
  readonly handle: FileHandle;
  readonly ino: number;
  readonly size: number;
}

/** Replaces a file at once or not at all; resolves when a power loss finds the new one. */
async function replaced(path: string, text: string): Promise<Written> {
  const draft = `${path}.next`;
  const file = await written(draft, text);
  try {
    await rename(draft, path);
    await syncDirectory(path);
    return file;
  } catch (error) {
    await file.handle.close();
    throw error;
  }
}

async function written(path: string, text: string): Promise<Written> {
  // Whatever a crash has left there.
  await rm(path, { force: true });
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.appendFile(text);
    await handle.sync();
    const { ino, size } = await handle.stat();
    return { handle, ino, size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The name of a new file is the directory's. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
