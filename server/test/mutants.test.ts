import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from '../../scripts/mutants/all.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('each mutant removes a guard that the source has once, and names tests that exist', () => {
  const stale = MUTANTS.filter(({ file, find, tests }) => {
    const found = readFileSync(`${ROOT}${file}`, 'utf8').split(find).length - 1;
    return found !== 1 || !tests.every((path) => existsSync(`${ROOT}${path}`));
  });
  expect(stale.map(({ file, guard }) => `${file}: ${guard}`)).toEqual([]);
});
