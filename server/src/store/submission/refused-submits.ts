import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../port.ts';

/**
 * How often submits of this key were refused; in the transaction that stores what one makes. Until it ends,
 * no submit of this key is counted as refused, and no stop (`holdStops`) is made; both are waited for.
 */
export async function refusalsForStoring(db: Database, key: string): Promise<number> {
  const { rows } = await sql<{ refusals: number }>`
    select pg_advisory_xact_lock_shared(${sql.lit(ADVISORY_LOCKS.stop)}),
      ${lockedRefusals(key)} as refusals`.execute(db);
  return rows[0]!.refusals;
}

/** Waits for transactions that are storing what a submit of this key made. A retry counts twice. */
export async function countRefusal(db: Database, key: string, refusedAt: Date): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await sql`select ${lockedRefusals(key)}`.execute(transaction);
    await transaction
      .insertInto('refusedSubmits')
      .values({ key, refusals: 1, refusedAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          refusals: sql<number>`${ref('refusedSubmits.refusals')} + 1`,
          refusedAt,
        })),
      )
      .execute();
  });
}

/** Retry-safe. */
export async function deleteRefusalsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('refusedSubmits').where('refusedAt', '<', before).execute();
}

/** Waits until no other transaction has the lock of this key, takes it, and reads its refusals. */
function lockedRefusals(key: string) {
  return sql`locked_refusals(${sql.lit(ADVISORY_LOCKS.submit)}, ${key})`;
}
