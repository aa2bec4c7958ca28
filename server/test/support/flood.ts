/** Rows as a hostile member would store them, copied from one that was made. */
import { sql } from 'kysely';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { traced } from './round-trips.ts';

/** Copies of an inscription offer with its coins, each of another settlement. Beyond what the bounds allow. */
export async function floodOffers(db: Database, offerId: string, count: number): Promise<void> {
  await copied(db, { table: 'offers', coins: 'offer_coins', txid: 'first_txid' }, offerId, count);
}

/** Copies of an inscription offer, and of its counter one for each. */
export async function floodCounters(db: Database, counterId: string, count: number): Promise<void> {
  const counter = await db
    .selectFrom('offers')
    .select('parentOfferId')
    .where('id', '=', counterId)
    .executeTakeFirstOrThrow();
  await floodOffers(db, counter.parentOfferId!, count);
  await withoutTriggers(db, 'offers', () =>
    sql`
      insert into offers select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
        'parent_offer_id', p.id, 'first_txid', repeat(md5(p.id::text), 2)))).*
      from offers o cross join offers p
      where o.id = ${counterId}::uuid and p.kind = 'buyer_offer' and p.id <> o.parent_offer_id`.execute(db),
  );
}

/** Copies of a collection offer with its coins, each of another funding parent. */
export async function floodCollectionOffers(db: Database, offerId: string, count: number): Promise<void> {
  const kind = { table: 'collection_offers', coins: 'collection_offer_coins', txid: 'funding_txid' };
  await copied(db, kind, offerId, count);
}

async function copied(
  db: Database,
  { table, coins, txid }: { readonly table: string; readonly coins: string; readonly txid: string },
  id: string,
  count: number,
): Promise<void> {
  const rows = sql.ref(table);
  await withoutTriggers(db, table, () =>
    sql`
      insert into ${rows} select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
        ${sql.lit(txid)}::text, repeat(md5(o.id::text || n), 2)))).*
      from ${rows} o cross join generate_series(1, ${sql.lit(count)}) n where o.id = ${id}::uuid`.execute(db),
  );
  await sql`
    insert into ${sql.ref(coins)} (offer_id, txid, vout)
    select o.id, c.txid, c.vout from ${rows} o join ${sql.ref(coins)} c on c.offer_id = ${id}::uuid
    where not exists (select from ${sql.ref(coins)} own where own.offer_id = o.id)`.execute(db);
}

/** Copies of a listing that wait for a block, each of another output and with an anchor of its own. */
export async function floodListings(db: Database, listingId: string, count: number): Promise<void> {
  const another = (id: string) => sql`repeat(md5(${sql.raw(id)}::text || n), 2)`;
  await withoutTriggers(db, 'listings', async () => {
    await sql`
      with places as materialized (
        select n, gen_random_uuid() as listing_id, gen_random_uuid() as coin_id
        from generate_series(1, ${sql.lit(count)}) n
      ), anchored as (
        insert into anchors select (jsonb_populate_record(a, jsonb_build_object('id', coin_id, 'txid', ${another('a.id')}))).*
        from places, anchors a join listings l on l.anchor_id = a.id where l.id = ${listingId}::uuid
        returning id
      )
      insert into listings select (jsonb_populate_record(l, jsonb_build_object('id', listing_id, 'anchor_id', coin_id,
        'state', 'pending_public', 'batch_id', listing_id, 'utxo_txid', ${another('l.id')}, 'transfer_txid', ${another('l.batch_id')}))).*
      from places, listings l where l.id = ${listingId}::uuid and (select count(*) from anchored) >= 0`.execute(
      db,
    );
  });
  await sql`
    insert into listing_items select l.id, i.inscription_id, i.sat_offset, i.position
    from listings l join listing_items i on i.listing_id = ${listingId}::uuid
    where not exists (select from listing_items own where own.listing_id = l.id)`.execute(db);
}

/** Copies of the newest row of a table, with other values in its key. */
export async function floodRows(
  db: Database,
  { table, key, time }: { readonly table: string; readonly key: string; readonly time: string },
  count: number,
): Promise<void> {
  const rows = sql.ref(table);
  await sql`
    insert into ${rows} select (jsonb_populate_record(null::${rows},
      r.row || jsonb_build_object(${sql.lit(key)}::text, gen_random_uuid()))).*
    from (select to_jsonb(t) as row from ${rows} t order by ${sql.ref(time)} desc limit 1) r
      cross join generate_series(1, ${sql.lit(count)})`.execute(db);
}

/** What triggers keep of each row would take longer than the test. */
async function withoutTriggers(db: Database, table: string, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.ref(table)} disable trigger user`.execute(db);
  await work();
  await sql`alter table ${sql.ref(table)} enable trigger user`.execute(db);
}

/** What some work takes. */
export interface Cost {
  /** Calls of the node, and statements. */
  readonly trips: number;
  /** Coins that the node was asked for. */
  readonly coins: number;
  /** Of the processor: node, index and database run in this process too. */
  readonly ms: number;
}

/** A context that counts; `take` returns the cost since the last call. */
export function metered(context: TradingContext): { readonly ctx: TradingContext; take(): Cost } {
  let coins = 0;
  let since = process.cpuUsage();
  const { chain } = context;
  const { ctx, take } = traced({
    ...context,
    chain: {
      ...chain,
      unspents: (asked) => {
        coins += asked.length;
        return chain.unspents(asked);
      },
    },
  });
  return {
    ctx,
    take() {
      const { user, system } = process.cpuUsage(since);
      const cost = { trips: take().length, coins, ms: (user + system) / 1000 };
      coins = 0;
      since = process.cpuUsage();
      return cost;
    },
  };
}
