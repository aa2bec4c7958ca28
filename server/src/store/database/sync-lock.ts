import { sql } from 'kysely';
import { storedTip } from '../chain/blocks.ts';
import type { Database } from '../port.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { inTransaction } from './transaction.ts';

const ADVISORY_LOCK = ADVISORY_LOCKS.sync;

/**
 * Takes the lock of everything that stores blocks, rolls them back or updates inscription locations, until
 * the transaction ends. Run it first in a transaction. Reads after it see what the previous holder stored.
 */
export async function lockPlaces(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db);
}

/**
 * Stores what is true as of the block `tipHash` (null: before the first one is stored): runs `work` in one
 * transaction, under the lock. Resolves to null, and stores nothing, when the stored tip is another block by
 * then. Inscriptions are stored one caller at a time, so their keys ascend in the order in which they are
 * seen. Retry and `mayBeLost`: as `inTransaction`.
 */
export async function storeAt<T>(
  db: Database,
  tipHash: string | null,
  work: (db: Database) => Promise<T>,
  options: { readonly mayBeLost?: boolean } = {},
): Promise<T | null> {
  return inTransaction(
    db,
    async (transaction) => {
      await lockPlaces(transaction);
      const tip = await storedTip(transaction);
      return (tip?.hash ?? null) === tipHash ? work(transaction) : null;
    },
    options,
  );
}
