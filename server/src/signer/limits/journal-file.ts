/**
 * The journal of a signer in a file beside its keys, for one process at a time.
 *
 *   <checksum> {"journal":1,"key":"…","lostAt":null,"height":0}         the signer's key
 *   <checksum> {"at":"…","kind":"sale","txid":"…","usage":{"sales":1}}    a signature, on disk before return
 *
 * Entries are written one at a time, so a crash tears at most the last line. Its signature was not returned,
 * so it is dropped. Damage anywhere else and a missing journal are errors: removing the journal must not
 * reset the limits. Nor must an older copy: `height` is the number of entries that were removed before, and
 * with those that are there it must not be below the number beside the key (`journal-height.ts`). `renew`
 * starts a new journal, in which a share of each limit counts as used.
 */
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { takeLock } from '../../base/lock-file.ts';
import { readPrivately } from '../signing/keys.ts';
import { type Journal, notNow } from './journal.ts';
import { type HeightFile, heightPathOf, openHeight, readHeight } from './journal-height.ts';
import type { Entry, Past } from './limits.ts';

export interface JournalPlace {
  readonly path: string;
  /** Where the number of signatures is kept. Default: beside a journal that is at its own default path. */
  readonly heightPath?: string;
  /** The signer's public key: each journal belongs to one key. */
  readonly key: string;
}

/** What a journal has, and how many entries were removed from it. */
interface Counted extends Past {
  readonly height: number;
}

/** Most bytes of a journal. A day at the highest possible limits takes less than half. */
const MAX_BYTES = 256 * 1024 * 1024;

const Time = Type.String({ pattern: '^[0-9-]{10}T[0-9:.]{12}Z$' });
const header = Compile(
  Type.Object({
    journal: Type.Literal(1),
    key: Type.String(),
    lostAt: Type.Union([Time, Type.Null()]),
    // a journal of an earlier version has none
    height: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
);
const line = Compile(
  Type.Object({
    at: Time,
    kind: Type.String(),
    txid: Type.String(),
    usage: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
    offer: Type.Optional(Type.String()),
    admissions: Type.Optional(
      Type.Object({
        spent: Type.Array(Type.String()),
        made: Type.Array(
          Type.Object({ coin: Type.String(), tier: Type.String(), line: Type.Integer({ minimum: 1 }) }),
        ),
      }),
    ),
  }),
);

/** The default path of the journal of a key file. */
export function journalPathOf(keyFile: string): string {
  return `${keyFile}.journal`;
}

/**
 * Creates the empty journal of a key that has never signed; `lostAt`: of one whose journal was lost. Throws
 * an Error when the file exists.
 */
export async function makeJournal({ path, key }: JournalPlace, lostAt: Date | null = null): Promise<void> {
  const draft = `${path}.next`;
  const past = { entries: [], lostAt: lostAt?.getTime() ?? null, height: 0 };
  const { handle } = await written(draft, textOf(key, past));
  await handle.close();
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${path} exists; move it away, or start the signer once with --new-journal`);
  } finally {
    await rm(draft);
  }
  await syncDirectory(path);
}

/**
 * Opens a journal for this process alone. `renew`: replaces a missing or unreadable journal (which is kept
 * beside the new one); in the new one a share of each limit counts as used at that time. Throws an Error that
 * says
 * what to do when the journal is missing, damaged, an older copy, of another key, accessible to others or in
 * use, and when `renew` finds a sound journal.
 */
export async function openJournal(
  place: JournalPlace,
  { renew }: { readonly renew: Date | null },
): Promise<Journal> {
  const release = lockOf(place.path);
  try {
    const past = renew ? await renewed(place, renew) : await readJournal(place);
    return await journalOn(place, past, release);
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
      `the journal ${path} cannot be written there: ${(error as Error).message}; use --journal with a file in a directory of the signer's user`,
    );
  }
}

