/** How many offers are open, counted up to a bound. An invalidated one that may come back is open too. */
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import { outpointRows, sameCoin } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';

/**
 * Waits until no other transaction makes offers of these profiles or on these inscriptions, until this one
 * ends. Locks in one order: two callers do not deadlock.
 */
export async function lockOffersOf(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(id, ${sql.lit(ADVISORY_LOCKS.offers)}) as key
      from unnest(${ids}::text[]) id order by key
    ) keys`.execute(db);
}

/** Two tables of offers with their coins. */
const KINDS = {
  offers: {
    offers: sql`offers`,
    coins: sql`offer_coins`,
    maker: sql`o.kind = 'buyer_offer' and o.buyer_profile_id`,
    isOpen: sql`o.state in ('active', 'invalidated') and not o.is_final`,
  },
  collectionOffers: {
    offers: sql`collection_offers`,
    coins: sql`collection_offer_coins`,
    maker: sql`o.maker_profile_id`,
    isOpen: sql`o.state in ('active', 'filling', 'invalidated') and not o.is_final`,
  },
} satisfies Record<string, Record<string, RawBuilder<unknown>>>;

/** How many offers a profile has open, up to `most`. */
export async function openOffersOf(
  db: Database,
  kind: keyof typeof KINDS,
  profileId: string,
  most: number,
): Promise<number> {
  const { offers, maker, isOpen } = KINDS[kind];
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from (
      select from ${offers} o where ${maker} = ${profileId}::uuid and ${isOpen} limit ${most}
    ) o`.execute(db);
  return rows[0]!.open;
}

/** How many open offers each of these coins pays, by its text, up to `most`. */
export async function openOffersPaidBy(
  db: Database,
  kind: keyof typeof KINDS,
  outpoints: readonly Outpoint[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { offers, coins, isOpen } = KINDS[kind];
  const { rows } = await sql<Outpoint & { open: number }>`
    select w.txid, w.vout, (select count(*) from (
      select from ${coins} c join ${offers} o on o.id = c.offer_id
      where ${sameCoin('w', 'c')} and ${isOpen} limit ${most}
    ) o) as open from ${outpointRows(outpoints, 'w')}`.execute(db);
  return new Map(rows.map(({ open, ...coin }) => [outpointText(coin), open]));
}

/** One of these inscriptions on which a profile has `most` open offers; null: there is none. */
export async function fullInscriptionOf(
  db: Database,
  profileId: string,
  inscriptionIds: readonly string[],
  most: number,
): Promise<string | null> {
  const { maker, isOpen } = KINDS.offers;
  const { rows } = await sql<{ inscriptionId: string }>`
    select o.inscription_id from offers o
    where ${maker} = ${profileId}::uuid and ${isOpen} and o.inscription_id = any(${inscriptionIds}::text[])
    group by o.inscription_id having count(*) >= ${most} limit 1`.execute(db);
  return rows[0]?.inscriptionId ?? null;
}

/** An active offer that is not among the best of its inscription. */
export interface LowOffer {
  readonly id: string;
  readonly inscriptionId: string;
  readonly priceSats: Sats;
}

/**
 * The active offers on these inscriptions after the `best` highest of each: of members, or of those that came
 * as PSBTs. Neither takes the place of the other.
 */
export async function offersAfterBest(
  db: Database,
  inscriptionIds: readonly string[],
  best: number,
  from: 'members' | 'psbts' = 'members',
): Promise<LowOffer[]> {
  const { rows } = await sql<LowOffer>`
    select low.* from unnest(${inscriptionIds}::text[]) asked (id) cross join lateral (
      select o.id, o.inscription_id, o.price_sats from offers o
      where o.inscription_id = asked.id and o.state = 'active' and o.kind = 'buyer_offer'
        and (o.buyer_profile_id is null) = ${from === 'psbts'}
      order by o.price_sats desc, o.created_at, o.id offset ${best}
    ) low`.execute(db);
  return rows;
}
