import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test.each([
  ['NUL in text', () => sql`select ${'a\u0000'}::text`],
  ['NUL in JSON', () => sql`select ${JSON.stringify({ a: '\u0000' })}::jsonb`],
  ['half a surrogate pair in JSON', () => sql`select ${JSON.stringify({ a: '\ud800' })}::jsonb`],
])('%s is refused as malformed, not a bug', async (_, query) => {
  await expect(query().execute(database.db)).rejects.toMatchObject({ name: 'Refusal', code: 'malformed' });
});

test('other errors of PostgreSQL stay bugs', async () => {
  await expect(sql`select ${'x'}::uuid`.execute(database.db)).rejects.toMatchObject({ code: '22P02' });
});