async function journalOn(
  { path, key, heightPath = heightPathOf(path) }: JournalPlace,
  { lostAt, ...before }: Counted,
  release: () => void,
): Promise<Journal> {
  let entries = [...before.entries];
  /** Entries that were removed. */
  let { height } = before;
  const seen: HeightFile = await openHeight(heightPath, key, height + entries.length);
  let file = await replaced(path, textOf(key, { entries, lostAt, height }));
  /** A write failed and may have left a partial entry. */
  let isTorn = false;

  async function rewrite(kept: Entry[]): Promise<void> {
    const old = file;
    const removed = height + entries.length - kept.length;
    file = await replaced(path, textOf(key, { entries: kept, lostAt, height: removed }));
    entries = kept;
    height = removed;
    isTorn = false;
    await old.handle.close();
  }

  /** Runs `write`, unless another process has changed the file. */
  async function safely(write: () => Promise<void>): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (found?.ino !== file.ino || (found.size !== file.size && !isTorn))
      throw notNow(
        `the journal ${path} was changed by another process; restart the signer, which signs nothing until then`,
      );
    try {
      await write();
    } catch (error) {
      isTorn = true;
      throw notNow(`the journal ${path} cannot be written: ${(error as Error).message}`);
    }
  }

  return {
    past: () => ({ entries, lostAt }),
    append: (entry) =>
      safely(async () => {
        if (isTorn) await rewrite(entries);
        const text = lineOf(shownEntry(entry));
        await file.handle.appendFile(text);
        await file.handle.datasync();
        file = { ...file, size: file.size + Buffer.byteLength(text) };
        entries.push(entry);
        await seen.write(height + entries.length);
      }),
    keep: (kept) => safely(() => rewrite([...kept])),
    async close() {
      await file.handle.close();
      await seen.close();
      release();
    },
  };
}

async function readJournal(place: JournalPlace): Promise<Counted> {
  const { path, key, heightPath = heightPathOf(path) } = place;
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error(`the journal ${path} is missing, so it is unknown what this key has signed; ${fix(path)}`)
      : error;
  });
  if (size > MAX_BYTES) throw damaged(path, `it has ${size} bytes`);
  const found = parsed(place, await readPrivately(path));
  const seen = await readHeight(heightPath, key);
  const height = (found.height ?? 0) + found.entries.length;
  if (seen === null && found.height !== undefined && height > 0)
    throw new Error(
      `${heightPath} is missing, so it is unknown whether the journal ${path} is the newest; ${fix(path)}`,
    );
  if (seen !== null && height < seen)
    throw new Error(
      `the journal ${path} is an older copy: it knows of ${height} signatures, and this key has made ${seen}; ${fix(path)}`,
    );
  return { ...found, height: found.height ?? 0 };
}

async function renewed(place: JournalPlace, at: Date): Promise<Counted> {
  const sound = await readJournal(place).catch(() => null);
  if (sound)
    throw new Error(
      `the journal ${place.path} is sound; start without --new-journal, which would discard it`,
    );
  const aside = `${place.path}.unreadable-${at.getTime()}`;
  await rename(place.path, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const seen = await readHeight(place.heightPath ?? heightPathOf(place.path), place.key);
  return { entries: [], lostAt: at.getTime(), height: seen ?? 0 };
}

function parsed({ path, key }: JournalPlace, text: string): Past & { readonly height: number | undefined } {
  const lines = text.split('\n');
  // nothing may follow the end of the last line
  if (lines.at(-1) === '') lines.pop();
  const [first, ...rest] = lines.map(readLine);
  if (!header.Check(first)) throw damaged(path, 'its first line is not the header of a journal');
  if (first.key !== key)
    throw new Error(`the journal ${path} belongs to the key ${first.key}, not to ${key}; ${fix(path)}`);
  // a torn last line is a signature that was never returned
  if (rest.length > 0 && rest.at(-1) === null) rest.pop();
  const entries = rest.map((found, i): Entry => {
    if (!line.Check(found)) throw damaged(path, `its line ${i + 2} is damaged`);
    return { ...found, at: Date.parse(found.at) };
  });
  const lostAt = first.lostAt === null ? null : Date.parse(first.lostAt);
  return { entries, lostAt, height: first.height };
}

function damaged(path: string, how: string): Error {
  return new Error(`the journal ${path} cannot be read: ${how}; ${fix(path)}`);
}

function fix(path: string): string {
  return `restore the right journal at ${path}, or start once with --new-journal, which counts half of each limit as used for up to a day`;
}

function textOf(key: string, { entries, lostAt, height }: Counted): string {
  const used = lostAt === null ? null : new Date(lostAt).toISOString();
  const head = { journal: 1, key, lostAt: used, height };
  return [head, ...entries.map(shownEntry)].map(lineOf).join('');
}

function shownEntry({ at, ...entry }: Entry): object {
  return { at: new Date(at).toISOString(), ...entry };
}

function lineOf(content: object): string {
  const text = JSON.stringify(content);
  return `${checksum(text)} ${text}\n`;
}

/** The content of a line; null when it is damaged. */
function readLine(text: string): unknown {
  const [, sum, content] = /^([0-9a-f]{8}) (.*)$/.exec(text) ?? [];
  if (content === undefined || checksum(content) !== sum) return null;
  return JSON.parse(content);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** A fully written file, and what identifies it, to detect changes by others. */
interface Written {
  readonly handle: FileHandle;
  readonly ino: number;
  readonly size: number;
}

/** Replaces a file atomically. Resolves once the new file survives a power loss. */
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
  // a crash may have left an old draft
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

/** Makes a new file's name survive a power loss: it is stored in the directory. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
