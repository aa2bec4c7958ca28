/**
 * `npm run manual`: builds the manual, with the reference of the SDK, into `dist/manual`, or into the folder of the
 * first argument. Builds that begin meanwhile wait: they share the pages of the reference.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { writeReference } from './reference.ts';

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const reference = `${docs}/reference`;
const lock = fileURLToPath(new URL('../node_modules/.cache/manual.lock', import.meta.url));
/** A build that is older was ended in its middle. */
const MOST_MS = 10 * 60_000;

mkdirSync(fileURLToPath(new URL('../node_modules/.cache', import.meta.url)), { recursive: true });
while (!isLocked()) await sleep(500);
try {
  writeReference(reference);
  const [, , outDir] = process.argv;
  await build(docs, outDir === undefined ? {} : { outDir });
} finally {
  rmSync(reference, { recursive: true, force: true });
  rmSync(lock, { recursive: true, force: true });
}

/** Whether the lock is this process's now. */
function isLocked(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > MOST_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
