import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAmong } from '../../../src/store/database/rows-by-id.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

const among = (values: readonly string[]) =>
  sql<{
    id: string;
  }>`select id from unnest(array['a', 'b', 'c']) as t (id) where ${isAmong('id', values, 'text')}`;

test('a list of any length finds what it names, and an empty one nothing', async () => {
  const others = (length: number) => Array.from({ length }, (_, i) => `other ${i}`);
  for (const length of [1, 2, 4, 5, 20, 21, 100]) {
    const { rows } = await among(['c', ...others(length - 1)]).execute(store.db);
    expect(rows, `${length} values`).toEqual([{ id: 'c' }]);
  }
  expect((await among([]).execute(store.db)).rows).toEqual([]);
});

test('lists of up to 20 make three statements', () => {
  const texts = Array.from({ length: 20 }, (_, i) => among(Array(i + 1).fill('a')).compile(store.db).sql);
  expect(new Set(texts).size).toBe(3);
});
