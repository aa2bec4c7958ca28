import { sql } from 'kysely';
import { coinKey, type Outpoint } from '../base/outpoint.ts';
import { OFFER_VOUT } from '../protocol/collection-offer/funding.ts';
import type { Database } from './port.ts';

/**
 * Those of the outpoints that anything here may depend on: a stored inscription lies on it, an offer of any kind spends it, or it is
 * the output that a collection offer made. A few too many may be among them, none is missing: the flows look up exactly what is theirs.
 *
 * A block spends thousands of coins, hardly any of them ours. They are asked for once, as sorted numbers in narrow indexes, so that
 * everything else is asked about the few that are left.
 */
export async function watchedCoins(db: Database, outpoints: readonly Outpoint[]): Promise<Outpoint[]> {
  const keys = outpoints.map(coinKey);
  // As text and once: a driver would look at it number by number, for each time it is named.
  const { rows } = await sql<{ key: number }>`
    with asked as materialized (select ${`{${keys.join(',')}}`}::text::bigint[] as keys)
    select coin_key(txid, vout) as key from locations
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select coin_key(txid, vout) from offer_coins
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select coin_key(txid, vout) from collection_offer_coins
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select coin_key(funding_txid, ${sql.lit(OFFER_VOUT)}) from collection_offers
    where not is_final and coin_key(funding_txid, ${sql.lit(OFFER_VOUT)}) = any((select keys from asked)::bigint[])`.execute(
    db,
  );
  const watched = new Set(rows.map(({ key }) => key));
  return outpoints.filter((_, i) => watched.has(keys[i]!));
}
