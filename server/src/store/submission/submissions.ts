import { type Insertable, sql } from 'kysely';
import { type Attempt, firstStop } from '../operation/stops.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';
import { judgementForStoring, type StoringJudgement } from './refused-submits.ts';

export type Submission = Omit<Insertable<Schema['submissions']>, 'answer'> & { readonly answer: object };

/** What a submit was answered, and the trades that it made. */
export interface Answered {
  readonly answer: unknown;
  readonly tradeIds: string[];
}

/**
 * What the submit with this key was answered; null: it stored nothing. And how often submits with the key
 * `unsigned` were refused, and what stops the attempt.
 */
export async function earlierSubmits(
  db: Database,
  key: string,
  unsigned: string,
  attempt: Attempt,
): Promise<StoringJudgement & { readonly answered: Answered | null }> {
  const { rows } = await sql<StoringJudgement & { answer: unknown; tradeIds: string[] | null }>`
    select s.answer, s.trade_ids, coalesce(r.refusals, 0) as refusals, ${firstStop(attempt)} as stop
    from (values (${key}, ${unsigned})) k (key, unsigned)
      left join submissions s on s.key = k.key left join refused_submits r on r.key = k.unsigned`.execute(db);
  const { answer, tradeIds, ...judgement } = rows[0]!;
  return { answered: tradeIds && { answer, tradeIds }, ...judgement };
}

/**
 * Judges as `judgementForStoring` and stores the answer, in the transaction that stores what the submit made:
 * roll it back when the judgement is against it, or the key is stored already (`isNew`: false).
 */
export async function insertSubmission(
  db: Database,
  { key, answer, txids, tradeIds, profileId, createdAt }: Submission,
  unsigned: string,
  attempt: Attempt,
): Promise<StoringJudgement & { readonly isNew: boolean }> {
  const { rows } = await sql<StoringJudgement & { isNew: boolean }>`
    with checked as materialized (select ${judgementForStoring(unsigned, attempt)}), stored as (
      insert into submissions (key, answer, txids, trade_ids, profile_id, created_at)
      select ${key}, ${JSON.stringify(answer)}::jsonb, ${txids}::text[], ${tradeIds}::text[],
        ${profileId}::uuid, ${createdAt}::timestamptz
      from checked on conflict do nothing returning key
    )
    select checked.*, exists (select from stored) as is_new from checked`.execute(db);
  return rows[0]!;
}

/**
 * Forgets a profile's submits that signed one of these transactions, unless that is of an offer of the
 * profile that is active or accepted, or of a fill that has not failed. Retry-safe.
 */
export async function forgetSubmissions(
  db: Database,
  profileId: string,
  txids: readonly string[],
): Promise<void> {
  await sql`
    delete from submissions s
    where s.profile_id = ${profileId}::uuid and s.txids && ${[...txids]}::text[] and exists (
      select from unnest(s.txids) t
      where t = any(${[...txids]}::text[]) and not exists (
        select from offers o
        where o.first_txid = t and o.buyer_profile_id = s.profile_id and o.state in ('active', 'accepted'))
        and not exists (
        select from fill_attempts f
        where f.settlement_txid = t and f.seller_profile_id = s.profile_id and f.state <> 'failed'))`.execute(
    db,
  );
}

/** Retry-safe. */
export async function deleteSubmissionsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('submissions').where('createdAt', '<', before).execute();
}
