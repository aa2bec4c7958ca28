/**
 * Shows that the tests hold the guards: removes one guard at a time in a copy of the tree and runs the tests
 * that are named with it, as `npm test` runs them. If they pass, the mutant survives and the exit code is 1.
 *
 *   npm run test:mutants -- scan bearer   only mutants whose file or guard contains one of the words
 *   npm run test:mutants -- --workers=1   one at a time, not two
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { MUTANTS } from './mutants/all.ts';
import type { Mutant } from './mutants/mutant.ts';
import { copyTree } from './mutants/tree.ts';

const ROOT = resolve(import.meta.dirname, '..');

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const workers = Number(process.argv.find((word) => word.startsWith('--workers='))?.split('=')[1] ?? 2);
const mutants = MUTANTS.filter(
  ({ file, guard }) => words.length === 0 || words.some((word) => `${file} ${guard}`.includes(word)),
);

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** What vitest said, for a run without a result. */
  readonly said: string;
}

async function run(tree: string, tests: readonly string[]): Promise<Outcome> {
  const report = join(tree, 'mutants-report.json');
  rmSync(report, { force: true });
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=json',
    `--outputFile=${report}`,
    '--bail=1',
  ];
  const said = await promisify(execFile)(process.execPath, [...args, '--maxWorkers=1', ...tests], {
    cwd: tree,
    maxBuffer: 2 ** 26,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  );
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, said };
  } catch {
    return { passed: 0, failed: 0, said };
  }
}

function mutated(text: string, { file, find, replace }: Mutant): string {
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(`${file} has ${parts.length - 1} times what a mutant looks for: ${find}`);
  return parts.join(replace);
}

/** Null when a test failed without the guard, else why that is not shown. */
async function surviving(tree: string, mutant: Mutant): Promise<string | null> {
  const path = join(tree, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, mutant));
  try {
    const { passed, failed, said } = await run(tree, mutant.tests);
    if (failed > 0) return null;
    return passed > 0 ? `${passed} tests pass without it` : `no test ran: ${said.slice(-2_000)}`;
  } finally {
    writeFileSync(path, text);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'ordbook-mutants-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

// Before anything runs: a source that changed is named at once.
for (const mutant of mutants) mutated(readFileSync(join(ROOT, mutant.file), 'utf8'), mutant);

const trees = Array.from({ length: workers }, (_, i) => join(folder, `tree-${i}`));
for (const tree of trees) copyTree(tree);

// A test that fails with all guards in place shows nothing.
const { passed, failed, said } = await run(trees[0]!, [...new Set(mutants.flatMap(({ tests }) => tests))]);
if (failed > 0 || passed === 0) {
  process.stdout.write(
    `${said}\nthe tests fail with every guard in place (${failed} of ${failed + passed})\n`,
  );
  process.exit(1);
}

const waiting = [...mutants];
const survivors: string[] = [];
async function work(tree: string): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const why = await surviving(tree, mutant);
    const line = `${why === null ? 'killed  ' : 'SURVIVES'} ${mutant.file}: ${mutant.guard}${why === null ? '' : `; ${why}`}`;
    process.stdout.write(`${line}\n`);
    if (why !== null) survivors.push(line);
  }
}
await Promise.all(trees.map(work));
process.stdout.write(`${mutants.length - survivors.length} of ${mutants.length} mutants killed\n`);
process.exit(survivors.length === 0 ? 0 : 1);
