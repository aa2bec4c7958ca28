import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  copyFile,
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bundledProgram } from '../../../../stack/bundled-program.ts';
import { rounds } from '../../../../stack/rounds.ts';
import type { Journal } from '../../../src/signer/limits/journal.ts';
import { journalPathOf, makeJournal, openJournal } from '../../../src/signer/limits/journal-file.ts';
import type { Entry } from '../../../src/signer/limits/limits.ts';

const KEY = 'ab'.repeat(32);
const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const entry = (name: string): Entry => ({ at: AT, kind: 'sale', txid: name, usage: { sales: 1 } });
const names = (journal: Journal) =>
  journal
    .past()
    .entries.map(({ txid }) => txid)
    .join();

let folder: string;
let path: string;
let opened: Journal[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-journal-'));
  path = journalPathOf(join(folder, 'keys.json'));
  opened = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const journal of opened) await journal.close();
  await rm(folder, { recursive: true });
});

async function reopen(renew: Date | null = null, key = KEY): Promise<Journal> {
  for (const journal of opened.splice(0)) await journal.close();
  const journal = await openJournal({ path, key }, { renew });
  opened.push(journal);
  return journal;
}

const heightPath = () => join(folder, 'keys.json.height');

/** A journal with entries of these names, closed. */
async function written(...txids: string[]): Promise<string> {
  await makeJournal({ path, key: KEY });
  const journal = await reopen();
  for (const txid of txids) await journal.append(entry(txid));
  await opened.pop()!.close();
  return readFile(path, 'utf8');
}

/** What every open file of this process is made of. */
async function fileHandles(): Promise<FileHandle> {
  const file = await open(folder, 'r');
  await file.close();
  return Object.getPrototypeOf(file);
}

describe('a journal', () => {
  test('is beside the key file, empty, and open to its owner only', async () => {
    await makeJournal({ path, key: KEY });
    expect(path).toBe(join(folder, 'keys.json.journal'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await reopen()).past()).toEqual({ entries: [], lostAt: null });
    await expect(makeJournal({ path, key: KEY })).rejects.toThrow(`${path} exists; move it away`);
  });

  test('has everything that was written when it is opened again', async () => {
    await written('a', 'b');
    const journal = await reopen();
    expect(journal.past()).toEqual({ entries: [entry('a'), entry('b')], lostAt: null });
    await journal.append(entry('c'));
    await journal.keep([entry('b'), entry('c')]);
    await journal.append(entry('d'));
    expect(names(await reopen())).toBe('b,c,d');
    expect(await readdir(folder)).toEqual([
      'keys.json.height',
      'keys.json.journal',
      'keys.json.journal.lock',
    ]);
  });

  test('is a line of text for each signature', async () => {
    const [head, line] = (await written('a')).split('\n');
    expect(head).toMatch(/^[0-9a-f]{8} \{"journal":1,"key":"(ab){32}","lostAt":null,"height":0\}$/);
    expect(line).toMatch(
      /^[0-9a-f]{8} \{"at":"2026-01-02T03:04:05.678Z","kind":"sale","txid":"a","usage":\{"sales":1\}\}$/,
    );
  });

  test('that others may open is refused', async () => {
    await written();
    for (const mode of [0o640, 0o602, 0o604]) {
      await chmod(path, mode);
      await expect(reopen()).rejects.toThrow('make it accessible to its owner only');
    }
  });

  test('of another key is refused', async () => {
    await written('a');
    await expect(reopen(null, 'cd'.repeat(32))).rejects.toThrow(
      `belongs to the key ${KEY}, not to ${'cd'.repeat(32)}; restore the right journal at`,
    );
  });

  test('that cannot be kept where it should is refused with what to do', async () => {
    path = join(folder, 'nowhere', 'journal');
    await expect(reopen()).rejects.toThrow(
      /cannot be written there: ENOENT.*; use --journal with a file in a directory of the signer's user$/,
    );
  });
});

