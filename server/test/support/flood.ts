/** Rows as a hostile member would store them, copied from one that was made. */
import { sql } from 'kysely';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { traced } from './round-trips.ts';

/** Copies of an inscription offer with its coins, each of another settlement. Beyond what the bounds allow. */
export async function floodOffers(db: Database, offerId: string, count: number): Promise<void> {
  await copied(db, { table: 'offers', coins: 'offer_coins', txid: 'first_txid' }, offerId, count);
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
  // what triggers keep of each row would take longer than the test
  await sql`alter table ${rows} disable trigger user`.execute(db);
  await sql`
    insert into ${rows} select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
      ${sql.lit(txid)}::text, repeat(md5(o.id::text || n), 2)))).*
    from ${rows} o cross join generate_series(1, ${sql.lit(count)}) n where o.id = ${id}::uuid`.execute(db);
  await sql`alter table ${rows} enable trigger user`.execute(db);
  await sql`
    insert into ${sql.ref(coins)} (offer_id, txid, vout)
    select o.id, c.txid, c.vout from ${rows} o join ${sql.ref(coins)} c on c.offer_id = ${id}::uuid
    where not exists (select from ${sql.ref(coins)} own where own.offer_id = o.id)`.execute(db);
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
