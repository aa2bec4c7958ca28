import { expect, test } from 'vitest';
import { readMigrations } from '../../src/store/database/migrate.ts';

/** More need a reason in their commit. */
const MOST_TRIGGERS = 24;

const lines = (await readMigrations()).flatMap(({ text }) => text.split('\n'));
/** The numbers of the lines that begin like this. */
const beginning = (start: string) => lines.flatMap((line, i) => (line.startsWith(start) ? [i] : []));
const commentAbove = (i: number) => {
  let first = i;
  while (lines[first - 1]?.startsWith('--')) first -= 1;
  return lines.slice(first, i).join('\n');
};

test('every table has a comment that says what it holds', () => {
  const without = beginning('create table ').filter((i) => commentAbove(i) === '');
  expect(without.map((i) => lines[i])).toEqual([]);
});

test('triggers are few, and a comment says who relies on each', () => {
  const triggers = beginning('create trigger ');
  expect(triggers.length).toBeLessThanOrEqual(MOST_TRIGGERS);
  // One comment is for those that follow each other.
  const without = triggers.filter((i) => {
    let first = i;
    while (!lines[first - 1]!.startsWith('--') && !lines[first - 1]!.startsWith('end $$')) first -= 1;
    return !commentAbove(first).includes('Relied on by');
  });
  expect(without.map((i) => lines[i])).toEqual([]);
});

test('a switch of the planner has its measured reason beside it', () => {
  const without = beginning('  set enable_').filter((i) => !commentAbove(i - 1).includes('Switches: '));
  expect(without.map((i) => lines[i - 1])).toEqual([]);
  expect(lines.filter((line) => line.includes('plan_cache_mode'))).toEqual([]);
});