describe('an older copy of a journal', () => {
  test('is refused at the start, with the way out', async () => {
    await written('a');
    await copyFile(path, `${path}.old`);
    const journal = await reopen();
    await journal.append(entry('b'));
    await journal.keep([entry('b')]);
    await journal.append(entry('c'));
    await opened.pop()!.close();
    await copyFile(path, `${path}.newest`);

    await rename(`${path}.old`, path);
    await expect(reopen()).rejects.toThrow(
      `the journal ${path} is an older copy: it knows of 1 signatures, and this key has made 3; restore the right journal`,
    );
    await rename(`${path}.newest`, path);
    expect(names(await reopen())).toBe('b,c');
  });

  test('that was put back is replaced by a new one, which goes on counting', async () => {
    await written('a', 'b');
    await makeAgain();
    await expect(reopen()).rejects.toThrow('is an older copy: it knows of 0 signatures');
    const renewed = await reopen(new Date(AT));
    expect(renewed.past()).toEqual({ entries: [], lostAt: AT });
    await renewed.append(entry('c'));
    await opened.pop()!.close();
    await makeAgain();
    await expect(reopen()).rejects.toThrow('this key has made 3');
  });

  test('cannot be told from the newest without the number beside the key: refused', async () => {
    await written('a');
    await rm(heightPath());
    await expect(reopen()).rejects.toThrow(
      `${heightPath()} is missing, so it is unknown whether the journal ${path} is the newest`,
    );
  });

  test('that an earlier version wrote is accepted once, and counted from then on', async () => {
    const text = `{"journal":1,"key":"${KEY}","lostAt":null}`;
    await writeFile(path, `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`, { mode: 0o600 });
    await (await reopen()).append(entry('a'));
    await opened.pop()!.close();
    await writeFile(path, `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`);
    await expect(reopen()).rejects.toThrow('is an older copy');
  });

  /** The journal as it was made, without what was signed since. */
  async function makeAgain() {
    await rm(path);
    await makeJournal({ path, key: KEY });
  }
});

