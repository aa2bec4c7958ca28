import { sql } from 'kysely';
import { type Outpoint, transactionKey } from '../base/outpoint.ts';
import type { Database } from './port.ts';

/**
 * Those of the outpoints that anything here may depend on: a stored inscription lies on it, or an offer of any kind spends it or
 * is made by its transaction. A few too many may be among them, none is missing: what is told to the flows is looked up exactly.
 *
 * A block spends thousands of coins, hardly any of them ours. They are asked for once, as sorted numbers in narrow indexes, so that
 * everything else is asked about the few that are left.
 */
export async function watchedCoins(db: Database, outpoints: readonly Outpoint[]): Promise<Outpoint[]> {
  const transactions = outpoints.map(({ txid }) => transactionKey(txid));
  const keys = outpoints.map(({ vout }, i) => transactions[i]! + vout);
  // Lists as text, which neither driver looks at number by number, and each once.
  const { rows } = await sql<{ key: number; isFunding: boolean }>`
    with asked as materialized (
      select ${listOf(keys)}::text::bigint[] as coins, ${listOf([...new Set(transactions)])}::text::bigint[] as transactions
    )
    select coin_key(txid, vout) as key, false as is_funding from locations
    where coin_key(txid, vout) = any((select coins from asked)::bigint[])
    union all select coin_key(txid, vout), false from offer_coins
    where coin_key(txid, vout) = any((select coins from asked)::bigint[])
    union all select coin_key(txid, vout), false from collection_offer_coins
    where coin_key(txid, vout) = any((select coins from asked)::bigint[])
    union all select coin_key(funding_txid, 0), true from collection_offers
    where not is_final and coin_key(funding_txid, 0) = any((select transactions from asked)::bigint[])`.execute(
    db,
  );
  const spent = new Set<number>();
  const fundings = new Set<number>();
  for (const { key, isFunding } of rows) (isFunding ? fundings : spent).add(key);
  return outpoints.filter((_, i) => spent.has(keys[i]!) || fundings.has(transactions[i]!));
}

function listOf(keys: readonly number[]): string {
  return `{${keys.join(',')}}`;
}
