import { satributesOf } from '@ordbook/protocol/bitcoin/satributes';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Selectable, sql } from 'kysely';
import type { Inscription } from '../../ordinals/port.ts';
import { inOrder } from '../database/rows-by-id.ts';
import type { Database } from '../port.ts';
import type { Schema } from '../schema.ts';

export type StoredInscription = Selectable<Schema['inscriptions']> &
  Omit<Selectable<Schema['locations']>, 'inscriptionKey'>;

/** Columns of inscription `i` at location `l`. */
const stored = sql`i.*, l.txid, l.vout, l.sat_offset, l.value_sats, l.owner_address`;

/** Where an inscription's sat is. */
export interface Location extends Outpoint {
  /** Of the sat in the output. */
  readonly offset: Sats;
  readonly valueSats: Sats;
  /** null: not at an address. */
  readonly ownerAddress: string | null;
}

/**
 * Stores what the index says as of `height`, or updates a stored inscription to it. Title and traits that
 * this reading lacks stay. Retry-safe.
 */
export async function upsertInscriptions(
  db: Database,
  inscriptions: readonly Inscription[],
  height: number,
): Promise<void> {
  const rows = inscriptions.map((inscription) => ({
    id: inscription.id,
    number: inscription.number,
    title: inscription.title,
    content_type: inscription.contentType,
    content_bytes: inscription.contentBytes,
    traits: inscription.traits,
    satributes: satributesOf(inscription.sat, inscription.charms),
    sat: inscription.sat,
    genesis_height: inscription.genesisHeight,
    txid: inscription.location.txid,
    vout: inscription.location.vout,
    sat_offset: inscription.offset,
    value_sats: inscription.outputValueSats ?? 0,
    owner_address: inscription.address,
  }));
  await sql`
    with read as (
      select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, number bigint,
        title text, content_type text, content_bytes bigint, traits jsonb, satributes text[], sat bigint, genesis_height integer, txid text,
        vout bigint, sat_offset bigint, value_sats bigint, owner_address text)
    ), stored as (
      insert into inscriptions (id, number, title, content_type, content_bytes, traits, satributes, sat, genesis_height, synced_height)
      select id, number, title, content_type, content_bytes, traits, satributes, sat, genesis_height, ${height}::integer from read
      on conflict (id) do update set
        number = excluded.number,
        title = coalesce(excluded.title, inscriptions.title),
        content_type = excluded.content_type, content_bytes = excluded.content_bytes,
        traits = case when excluded.traits = '[]' then inscriptions.traits else excluded.traits end,
        satributes = excluded.satributes, sat = excluded.sat, genesis_height = excluded.genesis_height,
        synced_height = excluded.synced_height, stale = false
      returning id, key
    )
    insert into locations (inscription_key, txid, vout, sat_offset, value_sats, owner_address)
    select s.key, r.txid, r.vout, r.sat_offset, r.value_sats, r.owner_address from stored s join read r on r.id = s.id
    on conflict (inscription_key) do update set txid = excluded.txid, vout = excluded.vout,
      sat_offset = excluded.sat_offset, value_sats = excluded.value_sats, owner_address = excluded.owner_address`.execute(
    db,
  );
}

/** null: none has this key. */
export async function inscriptionIdOf(db: Database, key: number): Promise<string | null> {
  const row = await db.selectFrom('inscriptions').select('id').where('key', '=', key).executeTakeFirst();
  return row?.id ?? null;
}

/** In the order asked; null where unknown. */
export async function inscriptionsByIds(
  db: Database,
  ids: readonly string[],
): Promise<(StoredInscription | null)[]> {
  const { rows } = await sql<StoredInscription>`
    select ${stored} from inscriptions i join locations l on l.inscription_key = i.key
    where i.id = any(${ids}::text[])`.execute(db);
  return inOrder(ids, rows);
}

/** The key of the inscription that was stored last; 0 before the first. */
export async function newestKey(db: Database): Promise<number> {
  const { rows } = await sql<{ key: number | null }>`select max(key) as key from inscriptions`.execute(db);
  return rows[0]?.key ?? 0;
}

/** Where the inscriptions are that were stored after the one of this key. */
export async function placedAfter(db: Database, key: number): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    select txid, vout from locations where inscription_key > ${key}`.execute(db);
  return rows;
}

/** Ids of the inscriptions at an address, lowest number first. Reads every location: for a sandbox. */
export async function inscriptionsAt(db: Database, address: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from locations l join inscriptions i on i.key = l.inscription_key
    where l.owner_address = ${address} order by i.number`.execute(db);
  return rows.map((row) => row.id);
}

/** Moves inscriptions without a record of where they were (`storeMoves` makes one). Retry-safe. */
export async function setLocations(
  db: Database,
  moves: readonly { readonly key: number; readonly after: Location }[],
): Promise<void> {
  if (moves.length === 0) return;
  // in the order of rows and index: neighbours share pages
  const inOrder = moves.map(({ key, after }) => ({ key, ...after })).sort((a, b) => a.key - b.key);
  const rows = JSON.stringify(inOrder);
  await sql`
    update locations l set txid = r.txid, vout = r.vout, sat_offset = r."offset", value_sats = r."valueSats",
      owner_address = r."ownerAddress"
    from json_to_recordset(${rows}::json)
      as r (key bigint, txid text, vout bigint, "offset" bigint, "valueSats" bigint, "ownerAddress" text)
    where l.inscription_key = r.key`.execute(db);
}

/**
 * Marks inscriptions to be read from the index again, because blocks alone do not say where they are.
 * Retry-safe.
 */
export async function markStale(db: Database, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`update inscriptions set stale = true where key = any(${keys}::bigint[])`.execute(db);
}

/** Moves inscriptions to where the index has them as of `height`; title and traits stay. Retry-safe. */
export async function resetLocations(
  db: Database,
  read: readonly { readonly key: number; readonly after: Location }[],
  height: number,
): Promise<void> {
  await setLocations(db, read);
  await sql`
    update inscriptions set synced_height = ${height}, stale = false
    where key = any(${read.map(({ key }) => key)}::bigint[])`.execute(db);
}

/** The next `limit` ids after `after`, in the order of ids. */
export async function inscriptionIdsAfter(db: Database, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inscriptions where id > ${after} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores what these were last sold for, alone or in a bundle, according to the confirmed sales. Unknown ids
 * are ignored. Retry-safe.
 */
export async function setLastSales(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update inscriptions i set last_sale_sats = (
      select s.price_sats from sales s where s.state = 'confirmed' and s.id in (
        select own.id from sales own where own.inscription_id = i.id
        union all select b.sale_id from sale_items b where b.inscription_id = i.id
      )
      order by s.block_height desc, s.block_position desc limit 1
    )
    where i.id = any(${ids}::text[])`.execute(db);
}
