import { sql } from 'kysely';
import type { Check } from './check.ts';

interface Row {
  readonly key: string;
  /** A trade that it says it made, and that is not stored. null: all are. */
  readonly missing: string | null;
  /** Its answer names none of the transactions and trades that it made. */
  readonly isForeign: boolean;
}

/** Stored answers of submits: what a repeated submit is told was made, and is there. */
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
            and not exists (select from fill_attempts where id = t::uuid) limit 1) as missing,
        cardinality(s.trade_ids) > 0 and not exists (
          select from unnest(s.trade_ids || s.txids) made where position(made in s.answer::text) > 0) as is_foreign
      from submissions s where ${rows} order by s.key ${end}`.execute(db);
    return answers;
  },
  keyOf: ({ key }) => key,
  examine: async (_, rows) =>
    rows.flatMap(({ key, missing, isForeign }) => {
      const about = { key, code: 'answer_differs' as const, subject: `the answer of submit ${key}` };
      return [
        ...(missing === null
          ? []
          : [{ ...about, message: `it made the trade ${missing}, which is not stored` }]),
        ...(isForeign
          ? [{ ...about, message: 'it names neither a trade nor a transaction that it made' }]
          : []),
      ];
    }),
};
