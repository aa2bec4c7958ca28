import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readMigrations } from '../../src/store/database/migrate.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

test('docs/growth.md says of every table what a member makes it hold', async () => {
  const migrations = (await readMigrations()).map(({ text }) => text).join('\n');
  const named = (pattern: RegExp) => [...migrations.matchAll(pattern)].map(([, table]) => table!);
  const dropped = new Set(named(/^drop table (\w+);/gm));
  const made = named(/^create (?:unlogged )?table (\w+) \(/gm).filter((table) => !dropped.has(table));
  const [, section] = readFileSync(`${ROOT}docs/growth.md`, 'utf8').split('## What a member can store');
  const told = [...section!.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, tables]) =>
    [...tables!.matchAll(/`(\w+)`(?! of the kind)/g)].map(([, table]) => table!),
  );
  expect(told.filter((table) => table !== 'seller_counter').sort()).toEqual(made.sort());
});
