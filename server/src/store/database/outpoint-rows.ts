import { coinKey, type Outpoint } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';

/** Outpoints as a table to join, aliased: columns `txid`, `vout`. Two parameters however many there are. */
export function outpointRows(outpoints: readonly Outpoint[], alias: string): RawBuilder<unknown> {
  const txids = outpoints.map(({ txid }) => txid).join(',');
  const vouts = outpoints.map(({ vout }) => vout).join(',');
  return sql`unnest(string_to_array(${txids}::text, ','), string_to_array(${vouts}::text, ',')::bigint[])
    as ${sql.id(alias)} (txid, vout)`;
}

/**
 * SQL: the keys of coins, for `coin_key(…) = any(…)` in several parts of one statement: `with
 * ${askedKeys(outpoints)} … any((select keys from asked)::bigint[])`. Passed as one text, because a driver
 * would visit every number at each use. Sorted, because the database would otherwise sort them for each
 * index.
 */
export function askedKeys(outpoints: readonly Outpoint[]): RawBuilder<unknown> {
  const keys = Float64Array.from(outpoints, coinKey).sort().join(',');
  return sql`asked as materialized (select ${`{${keys}}`}::text::bigint[] as keys)`;
}

/** SQL: do two rows name the same coin? Found in the second one's index of `coin_key`. */
export function sameCoin(one: string, other: string): RawBuilder<unknown> {
  const [a, b] = [sql.id(one), sql.id(other)];
  return sql`coin_key(${b}.txid, ${b}.vout) = coin_key(${a}.txid, ${a}.vout)
    and ${b}.txid = ${a}.txid and ${b}.vout = ${a}.vout`;
}
