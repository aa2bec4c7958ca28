import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { askedKeys } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';
import type { Location } from './inscriptions.ts';

/** What watched coins hold. */
export interface Watched {
  /** Every coin that anything here may depend on: an inscription lies on it, or an offer of any kind spends it or made it. */
  readonly coins: Outpoint[];
  /** Every inscription that lies on one of them. */
  readonly located: (Location & { readonly key: number })[];
}

/**
 * What of the outpoints is watched. A few others may be among the answer, none is missing: whoever uses it looks at exactly what is its.
 *
 * Blocks spend thousands of coins, hardly any of them ours. They are asked for once, as sorted numbers in narrow indexes, so that
 * everything else is asked about the few that are left.
 */
export async function watchedAmong(db: Database, outpoints: readonly Outpoint[]): Promise<Watched> {
  const { rows } = await sql<Location & { key: number | null }>`
    with ${askedKeys(outpoints)}
    select inscription_key as key, txid, vout, sat_offset as "offset", value_sats, owner_address from locations
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select null, txid, vout, null, null, null from offer_coins
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select null, txid, vout, null, null, null from collection_offer_coins
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select null, funding_txid, ${sql.lit(OFFER_VOUT)}, null, null, null from collection_offers
    where not is_final and coin_key(funding_txid, ${sql.lit(OFFER_VOUT)}) = any((select keys from asked)::bigint[])`.execute(
    db,
  );
  return {
    coins: rows.map(({ txid, vout }) => ({ txid, vout })),
    located: rows.filter((row): row is Watched['located'][number] => row.key !== null),
  };
}
