import { sql } from 'kysely';

/**
 * SQL: do the traits of inscription `i` meet the target of collection offer `o`? It needs any value of each
 * group. Without groups, every inscription meets it.
 */
export const meetsOffer = sql`not exists (
  select 1 from jsonb_to_recordset(coalesce(o.target -> 'traits', '[]')) as g (type text, "values" jsonb)
  where not exists (
    select 1 from jsonb_to_recordset(i.traits) as t (type text, value text)
    where t.type = g.type and g."values" @> to_jsonb(t.value)
  )
)`;
