import { sql } from 'kysely';
import type { Check } from './check.ts';

interface Row {
  /** `buyer:` and a profile, or `seller:` and an address. */
  readonly party: string;
  readonly offers: number;
  readonly counters: number;
  readonly activeOffers: number;
  readonly activeCounters: number;
}

/** The active offers that are counted for each party. `offerCheck` finds a party without a count. */
export const offerCountCheck: Check<Row> = {
  what: 'counts of offers',
  async read(db, range) {
    const rows =
      'keys' in range ? sql`party = any(${range.keys}::text[])` : sql`party > ${range.after ?? ''}`;
    const end = 'keys' in range ? sql`` : sql`limit ${range.limit}`;
    const { rows: parties } = await sql<Row>`
      select p.*, active.* from (
        select party, sum(offers) as offers, sum(counters) as counters from offer_counts
        where ${rows} group by party order by party ${end}
      ) p cross join lateral (
        select count(*) filter (where o.kind = 'buyer_offer') as active_offers,
          count(*) filter (where o.kind = 'seller_counter') as active_counters
        from offers o where o.state = 'active' and case
          when p.party ~ '^buyer:[0-9a-f-]{36}$' then o.buyer_profile_id = substr(p.party, 7)::uuid
          else o.seller_address = substr(p.party, 8) and p.party like 'seller:%' end
      ) active
      order by p.party`.execute(db);
    return parties;
  },
  keyOf: ({ party }) => party,
  examine: async (_, rows) =>
    rows.flatMap(({ party, offers, counters, activeOffers, activeCounters }) =>
      offers === activeOffers && counters === activeCounters
        ? []
        : [
            {
              key: party,
              code: 'offer_differs',
              subject: `the count of ${party}`,
              message: `it counts ${offers} offers and ${counters} counters, and ${activeOffers} and ${activeCounters} are active`,
            },
          ],
    ),
};
