import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Lock files that this process holds: its own pid says nothing about them. */
const held = new Set<string>();

/**
 * Takes a lock file and returns its release. `what` names what it guards, in errors. Throws when a living process holds it; takes
 * over from a dead one.
 */
export function takeLock(file: string, what: string): () => void {
  if (held.has(file)) throw new Error(`${what} is already open in this process`);
  const own = `${process.pid} ${startOf(process.pid) ?? ''}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    // A link appears complete or not at all: nobody reads a half-written lock.
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

/** Removes the lock of a dead process; throws when its process lives. */
function removeStale(file: string, what: string): void {
  const content = readFileSync(file, 'utf8');
  const [pid, started] = content.trim().split(' ');
  if (isAlive(Number(pid), started)) {
    throw new Error(`${what} is in use by process ${pid} (lock file ${file})`);
  }
  // Two processes may find the same stale lock: who renames it checks that it renamed that one, not the other's fresh one.
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
  // After a reboot the pid may be someone else's.
  return start === null || started === undefined || start === started;
}

/** When a process started, in clock ticks since boot; null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
