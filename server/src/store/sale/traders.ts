/** Who buys and sells here, for the operator. */
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { Database } from '../port.ts';
import { ownSales, type SoldBetween } from './revenue.ts';

/** A profile with what it sold and bought in a time. */
export interface Trader {
  readonly profileId: string;
  readonly displayName: string | null;
  readonly joinedAt: Date;
  /** Its wallets' ordinals addresses. */
  readonly addresses: readonly string[];
  readonly sold: number;
  readonly soldSats: Sats;
  readonly bought: number;
  readonly boughtSats: Sats;
  /** It, or one of its addresses, is banned. */
  readonly isBanned: boolean;
}

/**
 * Profiles by what they traded, the most first. `find`: only the profile with this id, or with a wallet of
 * this address, whether it traded or not.
 */
export async function traders(
  db: Database,
  { find, limit, ...between }: SoldBetween & { readonly find?: string | undefined; readonly limit: number },
): Promise<Trader[]> {
  const wanted =
    find === undefined
      ? sql`t.profile_id is not null`
      : sql`p.id::text = ${find} or p.id in (select profile_id from wallet_bindings
          where ordinals_address = ${find} or payment_address = ${find})`;
  const { rows } = await sql<Trader>`
    with own as (select s.seller_address, s.buyer_address, s.price_sats from sales s where ${ownSales(between)}),
    sides as (
      select seller_address as address, price_sats as sold_sats, null::bigint as bought_sats from own
      union all select buyer_address, null, price_sats from own
    ), traded as (
      select w.profile_id, count(sold_sats)::integer as sold, coalesce(sum(sold_sats), 0)::bigint as sold_sats,
        count(bought_sats)::integer as bought, coalesce(sum(bought_sats), 0)::bigint as bought_sats
      from sides join (select distinct profile_id, ordinals_address from wallet_bindings) w
        on w.ordinals_address = sides.address
      group by w.profile_id
    )
    select p.id as profile_id, coalesce(p.display_name, p.username) as display_name, p.created_at as joined_at,
      coalesce(t.sold, 0) as sold, coalesce(t.sold_sats, 0) as sold_sats,
      coalesce(t.bought, 0) as bought, coalesce(t.bought_sats, 0) as bought_sats,
      (select coalesce(array_agg(distinct w.ordinals_address), '{}') from wallet_bindings w
        where w.profile_id = p.id) as addresses,
      exists (select from bans b where b.subject = p.id::text or b.subject in (
        select unnest(array[w.ordinals_address, w.payment_address]) from wallet_bindings w
        where w.profile_id = p.id)) as is_banned
    from profiles p left join traded t on t.profile_id = p.id
    where ${wanted}
    order by coalesce(t.sold_sats + t.bought_sats, 0) desc, p.id limit ${limit}`.execute(db);
  return rows;
}
