import { type RawBuilder, sql } from 'kysely';
import type { Check } from './check.ts';
import type { Suspicion } from './finding.ts';

interface Row {
  readonly key: string;
  /** A trade that it says it made, and that is not stored. null: all are. */
  readonly missing: string | null;
  /** It names its trades, and what it names is stored: trades, sales and their transactions. */
  readonly isAsStored: boolean;
}

/** Stored answers of submits: what each one names is there, and of its trades. */
export const answerCheck: Check<Row> = {
  what: 'answers of submits',
  async read(db, range) {
    const rows =
      'keys' in range ? sql`s.key = any(${range.keys}::text[])` : sql`s.key > ${range.after ?? ''}`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: answers } = await sql<Row>`
      select s.key, (
          select t from unnest(s.trade_ids) t where not ${isTrade(sql`t`)} limit 1) as missing,
        cardinality(s.trade_ids) > 0
        and not exists (
          select from regexp_matches(s.answer::text, '"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', 'g') m (id)
          where not ${isTrade(sql`m.id[1]`)} and not exists (select from sales where id = m.id[1]::uuid))
        and not exists (
          select from unnest(s.trade_ids) t where position(t in s.answer::text) = 0
            and not exists (select from purchases p where p.id = t::uuid
              and p.settlement_txid = s.answer ->> 'settlementTxid'))
        and not exists (
          select from unnest(s.trade_ids) t left join listings l on l.id = t::uuid
            left join offers o on o.id = t::uuid left join collection_offers c on c.id = t::uuid
            left join fill_attempts f on f.id = t::uuid left join offer_settlements a on a.offer_id = o.id
            left join purchases p on p.id = t::uuid
          where coalesce(p.buyer_profile_id, l.seller_profile_id, c.maker_profile_id, f.seller_profile_id,
              s.profile_id) <> s.profile_id
            or coalesce(f.settlement_txid, a.settlement_txid, s.answer ->> 'settlementTxid')
              <> coalesce(s.answer ->> 'settlementTxid', f.settlement_txid, a.settlement_txid)
            or coalesce(position(l.inscription_id in s.answer::text), 1) = 0
            or coalesce(position(c.funding_txid in s.answer::text), 1) = 0) as is_as_stored
      from submissions s where ${rows} order by s.key ${end}`.execute(db);
    return answers;
  },
  keyOf: ({ key }) => key,
  examine: async (_, rows) =>
    rows.flatMap(({ key, missing, isAsStored }): Suspicion[] => {
      const subject = `the answer of submit ${key}`;
      if (missing !== null) {
        const message = `it made the trade ${missing}, which is not stored`;
        return [{ key, code: 'answer_differs', subject, message }];
      }
      if (isAsStored) return [];
      const message = 'what it says is not what is stored of its trades';
      return [{ key, code: 'answer_differs', subject, message }];
    }),
};

/** SQL: the id is of a stored trade. */
const isTrade = (id: RawBuilder<unknown>) => sql`(
  exists (select from listings where id = ${id}::uuid) or exists (select from purchases where id = ${id}::uuid)
  or exists (select from offers where id = ${id}::uuid) or exists (select from collection_offers where id = ${id}::uuid)
  or exists (select from fill_attempts where id = ${id}::uuid))`;
