import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { askedKeys } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';
import type { Location } from './inscriptions.ts';

/** What watched coins hold. */
export interface Watched {
  /** Every coin that anything here may depend on: it holds an inscription, or a trade depends on it. */
  readonly coins: Outpoint[];
  /** Every inscription that lies on one of them. */
  readonly located: (Location & { readonly key: number })[];
}

/**
 * Which of the outpoints are watched: those that hold a known inscription, and those that trades depend on
 * (`coin-spends.ts`). The result may hold a few others (`coinKey`) and lacks none: every flow looks for its
 * own.
 *
 * Blocks spend thousands of coins, hardly any of them ours. They are looked up once, as sorted numbers in
 * narrow indexes. Every other query then covers only the few that are left.
 */
export async function watchedAmong(db: Database, outpoints: readonly Outpoint[]): Promise<Watched> {
  const { rows } = await sql<Location & { key: number | null }>`
    with ${askedKeys(outpoints)}
    select inscription_key as key, txid, vout, sat_offset as "offset", value_sats, owner_address from locations
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select null, txid, vout, null, null, null from watched_coins
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])`.execute(db);
  return {
    coins: rows.map(({ txid, vout }) => ({ txid, vout })),
    located: rows.filter((row): row is Watched['located'][number] => row.key !== null),
  };
}
