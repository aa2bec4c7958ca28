/** What must outlive the process: pinned keys, open signatures, and what was spent. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SafetyStorage } from '@ordbook/client';

/** One value per key, in a file that is replaced as a whole. A value is on the disk when `set` resolves. */
export async function openStateFile(file: string): Promise<SafetyStorage> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
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
