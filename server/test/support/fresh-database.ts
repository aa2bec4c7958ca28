import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../src/store/port.ts';
import { emptyDatabase, openTestDatabase, type TestDatabase } from './database.ts';

/** A database in memory for the tests of the file or block that calls this, empty before each. `db` is there in tests and hooks. */
export function freshDatabase(): { readonly db: Database } {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());
  beforeEach(() => emptyDatabase(opened.db));
  return {
    get db() {
      return opened.db;
    },
  };
}
