import { afterAll, beforeAll, describe } from 'vitest';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { planRules } from '../../server/test/store/contract/plans.ts';
import { openTestDatabase } from '../real/test-database.ts';

const database = await openTestDatabase();

// In a process of its own: one prepares only so many statements, and these rules are about prepared ones.
describe.runIf(database)('on PostgreSQL', () => {
  let opened: ReturnType<typeof openPostgres>;
  beforeAll(async () => {
    opened = openPostgres(database!.url, { poolSize: 20 });
    await migrate(opened.db);
  });
  afterAll(async () => {
    await opened?.close();
    await database?.drop();
  });
  planRules(() => opened.db);
});
