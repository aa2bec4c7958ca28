/**
 * What the tests need and npm does not install: where it is kept, and how one run of several fetches it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { openWork, type Work } from './work.ts';

/** Where the fetched parts are. */
export const CACHE = process.env['ORDBOOK_CACHE'] ?? join(homedir(), '.cache', 'ordbook');

export interface Part {
  /** As in `npx tsx scripts/fetch.ts ord`. */
  readonly name: string;
  /** What the stack suite calls it. */
  readonly title: string;
  /** The variable that names one that you have. */
  readonly setting?: string;
  /** Its folder in the cache; `*` stands for a version that only its source knows. */
  readonly kept: string;
  /** The program in that folder; missing when the folder itself is what tests use. */
  readonly program?: string;
  /** The argument with which the program prints its version. */
  readonly version?: string;
  /** A file that the folder has. */
  readonly proof?: string;
  /** The programs with which it is made. */
  readonly needs: readonly string[];
  /** Made in its place, because it contains its own path. */
  readonly inPlace?: true;
  /** Makes it in a folder; returns, if `kept` has a `*`, the name that this folder gets in the cache. */
  readonly make: (work: Work) => unknown;
}

/** The newest one in the cache: the path of its program or folder; undefined when there is none. */
export function cached(part: Part): string | undefined {
  const name = new RegExp(`^${part.kept.replaceAll('.', '\\.').replace('*', '.*')}$`);
  const folders = existsSync(CACHE) ? readdirSync(CACHE).filter((folder) => name.test(folder)) : [];
  const newest = folders.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined || existsSync(join(CACHE, newest, '.unfinished'))) return undefined;
  const path = join(CACHE, newest, part.program ?? '');
  return isExecutable(path) ? path : undefined;
}

/**
 * The path of a part: what its setting names, else what is in the cache, else what is fetched now. Throws when it
 * cannot be had; the next call tries again.
 */
export function fetchPart(part: Part): string {
  const given = part.setting && process.env[part.setting];
  if (given && !isExecutable(given)) throw new Error(`${part.setting}=${given} is not an executable file`);
  return given || cached(part) || underLock(part);
}

/**
 * Makes a part in the cache, when no other run does. What a killed run left is removed. Run with the lock of
 * `underLock`, which the system frees when the programs of a killed run have ended.
 */
export function makePart(part: Part): string {
  const found = cached(part);
  if (found) return found;
  const missing = part.needs.filter((tool) => !hasProgram(tool));
  if (missing.length > 0) throw new Error(`it is made with ${missing.join(', ')}; install that`);
  const begun = `fetching-${part.kept.replaceAll('*', '')}.`;
  mkdirSync(CACHE, { recursive: true });
  for (const left of readdirSync(CACHE)) if (left.startsWith(begun)) remove(join(CACHE, left));
  const folder = part.inPlace ? join(CACHE, part.kept) : mkdtempSync(join(CACHE, begun));
  if (part.inPlace) {
    remove(folder);
    mkdirSync(folder);
    writeFileSync(join(folder, '.unfinished'), '');
  }
  try {
    const made = part.make(openWork(part.name, folder));
    const kept = typeof made === 'string' ? made : part.kept;
    if (part.inPlace) remove(join(folder, '.unfinished'));
    else keepAs(folder, join(CACHE, kept));
  } catch (error) {
    remove(folder);
    throw error;
  }
  return cached(part) ?? fail(`${part.program ?? 'its folder'} is not there after it was made`);
}

/** Makes a part in a process of its own that holds the lock. Without flock, as on macOS, two runs fetch twice. */
function underLock(part: Part): string {
  if (!hasProgram('flock')) return makePart(part);
  mkdirSync(join(CACHE, 'locks'), { recursive: true });
  const lock = join(CACHE, 'locks', part.kept.replaceAll('*', ''));
  if (spawnSync('flock', ['--nonblock', lock, 'true']).status !== 0)
    process.stderr.write(`fetch ${part.name}: waiting for another run, which fetches it now\n`);
  const itself = [process.execPath, ...process.execArgv, process.argv[1]!, '--locked', part.name];
  const { status, stdout } = spawnSync('flock', [lock, ...itself], { stdio: ['ignore', 'pipe', 'inherit'] });
  return status === 0 ? stdout.toString().trim() : fail('it was not fetched');
}

/** Of two runs without a lock, the first to end stays. */
function keepAs(folder: string, target: string): void {
  execFileSync('chmod', ['755', folder]);
  try {
    renameSync(folder, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    remove(folder);
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasProgram(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), join(homedir(), '.cargo', 'bin')];
  return folders.some((folder) => folder !== '' && isExecutable(join(folder, basename(name))));
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
