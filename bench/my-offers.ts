import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import { sql } from 'kysely';
import type { Database } from '../server/src/store/port.ts';
import type { TestApi } from '../server/test/support/api.ts';

/** Active offers of one profile. */
export const OFFERS = 10_000;
/** Inscriptions that have the received half of them. */
export const RECEIVED_ON = 1_000;

type SignedIn = Awaited<ReturnType<TestApi['signIn']>>;

/** Half of the offers are received on 1,000 inscriptions, half are sent; each has its event. */
export async function fillOffers(
  db: Database,
  reader: SignedIn,
  address: string,
  bidder: SignedIn,
): Promise<void> {
  const mine = (own: string, theirs: string) => sql`case when n % 2 = 1 then ${own} else ${theirs} end`;
  // the events of 10,000 offers would take minutes
  await sql`alter table offers disable trigger offers_told`.execute(db);
  await sql`
    insert into offers (id, kind, state, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
      buyer_address, seller_address, price_sats, fees, terms, first_txid, validity_hours, created_at, expires_at)
    select md5('offer ' || n)::uuid, 'buyer_offer', 'active', 'slug-0', i.id,
      (${mine(reader.profileId, bidder.profileId)})::uuid,
      (${mine(reader.walletBindingId, bidder.walletBindingId)})::uuid, 'buyer',
      ${mine('somebody else', address)}, 50000 + n, ${JSON.stringify(FEES)}::jsonb, '{}', md5('first ' || n), 168,
      now() + n * interval '1 ms', now() + interval '7 days'
    from generate_series(1, ${OFFERS}::integer) n
      join inscriptions i on i.key = 1 + n / 2 % ${RECEIVED_ON}::integer`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}

const FEES: FeeBreakdown = {
  priceSats: 50_000,
  inscriptionUtxoValueSats: 546,
  sellerMarketplaceFeeBps: 100,
  sellerMarketplaceFeeSats: 1_000,
  buyerMarketplaceFeeBps: 150,
  buyerMarketplaceFeeSats: 1_000,
  sellerCreatorRoyaltyBps: 0,
  sellerCreatorRoyaltySats: 0,
  buyerCreatorRoyaltyBps: 0,
  buyerCreatorRoyaltySats: 0,
  sellerReceiveSats: 49_000,
  buyerPayTotalSats: 51_000,
  marketplaceRevenueSats: 2_000,
  creatorRevenueSats: 0,
};
