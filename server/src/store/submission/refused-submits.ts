import { type RawBuilder, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Attempt, type Stop, stopsForStoring } from '../operation/stops.ts';
import type { Database } from '../port.ts';

/** What decides whether a submit may still be stored. */
export interface StoringJudgement {
  /** How often submits of the key were refused. */
  readonly refusals: number;
  /** The first of what the operator has stopped. */
  readonly stop: Stop | null;
}

/**
 * SQL: the columns of what decides whether a submit may be stored, in the transaction that stores what it
 * makes. Until that ends, no submit of this key is counted as refused, and no stop (`holdStops`) is made;
 * both are waited for.
 */
export function judgementForStoring(key: string, attempt: Attempt): RawBuilder<unknown> {
  return sql`${lockedRefusals(key)} as refusals,
    (select to_jsonb(s) from ${stopsForStoring(attempt)} s limit 1) as stop`;
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
