import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '../../../src/store/database/advisory-locks.ts';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));

test('no two purposes share an advisory lock, and no other file has a number of its own', () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
  const others = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|sql)$/.test(path) && !path.endsWith('advisory-locks.ts'))
    .flatMap((path) =>
      [...readFileSync(join(SOURCE, path), 'utf8').matchAll(/7_?263_?0\d\d/g)].map(([text]) => ({
        path,
        text,
      })),
    );
  expect(others).toEqual([]);
});
