/**
 * Coins that trades depend on, and the transaction of an applied block that spends each. A trade fails only
 * because of a spend that is stored here. A coin that a reorg removed is never spent: it is lost once an
 * applied block has another spend of what made it (`undone-inputs.ts`).
 */
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';
import { outpointRows, sameCoin } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';

/** A coin, and the transaction of an applied block that spends it, or that rules out that it ever exists. */
export interface Spend extends Outpoint {
  readonly spentBy: string;
  readonly height: number;
  /** Absent: that transaction spends the coin itself. */
  readonly unmade?: Unmade;
}

/** A transaction that a reorg removed and that a coin comes from, and the coin that was spent instead. */
export interface Unmade extends Outpoint {
  readonly madeBy: string;
}

export interface WatchedCoin extends Outpoint {
  /** null: no applied block is known to spend it. */
  readonly spend: Spend | null;
  /** Applied blocks up to this height were searched for its spend. Later ones record it themselves. */
  readonly searchedHeight: number;
}

/**
 * Blocks below the tip that are searched when a new coin is missing. A block may be applied between the
 * check of a coin and its storing, and a request never takes as long as this many blocks.
 */
const UNSEARCHED_BLOCKS = 6;

/**
 * Watches coins from now on: run it in the transaction that stores what depends on them. Retry-safe.
 */
export async function watchCoins(db: Database, outpoints: readonly Outpoint[]): Promise<void> {
  if (outpoints.length > 0) await watchingCoins(outpoints).execute(db);
}

/** SQL: the statement of `watchCoins`, to be a part of another. */
export function watchingCoins(outpoints: readonly Outpoint[]): RawBuilder<unknown> {
  return sql`
    insert into watched_coins (txid, vout, searched_height)
    select distinct o.txid, o.vout, (select coalesce(max(height), 0) from blocks) - ${UNSEARCHED_BLOCKS}::integer
    from ${outpointRows(outpoints, 'o')} on conflict do nothing`;
}

/** Watches every coin that the transactions of a package spend, raw hex. */
export async function watchPackage(db: Database, rawPackage: readonly string[]): Promise<void> {
  await watchingPackage(rawPackage).execute(db);
}

/** SQL: the statement of `watchPackage`, to be a part of another. */
export function watchingPackage(rawPackage: readonly string[]): RawBuilder<unknown> {
  return watchingCoins(rawPackage.map(readTransaction).flatMap(({ inputs }) => inputs));
}

/** SQL: whether an applied block has the settlement of a trade. `alias`: of the trade's table. */
export function isMined(alias: string): RawBuilder<unknown> {
  return sql`exists (select from watched_coins w where w.spent_by = ${sql.ref(`${alias}.settlement_txid`)})`;
}

/** The height of the applied block that has a transaction of a trade. null: none is known to. */
export async function heightOf(db: Database, txid: string): Promise<number | null> {
  const row = await db
    .selectFrom('watchedCoins')
    .select('spentHeight')
    .where('spentBy', '=', txid)
    .executeTakeFirst();
  return row?.spentHeight ?? null;
}

/** In the order asked; null where a coin is not watched. */
export async function watchedCoinsAt(
  db: Database,
  outpoints: readonly Outpoint[],
): Promise<(WatchedCoin | null)[]> {
  if (outpoints.length === 0) return [];
  const { rows } = await sql<
    Outpoint & {
      searchedHeight: number;
      spentBy: string | null;
      spentHeight: number | null;
      unmade: Spend | null;
    }
  >`
    with recursive asked as materialized (select * from ${outpointRows(outpoints, 'o')}),
    past as (
      select u.made_by as coin, u.* from undone_inputs u where u.made_by in (select txid from asked)
      union
      select p.coin, u.* from past p join undone_inputs u on u.made_by = p.txid
    ), unmade as (
      select distinct on (p.coin) p.coin, jsonb_build_object('spentBy', i.spent_by, 'height', i.spent_height,
        'unmade', jsonb_build_object('madeBy', p.made_by, 'txid', p.txid, 'vout', p.vout)) as spend
      from past p join watched_coins i on i.txid = p.txid and i.vout = p.vout
      where i.spent_by <> p.made_by order by p.coin, i.spent_height
    )
    select w.txid, w.vout, w.searched_height, w.spent_by, w.spent_height, u.spend as unmade
    from asked o join watched_coins w on w.txid = o.txid and w.vout = o.vout
    left join unmade u on u.coin = w.txid`.execute(db);
  const found = new Map(
    rows.map(({ txid, vout, searchedHeight, spentBy, spentHeight, unmade }) => [
      outpointText({ txid, vout }),
      {
        txid,
        vout,
        searchedHeight,
        spend:
          spentBy === null
            ? unmade && { ...unmade, txid, vout }
            : { txid, vout, spentBy, height: spentHeight! },
      },
    ]),
  );
  return outpoints.map((outpoint) => found.get(outpointText(outpoint)) ?? null);
}

/** A spend, and where its transaction is in its block. */
export interface BlockSpend extends Omit<Spend, 'unmade'> {
  readonly blockPosition: number;
}

/** Stores which transactions of applied blocks spend watched coins; others are left out. Retry-safe. */
export async function recordSpends(db: Database, spends: readonly BlockSpend[]): Promise<void> {
  if (spends.length === 0) return;
  const rows = JSON.stringify(spends);
  await sql`
    update watched_coins w set spent_by = s."spentBy", spent_height = s.height, spent_position = s."blockPosition"
    from jsonb_to_recordset(${rows}::jsonb)
      as s (txid text, vout bigint, "spentBy" text, height integer, "blockPosition" integer)
    where w.txid = s.txid and w.vout = s.vout`.execute(db);
}

/** Notes that the blocks up to `height` were searched for the spends of these coins. Retry-safe. */
export async function noteSearched(
  db: Database,
  outpoints: readonly Outpoint[],
  height: number,
): Promise<void> {
  await sql`
    update watched_coins w set searched_height = ${height} from ${outpointRows(outpoints, 'o')}
    where ${sameCoin('o', 'w')}`.execute(db);
}

/** Forgets the spends of blocks above `height`, which a reorg undid, and returns their coins. */
export async function forgetSpendsAbove(db: Database, height: number): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    update watched_coins set spent_by = null, spent_height = null, spent_position = null
    where spent_height > ${height}
    returning txid, vout`.execute(db);
  await sql`
    update watched_coins set searched_height = ${height} where searched_height > ${height}`.execute(db);
  return rows;
}
