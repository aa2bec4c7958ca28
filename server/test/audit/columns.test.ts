import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someOf } from '../../../stack/rounds.ts';
import { audit } from '../../src/audit/audit.ts';
import { type TradedDesk, tradedDesk } from './traded-desk.ts';
import { UNAUDITED_COLUMNS, UNAUDITED_TABLES } from './unaudited.ts';

/** A column as `information_schema` has it. */
interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly elementType: string;
}

/** Columns that need values of their own to be broken and still be what the table takes. */
const VALUES: Readonly<Record<string, string>> = {
  'admissions.state': other('state', 'free', 'assigned'),
  'anchors.state': other('state', 'free', 'assigned'),
  'blocks.hash': `case when height = (select max(height) from blocks) then hash else reverse(hash) end`,
  'blocks.height': `case height when (select min(height) from blocks) then height - 1 else height end`,
  'collection_offers.state': other('state', 'active', 'cancelled'),
  'collection_offers.target': `'{"kind": "traits", "traits": [{"type": "a", "values": ["b"]}]}'`,
  'fill_attempts.state': other('state', 'accepted', 'failed'),
  'inscriptions.traits': `'[{"type": "a", "value": "b"}]'`,
  'listings.state': other('state', 'buyable', 'cancelled'),
  'offer_settlements.state': other('state', 'confirmed', 'failed'),
  'offers.kind': other('kind', 'buyer_offer', 'seller_counter'),
  'offers.state': other('state', 'active', 'cancelled'),
  'purchases.state': other('state', 'confirmed', 'failed'),
  'sales.sale_type': other('sale_type', 'internal', 'external'),
  'sales.state': other('state', 'confirmed', 'failed'),
};

/** No row of the world has these: a wrong row is made. */
const ROWS: Readonly<Record<string, string>> = {
  sale_items: `insert into sale_items select id, repeat('ab', 32) || 'i0' from sales where listing_id is not null`,
};

function other(column: string, one: string, another: string): string {
  return `case ${column} when '${one}' then '${another}' else '${one}' end`;
}

/** SQL: another value of its type, in every row. Distinct values stay distinct; hex stays hex. */
function brokenValue({ table, name, type, elementType }: Column): string {
  const own = VALUES[`${table}.${name}`];
  if (own !== undefined) return own;
  const column = `"${name}"`;
  if (type === 'boolean') return `not coalesce(${column}, false)`;
  if (type === 'timestamp with time zone') return `coalesce(${column}, now()) + interval '1 hour'`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'jsonb')
    return `coalesce(translate(${column}::text, '12345678', '23456789'), '{"a": 1}')::jsonb`;
  if (type === 'ARRAY')
    return `case when cardinality(${column}) > 0 then trim_array(${column}, 1) else array['a']::${elementType}[] end`;
  if (type !== 'text') return `coalesce(${column}, 0) + 1000`;
  return `coalesce(nullif(translate(${column}, 'abcdef0123456789', 'bcdefa1234567890'), ${column}), 'a')`;
}

const statementFor = (column: Column) =>
  ROWS[column.table] ??
  `update "${column.table}" set "${column.name}" = ${brokenValue(column)}
    where "${column.name}" is distinct from ${brokenValue(column)}`;

/** The database itself keeps the column as it is: by a constraint, or because it generates it. */
const isRefusal = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  /^(23...|428C9)$/.test(String(error.code));

let traded: TradedDesk;
let columns: Column[];

beforeAll(async () => {
  traded = await tradedDesk();
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type as type, ltrim(c.udt_name, '_') as element_type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by 1, c.ordinal_position`.execute(traded.desk.ctx.db);
  columns = rows;
}, 120_000);
afterAll(() => traded.desk.close());

class Undone extends Error {}

/** What a database in which the column is wrong shows: `found`, `refused` by the database itself, or `missed`. */
async function breakColumn(column: Column): Promise<'found' | 'refused' | 'missed' | 'unbroken'> {
  const { chain, ordinals, db, clock, settings } = traded.desk.ctx;
  let outcome: Awaited<ReturnType<typeof breakColumn>> = 'refused';
  await db
    .transaction()
    .execute(async (broken) => {
      await sql`set local session_replication_role = replica`.execute(broken);
      const { numAffectedRows } = await sql.raw(statementFor(column)).execute(broken);
      outcome = 'unbroken';
      if (!numAffectedRows) throw new Undone();
      const parts = {
        chain,
        ordinals,
        clock,
        network: settings.network,
        failureDepth: settings.failureDepth,
      };
      const { findings } = await audit({ ...parts, db: broken }, { pauseMs: 0 });
      outcome = findings.length > 0 ? 'found' : 'missed';
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone) && !isRefusal(error)) throw error;
    });
  return outcome;
}

test('the audit finds every wrong column, or says why it cannot', async () => {
  const missed: string[] = [];
  for (const column of someOf(columns, 12, 0)) {
    const name = `${column.table}.${column.name}`;
    if (UNAUDITED_TABLES[column.table] !== undefined || UNAUDITED_COLUMNS[name] !== undefined) continue;
    const outcome = await breakColumn(column);
    if (outcome !== 'found' && outcome !== 'refused') missed.push(`${name}: ${outcome}`);
  }
  expect(missed, 'columns that neither the audit nor the database checks').toEqual([]);
}, 300_000);

test('what the audit cannot check is a table or a column of the database', () => {
  const names = new Set(columns.flatMap(({ table, name }) => [table, `${table}.${name}`]));
  const unknown = Object.keys({ ...UNAUDITED_TABLES, ...UNAUDITED_COLUMNS }).filter(
    (name) => !names.has(name),
  );
  expect(unknown).toEqual([]);
});
