/**
 * Runs tests of devnode, unless nothing that they read has changed since they last passed on this machine:
 *
 *   npx tsx scripts/devnode.ts unit npm test -w devnode
 *   npx tsx scripts/devnode.ts --edited    # after `npm test`: the unit tests, if files of devnode are edited
 *
 * `CI_ALL=1` runs them in any case. What passed is kept in `$ORDBOOK_CACHE/devnode-passed`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeParts } from '../stack/real/parts.ts';
import { CACHE } from './fetch/part.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Where the reading begins; files that these import are followed. */
const STARTS = ['devnode', 'scripts/bundle-devnode.ts', 'package-lock.json', 'tsconfig.json'];

const LEFT_OUT = new Set(['node_modules', 'dist']);

/** Every file at or below a path, in one order on every machine. */
function filesAt(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path)).filter((name) => !LEFT_OUT.has(name));
  return names.sort().flatMap((name) => filesAt(`${path}/${name}`));
}

/** Every file that the tests of devnode read. */
function filesRead(): readonly string[] {
  const files = new Set(STARTS.flatMap(filesAt));
  for (const file of files) {
    if (!/\.[jt]s$/.test(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
      files.add(join(dirname(file), path!));
  }
  return [...files].sort();
}

/** The hash of all that decides how the tests of devnode end: files, Node and the real programs. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version).update(describeParts().join('\n'));
  for (const file of filesRead()) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function lastPassed(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function run(command: readonly string[]): void {
  const { status } = spawnSync(command[0]!, command.slice(1), { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const say = (sentence: string) => process.stdout.write(`devnode: ${sentence}\n`);

/** Files of devnode are as committed, or git cannot tell. */
function asCommitted(): boolean {
  try {
    return (
      execFileSync('git', ['status', '--porcelain', 'devnode'], { cwd: ROOT, stdio: 'pipe' }).length === 0
    );
  } catch {
    return true;
  }
}

const [suite = '--edited', ...command] = process.argv.slice(2);
if (suite === '--edited') {
  if (asCommitted())
    say('its files are as committed, so its tests did not run; npm test -w devnode runs them.');
  else run(['npm', 'test', '-w', 'devnode']);
} else {
  const file = join(CACHE, 'devnode-passed', suite);
  const now = fingerprint();
  if (lastPassed(file) === now && process.env['CI_ALL'] !== '1')
    say(`${suite}: unchanged since it last passed here; CI_ALL=1 runs it.`);
  else {
    run(command);
    mkdirSync(join(CACHE, 'devnode-passed'), { recursive: true });
    writeFileSync(file, now);
  }
}
