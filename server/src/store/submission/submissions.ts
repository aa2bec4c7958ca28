import { type Insertable, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export type Submission = Omit<Insertable<Schema['submissions']>, 'answer'> & { readonly answer: object };

/** What the submit with this key was answered, and the trades that it made. null: it stored nothing. */
export async function answerOf(
  db: Database,
  key: string,
): Promise<{ readonly answer: unknown; readonly tradeIds: string[] } | null> {
  const row = await db
    .selectFrom('submissions')
    .select(['answer', 'tradeIds'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Run it in the transaction that stores what the submit made. Returns false when the key is stored already.
 */
export async function insertSubmission(db: Database, submission: Submission): Promise<boolean> {
  const inserted = await db
    .insertInto('submissions')
    .values({ ...submission, answer: JSON.stringify(submission.answer) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Forgets a profile's submits that signed one of these transactions. Retry-safe. */
export async function forgetSubmissions(
  db: Database,
  profileId: string,
  txids: readonly string[],
): Promise<void> {
  await sql`
    delete from submissions where profile_id = ${profileId}::uuid and txids && ${[...txids]}::text[]`.execute(
    db,
  );
}

/** Retry-safe. */
export async function deleteSubmissionsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('submissions').where('createdAt', '<', before).execute();
}
