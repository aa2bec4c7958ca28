import { afterAll, describe } from 'vitest';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { storeContract } from '../../server/test/store/contract/contract.ts';
import { postgresRules } from '../../server/test/store/contract/postgres.ts';
import { openTestDatabase } from '../real/test-database.ts';

const database = await openTestDatabase();

describe.runIf(database)('on PostgreSQL', () => {
  afterAll(() => database?.drop());
  storeContract(async () => {
    const opened = openPostgres(database!.url, { poolSize: 20 });
    await migrate(opened.db);
    return opened;
  });
  postgresRules(() => database!.url);
});
