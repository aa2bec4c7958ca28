import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../../base/lock-file.ts';

/**
 * Takes the lock of a data directory, creates the directory when missing, and returns the lock's release.
 * PGlite has no lock of its own, and two processes on one directory destroy it. Throws when a living process
 * holds the lock; takes it over from a dead one.
 */
export function lockDataDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  return takeLock(join(directory, 'ordbook.lock'), `data directory ${directory}`);
}
