import type { Outpoint } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../port.ts';
import type { Location } from './inscriptions.ts';

/**
 * Blocks spend thousands of coins, hardly any of them ours. They are looked up once in each of two narrow
 * indexes, as sorted numbers (`asked`: see `askedKeys`). Every other query then covers only the few that are
 * left. A result may hold a few other coins (`coinKey`) and lacks none.
 */

/** The inscriptions on coins, as one statement saw them. */
export interface OnCoins {
  readonly located: (Location & { readonly key: number })[];
  /** Hash of the block that was the stored tip; null before the first one. */
  readonly tipHash: string | null;
  /** Key of the inscription that was stored last; 0 before the first. */
  readonly newest: number;
}

/** The known inscriptions on the asked coins. */
export async function inscriptionsOn(db: Database, asked: RawBuilder<unknown>): Promise<OnCoins> {
  const { rows } = await sql<{ [Field in keyof OnCoins['located'][number]]: unknown }>`
    with ${asked}
    select inscription_key as key, txid, vout, sat_offset as "offset", value_sats, owner_address from locations
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])
    union all select (select coalesce(max(key), 0) from inscriptions),
      (select hash from blocks order by height desc limit 1), null, null, null, null`.execute(db);
  // what it saw beside them: the row that is no coin
  const seen = rows.find(({ vout }) => vout === null);
  return {
    located: rows.filter((row): row is OnCoins['located'][number] => row !== seen),
    tipHash: (seen?.txid ?? null) as string | null,
    newest: (seen?.key ?? 0) as number,
  };
}

/** Those of the asked coins that trades depend on (`coin-spends.ts`). */
export async function watchedAmong(db: Database, asked: RawBuilder<unknown>): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    with ${asked}
    select txid, vout from watched_coins
    where coin_key(txid, vout) = any((select keys from asked)::bigint[])`.execute(db);
  return rows;
}
