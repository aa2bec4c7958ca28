import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { askedKeys, type CoinRows } from '../database/outpoint-rows.ts';
import type { Database } from '../port.ts';
import type { Location } from './inscriptions.ts';

/** What watched coins hold. */
export interface Watched {
  /** Every coin that anything here may depend on: it holds an inscription, or is among `coins`. */
  readonly coins: Outpoint[];
  /** Every inscription that lies on one of them. */
  readonly located: (Location & { readonly key: number })[];
}

/**
 * Which of the outpoints are watched: those that hold a known inscription, and those among `coins`, which the
 * flows depend on. The result may hold a few others (`coinKey`) and lacks none: every flow looks for its own.
 *
 * Blocks spend thousands of coins, hardly any of them ours. They are looked up once, as sorted numbers in
 * narrow indexes. Every other query then covers only the few that are left.
 */
export async function watchedAmong(
  db: Database,
  outpoints: readonly Outpoint[],
  coins: readonly CoinRows[],
): Promise<Watched> {
  const others = coins.map(
    (rows) => sql`union all select null, c.txid, c.vout, null, null, null from (${rows}) c
      where coin_key(c.txid, c.vout) = any((select keys from asked)::bigint[])`,
  );
  const { rows } = await sql<Location & { key: number | null }>`
    with ${askedKeys(outpoints)}
    select inscription_key as key, txid, vout, sat_offset as "offset", value_sats, owner_address from locations
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    ${sql.join(others, sql` `)}`.execute(db);
  return {
    coins: rows.map(({ txid, vout }) => ({ txid, vout })),
    located: rows.filter((row): row is Watched['located'][number] => row.key !== null),
  };
}
