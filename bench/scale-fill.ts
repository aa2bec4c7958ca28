import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../server/src/store/port.ts';

/**
 * How much lies in a filled database. Collections have 5,000 members each; a tenth of the members is listed.
 */
export interface Size {
  readonly collections: number;
  readonly inscriptions: number;
  readonly listings: number;
  readonly sales: number;
}

export const MEMBERS = 5_000;
const OWNERS_PER_COLLECTION = 1_500;
const FIRST_HEIGHT = 800_000;
/** Triggers that change the new row alone: it repeats the name of its inscription. */
const NAMED = { listings: 'listings_named', sales: 'sales_placed' };

/** The transaction that holds inscription `n`, in output 0. */
export const txidOf = (n: number) =>
  ['out', 'more out'].map((seed) => createHash('md5').update(`${seed} ${n}`).digest('hex')).join('');

export function sizeOf(collections: number): Size {
  const inscriptions = collections * MEMBERS;
  return { collections, inscriptions, listings: inscriptions / 10, sales: inscriptions / 2 };
}

/**
 * Fills a migrated, empty database with set-based SQL: all triggers but those that name rows are off,
 * indexes and constraints are built at the end, and what triggers keep is computed. `progress` hears of each
 * step and its seconds.
 */
export async function fill(db: Database, size: Size, progress: (step: string) => void): Promise<void> {
  const step = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    progress(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  };
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`set maintenance_work_mem = '1GB'`.execute(one);
    await sql`set session_replication_role = replica`.execute(one);
    for (const [table, trigger] of Object.entries(NAMED))
      await sql.raw(`alter table ${table} enable always trigger ${trigger}`).execute(one);
    const restore = await takeIndexes(one);
    for (const [what, statement] of Object.entries(statements(size)))
      await step(what, () => sql.raw(statement).execute(one));
    for (const statement of restore)
      await step(statement.slice(0, 100), () => sql.raw(statement).execute(one));
    for (const [table, trigger] of Object.entries(NAMED))
      await sql.raw(`alter table ${table} enable trigger ${trigger}`).execute(one);
    await sql`set session_replication_role = origin`.execute(one);
    await step('vacuum analyze', () => sql`vacuum (analyze)`.execute(one));
  });
}

/**
 * Everything is made from a number n = 0..inscriptions - 1. Rows lie on the disk in the order in which a
 * service would write them: members of a collection side by side, listings and sales in the order of time,
 * whatever they are of.
 */
