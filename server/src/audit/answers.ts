import { sql } from 'kysely';
import type { Check } from './check.ts';
import type { Suspicion } from './finding.ts';

interface Row {
  readonly key: string;
  /** A trade that it says it made, and that is not stored. null: all are. */
  readonly missing: string | null;
}

/** Stored answers of submits: what each one names as made is there. */
export const answerCheck: Check<Row> = {
  what: 'answers of submits',
  async read(db, range) {
    const rows =
      'keys' in range ? sql`s.key = any(${range.keys}::text[])` : sql`s.key > ${range.after ?? ''}`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: answers } = await sql<Row>`
      select s.key, (
          select t from unnest(s.trade_ids) t where not exists (select from listings where id = t::uuid)
            and not exists (select from purchases where id = t::uuid)
            and not exists (select from offers where id = t::uuid)
            and not exists (select from collection_offers where id = t::uuid)
            and not exists (select from fill_attempts where id = t::uuid) limit 1) as missing
      from submissions s where ${rows} order by s.key ${end}`.execute(db);
    return answers;
  },
  keyOf: ({ key }) => key,
  examine: async (_, rows) =>
    rows.flatMap(({ key, missing }): Suspicion[] => {
      if (missing === null) return [];
      const message = `it made the trade ${missing}, which is not stored`;
      return [{ key, code: 'answer_differs', subject: `the answer of submit ${key}`, message }];
    }),
};
