import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '../database/columns.ts';
import { stateAt } from '../database/next-to-expire.ts';
import type { Database } from '../port.ts';
import type { OfferKind, OfferState } from './schema.ts';

/** An offer or counter as both parties see it. */
export interface OfferRow {
  readonly id: string;
  readonly kind: OfferKind;
  readonly state: OfferState;
  readonly parentOfferId: string | null;
  readonly inscriptionId: string;
  readonly buyerAddress: string;
  /** An `ord` wallet made it as a file: no profile can cancel it. */
  readonly isFile: boolean;
  readonly sellerAddress: string;
  readonly priceSats: Sats;
  readonly fees: FeeBreakdown;
  readonly floorSats: Sats | null;
  readonly topOfferSats: Sats | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly closedAt: Date | null;
  /** null unless it is accepted. */
  readonly settlementTxid: string | null;
}

/** SQL: the columns of offer `o`. */
export const offerColumns = (
  state: RawBuilder<unknown>,
  settlementTxid: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  columnsOf<OfferRow>({
    id: sql`o.id`,
    kind: sql`o.kind`,
    state,
    parentOfferId: sql`o.parent_offer_id`,
    inscriptionId: sql`o.inscription_id`,
    buyerAddress: sql`o.buyer_address`,
    isFile: sql`o.buyer_profile_id is null`,
    sellerAddress: sql`o.seller_address`,
    priceSats: sql`o.price_sats`,
    fees: sql`o.fees`,
    floorSats: sql`o.floor_sats`,
    topOfferSats: sql`o.top_offer_sats`,
    createdAt: sql`o.created_at`,
    expiresAt: sql`o.expires_at`,
    closedAt: sql`o.closed_at`,
    settlementTxid,
  });

/** Only its two parties see a counter. */
const visibleTo = (
  profileId: string,
) => sql`(o.kind = 'buyer_offer' or o.buyer_profile_id = ${profileId}::uuid or exists (
  select 1 from wallet_bindings w where w.profile_id = ${profileId}::uuid and w.ordinals_address = o.seller_address))`;

export interface OffersWanted {
  readonly inscriptionId: string;
  /** The profile whose counters are included. */
  readonly profileId: string;
}

const liveOn = (
  { inscriptionId, profileId }: OffersWanted,
  now: Date,
) => sql`o.inscription_id = ${inscriptionId}
  and o.state = 'active' and o.expires_at > ${now}::timestamptz and ${visibleTo(profileId)}`;

/**
 * Active, unexpired offers on an inscription, with the caller's counters: the `limit` highest, of the same
 * price the newest first.
 */
export async function activeOffers(
  db: Database,
  wanted: OffersWanted,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select ${offerColumns(sql`o.state`, sql`null`)} from offers o where ${liveOn(wanted, now)}
    order by o.price_sats desc, o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface LiveOfferCounts {
  readonly topOfferSats: Sats | null;
  readonly liveOfferCount: number;
  readonly expiringSoonCount: number;
}

/** What `activeOffers` finds without a limit, counted; `expiringSoonCount`: those that expire by `soon`. */
export async function countActiveOffers(
  db: Database,
  wanted: OffersWanted,
  { now, soon }: { readonly now: Date; readonly soon: Date },
): Promise<LiveOfferCounts> {
  const { rows } = await sql<LiveOfferCounts>`
    select max(o.price_sats) filter (where o.kind = 'buyer_offer') as top_offer_sats, count(*) as live_offer_count,
      count(*) filter (where o.expires_at <= ${soon}::timestamptz) as expiring_soon_count
    from offers o where ${liveOn(wanted, now)}`.execute(db);
  return rows[0]!;
}

/**
 * Every offer on an inscription that the caller may see, newest first: `limit` of them after the first
 * `skip`.
 */
export async function offerHistory(
  db: Database,
  { inscriptionId, profileId }: OffersWanted,
  { now, skip, limit }: { readonly now: Date; readonly skip: number; readonly limit: number },
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select ${offerColumns(stateAt('o', now), sql`case when o.state = 'accepted' then s.settlement_txid end`)}
    from offers o left join offer_settlements s on s.offer_id = o.id
    where o.inscription_id = ${inscriptionId} and ${visibleTo(profileId)}
    order by o.created_at desc, o.id desc limit ${limit} offset ${skip}`.execute(db);
  return rows;
}
