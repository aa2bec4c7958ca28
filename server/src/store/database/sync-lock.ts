import { sql } from 'kysely';
import { storedTip } from '../chain/blocks.ts';
import type { Database } from '../port.ts';
import { inTransaction } from './transaction.ts';

/** Any number that nothing else locks. */
const ADVISORY_LOCK = 7_263_043;

/**
 * Whoever stores blocks, takes them back or says where inscriptions are takes turns with all others until its transaction ends. Run it
 * first in a transaction; what is read after it is as the one before left it.
 */
export async function lockPlaces(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db);
}

/**
 * Stores what is true as of the block `tipHash`: runs `work` in one transaction, in turn. Resolves to null, and nothing is stored, when
 * the stored tip is another block by then. Since inscriptions are stored in turns, their keys ascend in the order in which they are
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
      return tip?.hash === tipHash ? work(transaction) : null;
    },
    options,
  );
}