function statements({ collections, inscriptions, listings, sales }: Size): Record<string, string> {
  const collection = (n: string) => `((${n}) / ${MEMBERS})`;
  const slug = (n: string) => `'slug-' || ${collection(n)}`;
  // Place in the collection, 0..4999.
  const place = (n: string) => `((${n}) % ${MEMBERS})`;
  const owner = (n: string) =>
    `'bc1p' || substr(md5('owner ' || (${collection(n)} * 700 + ${place(n)} * 7919 % ${OWNERS_PER_COLLECTION})), 1, 30) || repeat('q', 28)`;
  const id = (n: string) => `md5('id ' || (${n})) || md5('more id ' || (${n})) || 'i0'`;
  const txid = (n: string) => `md5('out ' || (${n})) || md5('more out ' || (${n}))`;
  const uuid = (kind: string, n: string) => `md5('${kind} ' || (${n}))::uuid`;
  const traits = (n: string) => `jsonb_build_array(
    jsonb_build_object('type', 'Hue', 'value', 'hue ' || ${place(n)} % 10),
    jsonb_build_object('type', 'Shape', 'value', 'shape ' || ${place(n)} % 25),
    jsonb_build_object('type', 'Mood', 'value', 'mood ' || ${place(n)} % 50))`;
  const listed = `generate_series(0, ${inscriptions - 1}) n where ${place('n')} % 10 = 0`;
  const price = (n: string) => `10000 + (${n}) * 7919::bigint % 900001`;
  const listedAt = (n: string) =>
    `timestamptz '2026-01-01' + (${n}) * 104729::bigint % 20000000 * interval '1 s'`;
  const columns = 'slug, trait_type, trait_value, member_count';
  return {
    profile: `insert into profiles (id, created_at) values (${uuid('profile', '0')}, now())`,
    binding: `insert into wallet_bindings (id, profile_id, label, ordinals_address, payment_address, is_public, created_at)
      values (${uuid('binding', '0')}, ${uuid('profile', '0')}, 'seller', 'seller', 'seller pays', true, now())`,
    collections: `insert into collections (slug, name, kind, verified, sources, member_count, owner_count, created_at)
      select 'slug-' || n, 'Collection ' || n, 'parent_child', true, array[${id('n')}], ${MEMBERS}, ${OWNERS_PER_COLLECTION}, now()
      from generate_series(0, ${collections - 1}) n`,
    inscriptions: `insert into inscriptions (id, key, number, title, content_type, traits, satributes, sat, genesis_height,
        last_sale_sats, synced_height) overriding system value
      select ${id('n')}, n, n, 'Thing ' || n, 'image/png', ${traits('n')}, '{uncommon}', n * 1999::bigint,
        ${FIRST_HEIGHT} - n % 50000, case when n % 2 = 0 then ${price('n')} end, ${FIRST_HEIGHT}
      from generate_series(0, ${inscriptions - 1}) n`,
    locations: `insert into locations (inscription_key, txid, vout, sat_offset, value_sats, owner_address)
      select n, ${txid('n')}, 0, 0, 546, ${owner('n')} from generate_series(0, ${inscriptions - 1}) n`,
    members: `insert into collection_members (slug, inscription_key, position)
      select ${slug('n')}, n, n from generate_series(0, ${inscriptions - 1}) n`,
    traits: ['Hue', 'Shape', 'Mood']
      .map((type, i) => {
        const values = [10, 25, 50][i]!;
        return `insert into collection_traits (${columns})
          select 'slug-' || c, '${type}', '${type.toLowerCase()} ' || v, ${MEMBERS / values}
          from generate_series(0, ${collections - 1}) c, generate_series(0, ${values - 1}) v`;
      })
      .join('; '),
    owners: `insert into collection_owners (owner_key, held)
      select owner_key('slug-' || c, 'bc1p' || substr(md5('owner ' || (c * 700 + r)), 1, 30) || repeat('q', 28)), held
      from generate_series(0, ${collections - 1}) c,
        (select j * 7919 % ${OWNERS_PER_COLLECTION} as r, count(*) as held from generate_series(0, ${MEMBERS - 1}) j group by 1) h`,
    anchors: `insert into anchors (id, txid, vout, value_sats, state, confirmed_height, created_at)
      select ${uuid('anchor', 'n')}, md5('anchor out ' || n), 1, 1000, 'assigned', ${FIRST_HEIGHT}, now() from ${listed}`,
    listings: `insert into listings (id, state, collection_slug, seller_profile_id, seller_binding_id, seller_ordinals_address,
        seller_payment_address, seller_key, inscription_id, inscription_key, inscription_number, inscription_title,
        inscription_sat, utxo_txid, utxo_vout, utxo_value_sats, price_sats, seller_fee_bps,
        seller_fee_sats, seller_royalty_bps, seller_royalty_sats, seller_receive_sats, anchor_id, transfer_txid, transfer_fee_sats,
        transfer_signature, sale_signature, recovery_signature, batch_id, batch_position, created_at, listed_at)
      select ${uuid('listing', 'n')}, 'buyable', ${slug('n')}, ${uuid('profile', '0')}, ${uuid('binding', '0')}, ${owner('n')},
        'pays', repeat('ab', 32), ${id('n')}, n, n, 'Thing ' || n, n * 1999::bigint, ${txid('n')}, 0, 546, ${price('n')}, 100, 1000, 0, 0, ${price('n')} - 1000,
        ${uuid('anchor', 'n')}, md5('transfer ' || n) || md5('more transfer ' || n), 212, repeat('cd', 64), repeat('ef', 65),
        repeat('01', 64), ${uuid('listing', 'n')}, 0, now(), ${listedAt('n')}
      from ${listed} order by ${listedAt('n')}`,
    items: `insert into listing_items (listing_id, inscription_id, sat_offset, position)
      select ${uuid('listing', 'n')}, ${id('n')}, 0, 0 from ${listed}`,
    inCollections: `insert into collection_listings (slug, listing_id, listed_at, price_sats)
      select ${slug('n')}, ${uuid('listing', 'n')}, ${listedAt('n')}, ${price('n')} from ${listed}`,
    sales: `insert into sales (id, state, sale_type, txid, inscription_id, inscription_number, inscription_title, collection_slug, seller_address, buyer_address,
        price_sats, price_usd, sold_at, block_height, block_position)
      select ${uuid('sale', 's')}, 'confirmed', 'external', md5('sale ' || s) || md5('more sale ' || s), ${id('n')}, n, 'Thing ' || n,
        ${slug('n')}, ${owner('n + 1')}, ${owner('n')}, ${price('n')}, 500,
        timestamptz '2023-01-01' + s * interval '19 s', ${FIRST_HEIGHT} - 200000 + (s * 200000::bigint / ${sales})::integer, s % 4000
      from (select s, s * 104729::bigint % ${inscriptions} as n from generate_series(1, ${sales}) s) x`,
    collectionSales: `insert into collection_sales (slug, sale_id, sold_at, block_height, block_position)
      select collection_slug, id, sold_at, block_height, block_position from sales order by sold_at`,
    snapshots: `insert into floor_snapshots (slug, taken_at, floor_sats, listed_count)
      select 'slug-' || c, date_trunc('hour', now()) - h * interval '1 hour', 10000 + h, ${listings / collections}
      from generate_series(0, ${collections - 1}) c, generate_series(0, 200) h`,
  };
}

/** Drops all indexes and constraints of the large tables and returns the statements that make them again. */
async function takeIndexes(db: Database): Promise<string[]> {
  const tables = sql`array['inscriptions', 'locations', 'collection_members', 'collection_owners', 'collection_traits', 'listings',
    'listing_items', 'collection_listings', 'anchors', 'sales', 'sale_items', 'collection_sales', 'inscription_moves']::regclass[]`;
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string; kind: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, contype as kind
    from pg_constraint where contype in ('p', 'u', 'f') and (conrelid = any(${tables}) or confrelid = any(${tables}))
    order by contype = 'f' desc`.execute(db);
  for (const { table, name } of constraints)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${tables})`.execute(db);
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db);
  const again = [...constraints].reverse().map(({ table, name, definition, kind }) => {
    // What was computed fits together: foreign keys guard new rows only.
    const valid = kind === 'f' ? ' not valid' : '';
    return `alter table ${table} add constraint ${name} ${definition}${valid}`;
  });
  return [
    ...again.filter((s) => !s.endsWith('not valid')),
    ...indexes.map(({ definition }) => definition),
    ...again.filter((s) => s.endsWith('not valid')),
  ];
}
