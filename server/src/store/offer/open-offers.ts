/**
 * Open offers and counters: active, or invalidated and able to come back. What concerns many of them is one
 * statement, and at most `limit` rows at a time.
 */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';
import { withMoves } from '../database/machine.ts';
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
  const invalidated = offerMachine.moving(['active'], 'invalidated', (isFrom) => ({
    picked: sql`
      select id, state from offers where ${isFrom()} and id = any(array(
        select c.offer_id from ${outpointRows(coins, 'w')} join offer_coins c on ${sameCoin('w', 'c')}
          join offers o on o.id = c.offer_id and ${isFrom('o')} limit ${limit}
      )) order by id for update`,
    set: sql`closed_at = ${lost.closedAt}::timestamptz, close_reason = ${lost.closeReason},
      invalidated_height = ${lost.invalidatedHeight}::integer`,
  }));
  const { rows } = await sql<{ count: number }>`
    with ${withMoves(invalidated)} select count(*) as count from moved`.execute(db);
  return rows[0]!.count;
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
  const other = (same: RawBuilder<unknown>) => sql`not exists (
    select from offers r where ${same} and r.id <> o.id and (
      r.state = 'active' or (r.id = any(${ids}::uuid[]) and ${mayComeBack('r')} and (r.created_at, r.id) < (o.created_at, o.id))
    ))`;
  const revived = offerMachine.moving(['invalidated'], 'active', () => ({
    picked: sql`
      select o.id, o.state from offers o where o.id = any(${ids}::uuid[]) and ${mayComeBack('o')}
        and ${other(sql`r.first_txid = o.first_txid`)} and ${other(sql`r.parent_offer_id = o.parent_offer_id`)}
      order by o.id for update`,
    set: sql`closed_at = null, close_reason = null, invalidated_height = null`,
  }));
  await sql`with ${withMoves(revived)} select`.execute(db);
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
  if (offers.length === 0) return [];
  const closedAt = to === 'expired' ? sql`r.expires_at` : sql`${now}::timestamptz`;
  const closed = offerMachine.moving(['active'], to, (isFrom) => ({
    picked: sql`
      select id, state from offers where id = any(${idsOf(offers)}::uuid[]) and ${isFrom()} order by id for update`,
    set: sql`closed_at = ${closedAt}, close_reason = ${closeReason}, ${worthless}`,
    returning: sql`r.anchor_id`,
  }));
  const { rows } = await sql<{ ended: string[] }>`
    with ${withMoves(closed, forgetting('moved', now))}
    select array(select id::text from moved) as ended`.execute(db);
  return rows[0]!.ended;
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
  if (offers.length === 0) return;
  await sql`
    with picked as (
      select id from offers where id = any(${idsOf(offers)}::uuid[]) and state <> 'active' order by id for update
    ), ended as (
      update offers o set ${worthless} from picked where o.id = picked.id and o.state <> 'active'
      returning o.id, o.anchor_id
    ), ${forgetting('ended', now)}
    select`.execute(db);
}

/** What makes an offer worthless: of the offer itself, and of those that a query returned. */
const worthless = sql`signatures = null, is_final = true`;
const forgetting = (query: 'moved' | 'ended', now: Date): RawBuilder<unknown> => sql`
  forgotten as (
    delete from offer_coins where offer_id in (select id from ${sql.table(query)})
  ), retired as (${retiringAnchors(sql`id in (select anchor_id from ${sql.table(query)})`, now)})`;

const idsOf = (offers: readonly Pick<Offer, 'id'>[]) => offers.map(({ id }) => id);
