import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MIGRATIONS = `${ROOT}server/src/store/migrations/`;

test('docs/growth.md says of every table what a member makes it hold', () => {
  const migrations = readdirSync(MIGRATIONS)
    .map((name) => readFileSync(`${MIGRATIONS}${name}`, 'utf8'))
    .join('\n');
  const named = (pattern: RegExp) => [...migrations.matchAll(pattern)].map(([, table]) => table!);
  const dropped = new Set(named(/^drop table (\w+);/gm));
  const made = named(/^create (?:unlogged )?table (\w+) \(/gm).filter((table) => !dropped.has(table));
  const [, section] = readFileSync(`${ROOT}docs/growth.md`, 'utf8').split('## What a member can store');
  const told = [...section!.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, tables]) =>
    [...tables!.matchAll(/`(\w+)`(?! of the kind)/g)].map(([, table]) => table!),
  );
  expect(told.filter((table) => table !== 'seller_counter').sort()).toEqual(made.sort());
});
