import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Lock files held by this process: their pid is ours, so the pid cannot show whether they are stale. */
const held = new Set<string>();

/**
 * Takes a lock file and returns a function that releases it. `what` names the guarded thing in errors. Throws
 * an Error when a running process holds the lock; replaces the lock of a dead process.
 */
export function takeLock(file: string, what: string): () => void {
  if (held.has(file)) throw new Error(`${what} is already open in this process`);
  const own = `${process.pid} ${startOf(process.pid) ?? ''}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    // a link appears complete or not at all, so nobody reads a half-written lock
    if (!tryLink(draft, file)) {
      removeStale(file, what);
      if (!tryLink(draft, file)) throw new Error(`${what} was just opened by another process`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  held.add(file);
  return () => {
    if (held.delete(file)) rmSync(file, { force: true });
  };
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a dead process. Throws an Error when the process is running. */
function removeStale(file: string, what: string): void {
  const content = readFileSync(file, 'utf8');
  const [pid, started] = content.trim().split(' ');
  if (isAlive(Number(pid), started)) {
    throw new Error(`${what} is in use by process ${pid} (lock file ${file}); stop that process first`);
  }
  // two processes may find the same stale lock: check that the renamed file is the stale one, not the other's
  // new lock
  const aside = `${file}.stale.${process.pid}`;
  renameSync(file, aside);
  const fresh = readFileSync(aside, 'utf8') !== content;
  if (fresh) tryLink(aside, file);
  rmSync(aside, { force: true });
  if (fresh) throw new Error(`${what} was just opened by another process`);
}

function isAlive(pid: number, started: string | undefined): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const start = startOf(pid);
  // after a reboot the pid may belong to another program
  return start === null || started === undefined || start === started;
}

/** When a process started, in clock ticks since boot; null on systems without /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
