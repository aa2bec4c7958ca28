import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '../../server/src/composition/check/database.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { withClient } from '../real/postgres.ts';
import { openTestDatabase } from '../real/test-database.ts';

const database = await openTestDatabase();
const ROLE = `lesser_${process.pid}`;
const OTHERS = {
  chain: { blockHash: async () => null },
  signer: { publicKeys: () => Promise.reject(new Error('not asked')) },
};

/** The findings for a URL, as `ordbook check` reports them. */
async function check(url: string) {
  const { db, close } = openPostgres(url);
  try {
    return await checkDatabase(
      readSettings({ NETWORK: 'regtest', DATABASE_URL: url }),
      async () => db,
      OTHERS,
    );
  } finally {
    await close();
  }
}

function changed(change: (url: URL) => void): string {
  const url = new URL(database!.url);
  change(url);
  return url.href;
}

describe.runIf(database)('`ordbook check` of a real PostgreSQL', () => {
  const asLesser = () =>
    changed((url) => {
      url.username = ROLE;
      url.password = 'lesser';
    });

  beforeAll(() =>
    withClient(database!.url, async (client) => {
      await client.query(`create role ${ROLE} login password 'lesser'`);
      await client.query('revoke create on schema public from public');
    }),
  );
  afterAll(async () => {
    await withClient(database!.url, async (client) => {
      await client.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
    });
    await database!.drop();
  });

  test('that is empty finds nothing for its owner, and the missing right of another role', async () => {
    expect(await check(database!.url)).toMatchObject([{ level: 'ok', is: expect.stringContaining('empty') }]);
    expect(await check(asLesser())).toMatchObject([
      { level: 'error', is: `the role ${ROLE} may not create tables in the schema public` },
    ]);
  });

  test('names the tables that a role may not use, and the grants that mend it', async () => {
    const { db, close } = openPostgres(database!.url);
    await migrate(db);
    await close();
    const [, tables] = await check(asLesser());
    expect(tables).toMatchObject({
      level: 'error',
      is: expect.stringMatching(new RegExp(`^the role ${ROLE} may not read and write \\w+, \\w+, \\w+ and`)),
    });
    await withClient(database!.url, async (client) => {
      await client.query(`grant usage, create on schema public to ${ROLE}`);
      await client.query(`grant all on all tables in schema public to ${ROLE}`);
    });
    expect(await check(asLesser())).toMatchObject([
      { level: 'ok' },
      { level: 'warning', is: expect.stringContaining('belong to another role') },
    ]);
  });

  test('says when there is no such database, or nothing responds', async () => {
    const none = changed((url) => {
      url.pathname = '/nowhere';
    });
    expect(await check(none)).toMatchObject([
      {
        level: 'error',
        is: expect.stringMatching(/: PostgreSQL does not have the database of DATABASE_URL/),
        mend: expect.stringContaining('createdb --owner ordbook nowhere'),
      },
    ]);
    expect(await check('postgres://ordbook@127.0.0.1:9,127.0.0.1:10/x')).toMatchObject([
      { is: expect.stringMatching(/^127.0.0.1:9\/x, 127.0.0.1:10\/x: nothing listens/) },
    ]);
    expect(await check('postgres://ordbook@127.0.0.1:9/x')).toMatchObject([
      {
        level: 'error',
        is: '127.0.0.1:9/x: nothing listens at the address of DATABASE_URL (ECONNREFUSED)',
      },
    ]);
  });
});
