/**
 * How many signatures a signer has noted in its journal since it has its key, in a file beside the key: a
 * journal that was put back from an older copy has fewer. Written after each entry, without waiting for the
 * disk: a power loss may leave an older number, and never one that is too high.
 *
 * It reveals a journal that was restored alone. A copy of the whole folder puts back both, and
 * so does anyone who writes there.
 */
import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { readPrivately } from '../signing/keys.ts';

const content = Compile(Type.Object({ key: Type.String(), height: Type.Integer({ minimum: 0 }) }));

/** Room for the number: each text has the same length, so one write replaces another. */
const DIGITS = 15;

/** Where the height of a journal at its default path is: beside the key file, as the journal. */
export function heightPathOf(journal: string): string {
  return `${journal.replace(/\.journal$/, '')}.height`;
}

/** The number that was written for this key; null when there is no such file, or it is of another key. */
export async function readHeight(path: string, key: string): Promise<number | null> {
  const isThere = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  // one that was being made when the process ended is empty
  if (!isThere || isThere.size === 0) return null;
  const found = parsed(await readPrivately(path));
  if (!found) throw new Error(`${path} cannot be read; move it away and start once with --new-journal`);
  return found.key === key ? found.height : null;
}

export interface HeightFile {
  write(height: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the file for this process alone, which holds the lock of the journal, and writes to it. */
export async function openHeight(path: string, key: string, height: number): Promise<HeightFile> {
  const file = await openKept(path);
  const write = async (number: number) => void (await file.write(textOf(key, number), 0));
  await write(height);
  await file.sync();
  return { write, close: () => file.close() };
}

/** Not emptied, so that a crash leaves the number that was there. */
async function openKept(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (error) {
    throw new Error(
      `${path} cannot be written: ${(error as Error).message}; keep the key file in a directory of the signer's user`,
    );
  }
}

function textOf(key: string, height: number): string {
  return `${JSON.stringify({ key, height }).padEnd(key.length + DIGITS + 22)}\n`;
}

function parsed(text: string): { key: string; height: number } | null {
  try {
    const found: unknown = JSON.parse(text);
    return content.Check(found) ? found : null;
  } catch {
    return null;
  }
}
