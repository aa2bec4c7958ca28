import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyBlocks } from '../../server/src/follower/apply-blocks.ts';
import { insertBlocks } from '../../server/src/store/chain/blocks.ts';
import { inscriptionsByIds } from '../../server/src/store/chain/inscriptions.ts';
import { migrate } from '../../server/src/store/database/migrate.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { blocksAheadRules, context, moving } from '../../server/test/follower/blocks-ahead.ts';
import { idOf, makeInscriptions, NOW, txidOf } from '../../server/test/store/contract/rows.ts';
import { emptyDatabase } from '../../server/test/support/database.ts';
import { openTestDatabase } from '../real/test-database.ts';

const database = await openTestDatabase();

describe.runIf(database)('on PostgreSQL, blocks on top of blocks that are being stored', () => {
  const { db, close } = openPostgres(database?.url ?? '', { poolSize: 8 });
  beforeAll(() => migrate(db));
  beforeEach(() => emptyDatabase(db));
  afterAll(async () => {
    await close();
    await database?.drop();
  });
  blocksAheadRules(() => db, true);

  test('are looked up before the blocks below them are committed, and know what those move', async () => {
    await insertBlocks(db, [{ height: 100, hash: '100', blockTime: NOW }]);
    await makeInscriptions(db, [{ number: 1 }, { number: 2 }]);
    const ctx = context(db);
    const second = [moving(102, ['1 moved', '2'])];
    // rows that the first block changes: its transaction waits, and has the lock of all places
    const holding = db.transaction().execute(async (transaction) => {
      await sql`select from locations for update`.execute(transaction);
      await sleep(500);
    });
    await sleep(100);
    const ahead = await applyBlocks(ctx, [moving(101, ['1'])], { next: Promise.resolve(second) });
    await holding;
    const moved = await ahead!.moved;
    const rows = ['1 moved moved', '2 moved'].map(txidOf);
    expect(moved!.hops.map(({ to }) => to.txid)).toEqual(rows);
    await applyBlocks(ctx, second, { ahead });
    expect((await inscriptionsByIds(db, [1, 2].map(idOf))).map((row) => row!.txid)).toEqual(rows);
  });
});
