import { bundle, type ConsoleName } from './bundle.ts';
import type { ConsoleFiles } from './files.ts';

export type { ConsoleFile, ConsoleFiles } from './files.ts';

const built = new Map<ConsoleName, Promise<ConsoleFiles>>();

function filesOf(name: ConsoleName): Promise<ConsoleFiles> {
  const kept = built.get(name);
  if (kept) return kept;
  const building = bundle(name).catch((error: unknown) => {
    built.delete(name);
    throw error;
  });
  built.set(name, building);
  return building;
}

/**
 * The console, built from this folder when it is first asked for, and kept in this process. Throws an Error
 * with the messages of the compiler when the source is wrong; the next call then builds again.
 */
export function consoleFiles(): Promise<ConsoleFiles> {
  return filesOf('market');
}

/** As `consoleFiles`, for the operator's console. */
export function operatorFiles(): Promise<ConsoleFiles> {
  return filesOf('operator');
}
