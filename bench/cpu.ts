/** Processor time of processes, from /proc: seconds, with that of their children that have ended. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../server/src/store/port.ts';

/** Ticks of `/proc/PID/stat` in a second. */
const TICKS = 100;

const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');

/** 0 for a process that is gone. */
export function cpuSeconds(pids: readonly number[]): number {
  const of = (pid: number) => {
    try {
      // utime, stime, cutime, cstime
      return (
        statOf(pid)
          .slice(11, 15)
          .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
      );
    } catch {
      return 0;
    }
  };
  return pids.reduce((sum, pid) => sum + of(pid), 0);
}

/** Of the server that a database is on, and of all its processes so far. */
export async function serverCpuSeconds(db: Database): Promise<number> {
  return cpuSeconds(await serverProcesses(db));
}

async function serverProcesses(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const parent = Number(statOf(rows[0]!.pid)[1]);
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  return [parent, ...children];
}
