/** What must outlive the process: pinned keys, open signatures, and what was spent. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { SafetyStorage } from '@ordbook/client';

/**
 * One value per key, in a file that is replaced as a whole. A value is on the disk when `set` resolves. The
 * file belongs to this process until it ends: two that spend would each count against a limit of its own.
 * Throws an Error when another process has it.
 */
export async function openStateFile(file: string): Promise<SafetyStorage> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  claim(file);
  const values = new Map<string, string>(Object.entries(await read(file)));
  let last: Promise<unknown> = Promise.resolve();
  return {
    get: async (key) => values.get(key) ?? null,
    set(key, value) {
      values.set(key, value);
      const written = last.then(() => write(file, Object.fromEntries(values)));
      last = written.catch(() => undefined);
      return written;
    },
  };
}

async function read(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const state: unknown = JSON.parse(text);
  if (typeof state !== 'object' || state === null || Array.isArray(state))
    throw new Error(`STATE_FILE: ${file} is not a state file; move it away`);
  return state as Record<string, string>;
}

async function write(file: string, values: Record<string, string>): Promise<void> {
  const draft = `${file}.draft`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(values));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

/** Locks that this process holds. */
const held = new Set<string>();

/** Makes the lock of a file. One that a dead process left is replaced. */
function claim(file: string): void {
  const lock = `${file}.lock`;
  const own = `${process.pid} ${hostname()}`;
  const take = () => {
    try {
      writeFileSync(lock, own, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return readFileSync(lock, 'utf8');
  };
  const holder = take();
  if (holder !== own || held.has(lock)) {
    if (held.has(lock) || isAlive(holder)) throw inUse(file, holder);
    rmSync(lock, { force: true });
    const next = take();
    if (next !== own) throw inUse(file, next);
  }
  held.add(lock);
  process.on('exit', () => rmSync(lock, { force: true }));
}

/** Of another machine, such as another container, nobody can tell: it counts as alive. */
function isAlive(holder: string): boolean {
  const [pid, host] = holder.split(' ');
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(file: string, holder: string): Error {
  const [pid, host] = holder.split(' ');
  return new Error(
    `STATE_FILE: the agent of process ${pid} on ${host} uses ${file}. End it, or give this one a file, and with it limits, of its own; if that agent does not run any more, remove ${file}.lock`,
  );
}
