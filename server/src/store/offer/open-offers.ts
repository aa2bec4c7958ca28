/**
 * Open offers and counters: active, or invalidated and able to come back. What concerns many of them is one
 * statement, and at most `limit` rows at a time.
 */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';
import { outpointRows, sameCoin } from '../database/outpoint-rows.ts';
import { retiringAnchors } from '../operator-coins/anchors.ts';
import type { Database } from '../port.ts';
import { offerMachine } from './machine.ts';
import type { Offer } from './offers.ts';

/** An invalidated offer that may come back. */
export type LostOffer = Pick<Offer, 'id' | 'expiresAt' | 'invalidatedHeight'>;

const mayComeBack = (alias: string) =>
  sql`${sql.ref(`${alias}.state`)} = 'invalidated' and not ${sql.ref(`${alias}.is_final`)}`;

/** Of these coins, those that an open offer spends. */
export async function coinsWithOffers(db: Database, outpoints: readonly Outpoint[]): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    select w.txid, w.vout from ${outpointRows(outpoints, 'w')} where exists (
      select from offer_coins c join offers o on o.id = c.offer_id
      where ${sameCoin('w', 'c')} and (o.state = 'active' or (${mayComeBack('o')}))
    )`.execute(db);
  return rows;
}

/** Every coin that one of these offers spends, once. */
export async function coinsOf(db: Database, offers: readonly Pick<Offer, 'id'>[]): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    select distinct txid, vout from offer_coins where offer_id = any(${idsOf(offers)}::uuid[])`.execute(db);
  return rows;
}

/** Invalidates active offers that spend one of these coins, and returns how many. Retry-safe. */
export async function invalidateOffersOn(
  db: Database,
  coins: readonly Outpoint[],
  lost: { readonly closedAt: Date; readonly closeReason: string; readonly invalidatedHeight: number | null },
  limit: number,
): Promise<number> {
  const { isFrom, set } = offerMachine.statement(['active'], 'invalidated');
  const { rows } = await sql`
    with picked as (
      select id from offers where ${isFrom()} and id in (
        select c.offer_id from ${outpointRows(coins, 'w')} join offer_coins c on ${sameCoin('w', 'c')}
      ) order by id limit ${limit} for update
    )
    update offers o set ${set}, closed_at = ${lost.closedAt}::timestamptz, close_reason = ${lost.closeReason},
      invalidated_height = ${lost.invalidatedHeight}::integer
    from picked where o.id = picked.id and ${isFrom('o')} returning o.id`.execute(db);
  return rows.length;
}

const LOST_COLUMNS = sql`o.id, o.expires_at, o.invalidated_height`;

/** The next invalidated offers that may come back; `after`: the last one seen, null to begin. */
export async function lostOffersAfter(
  db: Database,
  after: Pick<Offer, 'id'> | null,
  limit: number,
): Promise<LostOffer[]> {
  const { rows } = await sql<LostOffer>`
    select ${LOST_COLUMNS} from offers o
    where ${mayComeBack('o')} and ${after ? sql`o.id > ${after.id}::uuid` : sql`true`}
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

/** Invalidated offers that may come back and spend one of these coins. */
export async function lostOffersOn(
  db: Database,
  coins: readonly Outpoint[],
  limit: number,
): Promise<LostOffer[]> {
  const { rows } = await sql<LostOffer>`
    select ${LOST_COLUMNS} from offers o where ${mayComeBack('o')} and o.id in (
      select c.offer_id from ${outpointRows(coins, 'w')} join offer_coins c on ${sameCoin('w', 'c')}
    ) order by o.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Makes invalidated offers active again, except those of whose first transaction or parent another one is.
 * Of several like that, the oldest becomes active. Retry-safe.
 */
export async function reviveOffers(db: Database, offers: readonly Pick<Offer, 'id'>[]): Promise<void> {
  const ids = idsOf(offers);
  const { isFrom, set } = offerMachine.statement(['invalidated'], 'active');
  const other = (same: RawBuilder<unknown>) => sql`not exists (
    select from offers r where ${same} and r.id <> o.id and (
      r.state = 'active' or (r.id = any(${ids}::uuid[]) and ${mayComeBack('r')} and (r.created_at, r.id) < (o.created_at, o.id))
    ))`;
  await sql`
    with picked as (
      select o.id from offers o where o.id = any(${ids}::uuid[]) and ${mayComeBack('o')}
        and ${other(sql`r.first_txid = o.first_txid`)} and ${other(sql`r.parent_offer_id = o.parent_offer_id`)}
      order by o.id for update
    )
    update offers o set ${set}, closed_at = null, close_reason = null, invalidated_height = null
    from picked where o.id = picked.id and ${isFrom('o')}`.execute(db);
}

/**
 * Closes active offers and returns the ids of those that were active: deletes what their makers signed, and
 * retires the anchors of counters. An expired one closes when it expired, the others at `now`. Retry-safe.
 */
export async function closeOffers(
  db: Database,
  offers: readonly Pick<Offer, 'id'>[],
  to: 'cancelled' | 'rejected' | 'expired',
  { closeReason, now }: { readonly closeReason: string; readonly now: Date },
): Promise<string[]> {
  const { isFrom, set } = offerMachine.statement(['active'], to);
  const closedAt = to === 'expired' ? sql`o.expires_at` : sql`${now}::timestamptz`;
  return endOffers(
    db,
    offers,
    isFrom,
    sql`${set}, closed_at = ${closedAt}, close_reason = ${closeReason},`,
    now,
  );
}

/**
 * Makes closed offers worthless: deletes what their makers signed, and retires the anchors of counters.
 * Retry-safe.
 */
export async function voidOffers(
  db: Database,
  offers: readonly Pick<Offer, 'id'>[],
  now: Date,
): Promise<void> {
  await endOffers(
    db,
    offers,
    (alias = 'offers') => sql`${sql.ref(`${alias}.state`)} <> 'active'`,
    sql``,
    now,
  );
}

async function endOffers(
  db: Database,
  offers: readonly Pick<Offer, 'id'>[],
  isFrom: (alias?: string) => RawBuilder<unknown>,
  set: RawBuilder<unknown>,
  now: Date,
): Promise<string[]> {
  if (offers.length === 0) return [];
  const { rows } = await sql<{ ended: string[] }>`
    with picked as (
      select id from offers where id = any(${idsOf(offers)}::uuid[]) and ${isFrom()} order by id for update
    ), ended as (
      update offers o set ${set} signatures = null, is_final = true
      from picked where o.id = picked.id and ${isFrom('o')} returning o.id, o.anchor_id
    ), forgotten as (
      delete from offer_coins where offer_id in (select id from ended)
    ), retired as (${retiringAnchors(sql`id in (select anchor_id from ended)`, now)})
    select array(select id::text from ended) as ended`.execute(db);
  return rows[0]!.ended;
}

const idsOf = (offers: readonly Pick<Offer, 'id'>[]) => offers.map(({ id }) => id);
