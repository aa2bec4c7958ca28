import { insertBlocks } from '../../../src/store/chain/blocks.ts';
import { migrate } from '../../../src/store/database/migrate.ts';
import { openPglite } from '../../../src/store/database/pglite.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';

/** Opens a data directory, commits block 1, writes block 2 in a transaction, and waits there to be killed. */
const { db } = await openPglite({ dataDir: process.argv[2]! });
await migrate(db);
const blockTime = new Date();
await insertBlocks(db, [{ height: 1, hash: 'committed', blockTime }]);
await inTransaction(db, async (transaction) => {
  await insertBlocks(transaction, [{ height: 2, hash: 'open', blockTime }]);
  process.send!('in mid-transaction');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});