describe('a lost journal', () => {
  test('that is not there is refused with the way out, and not made', async () => {
    await expect(reopen()).rejects.toThrow(
      `the journal ${path} is missing, so it is unknown what this key has signed; restore the right journal at ${path}, or start once with --new-journal, which counts half of each limit as used for up to a day`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('is replaced by one that keeps the time of the loss, also after a restart', async () => {
    const journal = await reopen(new Date(AT));
    expect(journal.past()).toEqual({ entries: [], lostAt: AT });
    await journal.append(entry('a'));
    await journal.keep([entry('a')]);
    expect((await reopen()).past()).toEqual({ entries: [entry('a')], lostAt: AT });
  });

  test('that is damaged is kept beside the new one', async () => {
    await writeFile(path, 'rubbish', { mode: 0o600 });
    expect((await reopen(new Date(AT))).past()).toEqual({ entries: [], lostAt: AT });
    expect(await readFile(`${path}.unreadable-${AT}`, 'utf8')).toBe('rubbish');
  });

  test('is never begun anew in the place of a sound one', async () => {
    await written('a');
    await expect(reopen(new Date(AT))).rejects.toThrow('is sound; start without --new-journal');
    expect(names(await reopen())).toBe('a');
  });
});

describe('after a crash', () => {
  test('a last line that is torn anywhere was not given away: it is dropped, and writing goes on', async () => {
    await written('a', 'b');
    const height = await readFile(heightPath());
    await (await reopen()).append(entry('c'));
    await opened.pop()!.close();
    const whole = await readFile(path, 'utf8');
    const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let end = lastLine; end < whole.length; end += 1) {
      await writeFile(path, whole.slice(0, end));
      await writeFile(heightPath(), height);
      const journal = await reopen();
      // Without its line end alone it is whole.
      const kept = end === whole.length - 1 ? 'a,b,c' : 'a,b';
      expect(names(journal)).toBe(kept);
      await journal.append(entry('d'));
      expect(names(await reopen())).toBe(`${kept},d`);
      await opened.pop()!.close();
    }
  });

  test.each([
    ['zeros', '\0'.repeat(100)],
    ['zeros and a line end', `${'\0'.repeat(100)}\n`],
    ['a line of other bytes', 'deadbeef {"at":\n'],
  ])('a page of %s at the end, which was never synced, is dropped', async (_, tail) => {
    await written('a', 'b');
    await appendFile(path, tail);
    expect(names(await reopen())).toBe('a,b');
  });

  test('damage anywhere else is refused, with its line', async () => {
    const whole = await written('a', 'b', 'c');
    const [head, a, b] = whole.split('\n').map((line) => line.length + 1);
    const spoiled = async (at: number) => {
      await writeFile(path, `${whole.slice(0, at)}#${whole.slice(at + 1)}`);
      return reopen();
    };
    for (const at of [0, 20, head! - 1])
      await expect(spoiled(at)).rejects.toThrow(
        'its first line is not the header of a journal; restore the right journal',
      );
    for (const [line, at] of [
      [2, head!],
      [2, head! + a! - 2],
      [2, head! + a! - 1],
      [3, head! + a! + 30],
      [3, head! + a! + b! - 2],
    ] as const)
      await expect(spoiled(at)).rejects.toThrow(`its line ${line} is damaged`);
  });

  test('a journal without a head, or without end, is refused', async () => {
    await writeFile(path, '', { mode: 0o600 });
    await expect(reopen()).rejects.toThrow('its first line is not the header of a journal');
    await truncate(path, 256 * 1024 * 1024 + 1);
    await expect(reopen()).rejects.toThrow('it has 268435457 bytes');
  });

  test('a draft of a journal that was being replaced is no trouble', async () => {
    await written('a');
    await writeFile(`${path}.next`, 'half a jour');
    expect(names(await reopen())).toBe('a');
  });

  /** A process that writes until it is killed, and what it told. */
  async function writer(program: string): Promise<{ child: ChildProcess; told: string[] }> {
    const child = fork(program, [path, KEY], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const told: string[] = [];
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await once(child, 'message')).toContain('open');
    child.on('message', (txid: string) => told.push(txid));
    return { child, told };
  }

  /** From the second on, a process opens what a killed one left. */
  const ROUNDS = 1 + rounds(6);

  test('kill -9 in the middle of writing loses nothing that was told, and the next process opens it', async () => {
    await makeJournal({ path, key: KEY });
    const source = fileURLToPath(new URL('../support/journal-writer.ts', import.meta.url));
    const program = await bundledProgram(source, folder);
    const told: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = await writer(program);
      await vi.waitUntil(() => running.told.length > 50 * round, { timeout: 60_000 });
      await expect(openJournal({ path, key: KEY }, { renew: null })).rejects.toThrow(
        `journal ${path} is in use by process ${running.child.pid}`,
      );
      running.child.kill('SIGKILL');
      await once(running.child, 'close');
      told.push(...running.told);
      const kept = (await reopen()).past().entries.map(({ txid }) => txid);
      await opened.pop()!.close();
      expect(told.filter((txid) => !kept.includes(txid))).toEqual([]);
      // At most one in each round was written and not told, or torn.
      expect(kept.length).toBeLessThanOrEqual(told.length + round + 1);
    }
    expect(told.length).toBeGreaterThan(50 * (ROUNDS - 1));
  }, 180_000);
});

describe('writing', () => {
  test('is over only once the disk has it', async () => {
    await written();
    const journal = await reopen();
    const handles = await fileHandles();
    let synced = () => {};
    const datasync = vi.spyOn(handles, 'datasync').mockImplementation(
      () =>
        new Promise<void>((resolve) => {
          synced = resolve;
        }),
    );
    let isWritten = false;
    const writing = journal.append(entry('a')).then(() => {
      isWritten = true;
    });
    await vi.waitUntil(() => datasync.mock.calls.length === 1);
    expect(await readFile(path, 'utf8')).toContain('"txid":"a"');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isWritten).toBe(false);
    synced();
    await writing;
  });

  test('a whole new file syncs the file before it gets its name, and the name after', async () => {
    await written('a', 'b');
    const journal = await reopen();
    const handles = await fileHandles();
    const original = handles.sync;
    const seen: string[] = [];
    vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      const { size } = await stat(path);
      seen.push(`${(await this.stat()).isDirectory() ? 'directory' : 'file'} at ${size}`);
      return original.call(this);
    });
    const before = (await stat(path)).size;
    await journal.keep([]);
    expect(seen).toEqual([`file at ${before}`, `directory at ${(await stat(path)).size}`]);
  });

  test('that fails in the middle counts nothing, and the next one puts the file right', async () => {
    await written('a');
    const journal = await reopen();
    const handles = await fileHandles();
    const original = handles.appendFile;
    vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (this: FileHandle, text) {
      await original.call(this, String(text).slice(0, 30));
      throw new Error('ENOSPC: no space left on device');
    });
    await expect(journal.append(entry('b'))).rejects.toMatchObject({
      code: 'unavailable',
      detail: `the journal ${path} cannot be written: ENOSPC: no space left on device`,
    });
    expect(names(journal)).toBe('a');
    await journal.append(entry('c'));
    expect(names(await reopen())).toBe('a,c');
  });

  test('that cannot be synced counts nothing: the entry is written anew', async () => {
    await written();
    const journal = await reopen();
    const handles = await fileHandles();
    vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('EIO'));
    await expect(journal.append(entry('a'))).rejects.toMatchObject({ code: 'unavailable' });
    await journal.append(entry('b'));
    expect(names(await reopen())).toBe('b');
  });

  test('stops when somebody else writes, replaces or removes the file', async () => {
    const changes: Record<string, () => Promise<unknown>> = {
      writes: () => appendFile(path, 'x'),
      shortens: () => truncate(path, 10),
      removes: () => rm(path),
      async replaces() {
        await copyFile(path, `${path}.copy`);
        await rename(`${path}.copy`, path);
      },
    };
    await written('a');
    for (const [how, change] of Object.entries(changes)) {
      await rm(path, { force: true });
      await rm(heightPath());
      await makeJournal({ path, key: KEY });
      const journal = await reopen();
      await change();
      await expect(journal.append(entry('b')), how).rejects.toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining('was changed by another process'),
      });
      await expect(journal.keep([]), how).rejects.toMatchObject({ code: 'unavailable' });
    }
  });
});
